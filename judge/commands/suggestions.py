"""Suggest commands for a letter in prose. Nothing is done; the answer names the commands that its words may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_READ = 2000
"""Characters of a letter that are looked at."""

SPOKEN_OF = (
    ("PRACTICE", "stranger player waiting", r"practi[sc]\w*|computers?|bots?|against you|on my own|try it"),
    ("LESSON", "stranger player waiting", r"learn\w*|lessons?|tutorial|teach|beginner|newcomer|new to"),
    ("DEADLINE", "opener", r"deadlines?"),
    ("START", "opener", r"begin|start"),
    ("INVITE", "opener", r"invite|reserve|keep (?:a|the) (?:seat|place)"),
    ("HELP GUNBOAT", "opener", r"gunboat"),
    ("SET", "opener", r"press|anonymous|blind"),
    ("PROMOTE", "gm", r"co-?GM|(?:second|another|assistant) GM|help(?:s|ing)? (?:me )?(?:to )?run"),
    (
        "HANDOVER", "gm",
        r"(?:hand|give)\w* (?:\w+ ){0,2}(?:over|away)|hand\w* (?:\w+ ){0,2}to|new GM"
        r"|(?:quit|resign|retire|stop|step down|leave) (?:as|being) (?:the )?GM",
    ),
    ("PROPOSE", "gm", r"votes?|voting"),
    ("REMIND", "gm", r"remind\w*"),
    ("UNDO", "gm", r"undo"),
    (
        "HELP ENTRY", "opener gm",
        r"only (?:my |our |some )?(?:friends|members|people|players)|friends only|strangers?|pass ?word|private|among friends"
        r"|(?:who|which people) (?:can|may) join|approve|shut out|keep \w+ out",
    ),
    ("CREATE", "stranger", r"(?:run|open) an?|(?:start|begin|set up) (?:\w+ )?(?:new|own) game|host|organi[sz]e|create|GM"),
    ("STATUS", "gm", r"(?:sent|have|has|got|missing|whose)\b.{0,20}\borders?|orders? (?:in|yet|missing|due)"),
    ("WHO", "player gm waiting opener", r"who|whom|players?"),
    ("DEADLINE", "gm", r"(?:move|change|set|new|another|later|earlier|put)\b.{0,30}\b(?:deadline|(?:to|until|till) \w{3,6}day)"),
    (
        "ORDER", "gm",
        r"(?:rang|phoned|telephoned|called|texted|told|gave|wrote to) me\b.{0,80}\b(?:army|fleet|orders?|units?|moves?|goes)"
        r"|(?:his|her|their) (?:army|fleet|orders?|units?)|orders? (?:for|of|on behalf of)",
    ),
    ("PROCESS", "gm", r"(?:run|process|adjudicate|do|finish|close) (?:it|the|this) ?(?:turn|phase|season|moves?|orders|now)?"),
    ("TAKEOVER", "gm", r"replace(?:ment)?|substitute|new player"),
    ("EJECT", "gm", r"kick|throw (?:\w+ )?out|expel|remove"),
    ("SET", "gm", r"(?:change|allow|forbid)\b.{0,30}\b(?:press|setting|rule)s?"),
    ("TERMINATE", "gm opener", r"(?:end|stop|close|abandon|cancel|delete|call off) (?:the|this|our|my) game"),
    ("STATUS", "player gm", r"deadline|due|when|ordered"),
    ("MAP", "player gm", r"maps?|picture|board|where|positions?"),
    ("WHY", "player gm", r"why"),
    ("RESULTS", "player gm", r"results?|reports?|happened"),
    ("HELP ORDERS", "player", r"support|convoy|orders?|move|retreat|build"),
    ("FINAL", "player", r"(?:am|is|are|i'm|it's|that's) (?:now )?final"),
    (
        "EXTEND", "player gm",
        r"more time|more (?:hours?|days?|weeks?)|(?:another|one more|an extra) (?:day|week)"
        r"|extension|extend|postpone|delay|(?:push|put|move)\b.{0,20} back|later|until|till",
    ),
    ("ABSENCE", "player waiting", r"away|holidays?|vacation|abroad|travelling"),
    ("BROADCAST", "gm", r"broadcast|announce|tell (?:everybody|everyone|all|them all)"),
    ("PREVIEW", "gm", r"what would happen|would be the result"),
    ("PRESS", "player gm", r"press|tell|message|announce"),
    ("PROPOSE DRAW", "player", r"draw"),
    ("DRAW", "gm", r"draw"),
    (
        "RESIGN", "player waiting",
        r"quit|leave(?! (?:it|that|this|them|all|everything|my|the (?!game))\b)|leaving"
        r"|resign|drop(?:ping)? out|give up|stop playing|step(?:ping)? down|replacement|replace me|substitute"
        r"|take over (?:for|from) me|no longer able"
        r"|(?:cannot|can no longer|can[’']?t|unable to) (?:go on|continue|carry on|play on)",
    ),
    ("SAMPLE", "editor", r"copy|copies|print|sample|turn"),
    ("COMMENT", "opener gm", r"(?:my|our|own|house|special|extra) rules?"),
    ("SETTINGS", "player gm waiting opener", r"settings?|options?"),
    ("STATUS", "opener waiting", r"full|seats?|how many"),
    ("RULES", "player gm waiting opener", r"rules?"),
    ("ADDRESS", "player waiting editor", r"address"),
    ("TIMEZONE", "player waiting", r"time ?zone|clocks?"),
)
"""(command, or HELP and a topic; the readers to whom it is of use; the words that suggest it). The readers: `stranger`, `editor`,
`player` and `gm` of a running game, `waiting` and `opener` before it begins.
"""
_HEARD = tuple((word, whom.split(), re.compile(rf"\b(?:{said})\b", re.IGNORECASE)) for word, whom, said in SPOKEN_OF)


def suggest_commands(text: str, whom: str) -> Iterator[str]:
    """Return the commands that a text in prose may mean, of those that its writer can use."""
    shown = text[:MOST_READ]
    return iter(dict.fromkeys(word for word, useful, said in _HEARD if whom in useful and said.search(shown)))


_SHORT = 30
"""Words of a letter that need not say which game it means."""
_OUR_GAME = re.compile(r"\b(?:diplomacy|diplomatie|diplomacia|diplomatija|dyplomacj\w+|\w*zines?)\b", re.IGNORECASE)
_PLAY = re.compile(
    r"\b(?:play|playing|player|games?|judge|help(?!@)|newcomer|beginner|count me in|sign me up|add me|how does (?:this|it) work"
    r"|(?:can|could|may|how do) I (?:join|start)|(?:want|like) to (?:join|start)|spiele?n?|mitspielen|hilfe"
    r"|jouer|partie|aide|jugar|partida|ayuda|giocare|partita|aiuto|jogar|jogo|spelen|meespelen|meedoen|spel|spela|grać|gra)\b",
    re.IGNORECASE,
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
    """Whether a stranger's text in prose is about playing here: it mentions Diplomacy or a zine, or is a short text about a game,
    or asks for a new one, without a link.
    """
    shown = text[:MOST_READ]
    if _LINK.search(shown):
        return False
    length = len(shown.split())
    asks = (length <= _SHORT and _PLAY.search(shown)) or (length <= _LONG and _OPENING.search(shown))
    return bool(_OUR_GAME.search(shown) or asks)
