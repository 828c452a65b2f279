"""Shell: the office decides, and nothing else does. It takes letters and deadlines, changes games and queues notices. One letter is
one transaction: {letter done, game changed, answer and notices queued}, or none of it.
"""

from judge.office.environment import Environment
from judge.office.rendering.renderer import NoticeRenderer
from judge.office.worker import OfficeWorker

__all__ = ["Environment", "NoticeRenderer", "OfficeWorker"]
