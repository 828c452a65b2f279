"""Shell: a game is a folder. In goes a folder's name; out comes its Ruleset, or the line of the mistake."""

from judge.variants.folder import DEFAULT, load_ruleset, names_to_folders
from judge.variants.yaml_source import FolderError

__all__ = ["DEFAULT", "FolderError", "load_ruleset", "names_to_folders"]
