"""Limits that are checked before anything is parsed. A letter beyond them is an attack or an accident."""

RAW = 256 * 1024
"""Bytes of a letter that are kept and read; of a larger one, its beginning."""
TAKEN = 25 * 1024 * 1024
"""Bytes of a letter that the SMTP server accepts. Mail servers have lower limits, so their users get our answer, not an error."""
HEADERS = 64 * 1024
"""Bytes of its header block."""
ADDRESSES = 8 * 1024
"""Characters of one header that holds addresses."""
SUBJECT = 1000
"""Characters of a subject line, before decoding."""
PARTS = 50
"""MIME parts, one after the other, that are looked at."""
DEPTH = 10
"""Levels of parts within parts."""
SEPARATORS = 400
"""Lines that look like separators of parts."""
BOUNDARIES = 16
"""Declared boundaries: the library compares every line of a letter with each."""
COMPARED = 150_000
"""Such comparisons. A real letter of the largest size needs a third of them."""
HEADED = 100
"""Parts with a Content-Type, at any level."""
PARAMETERS = 2000
"""Bytes of one header that describes a part: the library's time grows with their square."""
TEXT = 64 * 1024
"""Characters of text that are read."""
GAME = 6 * 1024 * 1024
"""Bytes of an attached game that another program has saved, unpacked. jDip's take the most: a hundred phases are all of it."""
UNPACKED = 60
"""How many times larger it may be than when packed, so that all games of a letter together stay small. jDip's are 30 times."""
LINES = 5000
"""Lines of text that are read."""
HTML = 128 * 1024
"""Characters of HTML that are converted."""
TAGS = 6000
"""Tags of HTML that are converted."""
NAME = 100
"""Characters of a file name."""
RECEIVED = 25
"""Received lines. With more, the letter is in a loop."""
SESSIONS = 64
"""SMTP connections at a time. A mail server opens about twenty."""
FROM_ONE = 32
"""SMTP connections at a time from one address."""
IDLE = 60.0
"""Seconds to wait for the next command, and for a letter to arrive."""
PIECE = 64 * 1024
"""Bytes of a line that are taken at once; a connection has twice as many waiting at most, besides what is kept of its letter."""
