"""Shell: a game is a folder. In goes a folder's name; out comes its Ruleset, or the line of the mistake."""

from judge.variants.folder import DEFAULT, catalogue, load
from judge.variants.yaml_source import FolderError

__all__ = ["DEFAULT", "FolderError", "catalogue", "load"]
