"""Shell: a game's folder in; out comes every mistake in it that can be found in one run, each with its file and line."""

from judge.checking.folder import check_folder

__all__ = ["check_folder"]
