"""Suggest commands for a letter in prose. Nothing is done; the answer names the commands that its words may mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

MOST_READ = 2000
"""Characters of a letter that are looked at."""


class CommandsSpokenOf:
    """The commands that letters in prose speak of, by their words.

    Args:
        rows: what names a command (or HELP and a topic), the readers to whom it is of use, and regular expressions for the words.
            A reader is a `stranger`, an `editor`, `player` or `gm` of a running game, `waiting` or `opener` before it begins.
    """

    def __init__(self, rows: Iterable[tuple[str, Collection[str], Sequence[str]]]) -> None:
        spoken = ((command, frozenset(readers), "|".join(words)) for command, readers, words in rows)
        self.rows = tuple((command, readers, re.compile(rf"\b(?:{said})\b", re.IGNORECASE)) for command, readers, said in spoken)

    def commands(self, text: str, reader: str) -> Iterator[str]:
        """Return the commands that a text may mean, of those that its writer can use."""
        shown = text[:MOST_READ]
        return iter(dict.fromkeys(word for word, useful, said in self.rows if reader in useful and said.search(shown)))


_SHORT = 30
"""Words of a letter that need not say which game it means."""
_OUR_GAME = re.compile(r"\b(?:diplomacy|diplomatie|diplomacia|diplomatija|dyplomacj\w+|\w*zines?)\b", re.IGNORECASE)
_PLAY = re.compile(
    r"\b(?:play|playing|player|games?|judge|help(?!@)|newcomer|beginner|count me in|sign me up|add me|how does (?:this|it) work"
    r"|(?:can|could|may|how do|how can) (?:I|we) (?:join|start)|(?:want|like|love|wish) to (?:join|start)|let me join"
    r"|spiele?n?|mitspielen|hilfe"
    r"|jouer|partie|aide|jugar|partida|ayuda|giocare|partita|aiuto|jogar|jogo|spelen|meespelen|meedoen|spel|spela|grać|gra)\b",
    re.IGNORECASE,
)
_SEAT = re.compile(
    r"\b(?:is there|are there|have you|do you have|any)\b[\w ,']{0,20}\b(?:seats?|(?:free|open|vacant|spare) (?:place|spot)s?)\b",
    re.IGNORECASE,
)
_PRINT = re.compile(
    r"\b(?:(?:like|love|want|wish) to|(?:can|could|may) (?:i|we)) (?:re)?(?:print|publish)\b[^.!?]{0,60}\bgames?\b", re.IGNORECASE
)
_WISH = re.compile(
    r"\b(?:(?:i(?:'d| would)? (?:like|love|want)|i'm keen|i wish|(?:can|could|may) (?:i|we)|how (?:do|can) i|let me)\b"
    r"[\w ,']{0,40}\b(?:play|join|start|take part|participate|seat|place|spot|sign up|get in|in)"
    r"|sign me up|count me in|add me|put me (?:down|in)|deal me in|i'm in for|"
    r"(?:is there|have you|any)\b[\w ,']{0,20}\b(?:seat|place|spot|room)s?\b|(?:have|need) to do to (?:play|join|start)"
    r"|mitspielen|mitmachen|meld\w* mich|teilnehmen|spielen|ich bin dabei|anmelden"
    r"|(?:voudrais|veux|aimerais|puis-je|peux)\b[\w ,'’]{0,30}\b(?:jouer|participer|rejoindre|inscrire)"
    r"|m['’]inscri\w+|inscri\w+-moi|me apunto|apúntame"
    r"|(?:quiero|quisiera|querría|querria|puedo|me gustaría|me gustaria)\b[\w ,]{0,20}\b(?:jugar|unirme|participar)"
    r"|(?:vorrei|voglio|posso)\b[\w ,]{0,20}\b(?:giocare|partecipare)|mi iscrivo|iscrivimi"
    r"|(?:quero|queria|gostaria de|posso)\b[\w ,]{0,20}\b(?:jogar|participar)|meedoen|meespelen"
    r"|(?:vill|vil) (?:gärna |gerne )?(?:spela|spille|vara med)"
    r"|chc(?:ę|iałbym|iałabym) (?:za)?grać)",
    re.IGNORECASE,
)
_OTHER_WISH = re.compile(r"\b(?:run|host|create|organi[sz]e|open|watch|observe|stand ?by|rules?|subscribe|zine)\b", re.IGNORECASE)
_OPENING = re.compile(r"\b(?:open|create|start|run|host|set up|organi[sz]e|begin)\s+(?:\w+\s+){0,3}games?\b", re.IGNORECASE)
_LONG = 120
"""Words of a letter that asks for a new game."""
_LINK = re.compile(r"https?://|\bwww\.", re.IGNORECASE)


def wishes_to_play(text: str) -> bool:
    """Whether a text in prose asks for a seat and for nothing else."""
    shown = text[:MOST_READ].replace("’", "'")
    return bool(_WISH.search(shown)) and not _OTHER_WISH.search(shown) and not _LINK.search(shown)


def speaks_of_play(text: str) -> bool:
    """Whether a stranger's text in prose is about playing here: it mentions Diplomacy or a zine, or is a short text about a game
    or a free seat, or asks for a new game or to print one, without a link.
    """
    shown = text[:MOST_READ]
    if _LINK.search(shown):
        return False
    length = len(shown.split())
    short = length <= _SHORT and (_PLAY.search(shown) or _SEAT.search(shown))
    asks = short or (length <= _LONG and (_OPENING.search(shown) or _PRINT.search(shown)))
    return bool(_OUR_GAME.search(shown) or asks)
