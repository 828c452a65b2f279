"""Shell: the files of another judge's board in; out comes a game's folder of our own, with a list of what it could not take over.

Only facts are taken: who borders whom, what is called how, who starts where. Words and drawings stay where they are.
"""

from judge.importing.foreign import ImportFault
from judge.importing.formats import FORMATS, find_format, read_board
from judge.importing.write_folder import write_folder

__all__ = ["FORMATS", "ImportFault", "find_format", "read_board", "write_folder"]
