"""Limits that hold before anything is parsed: beyond them a letter is no letter but an attack or an accident."""

RAW = 256 * 1024
"""Bytes of a letter that are kept and read: of a larger one its beginning."""
TAKEN = 25 * 1024 * 1024
"""Bytes of a letter that is taken by SMTP at all. Mail servers let less through, so that their people are told by us."""
HEADERS = 64 * 1024
"""Bytes of its header block."""
ADDRESSES = 8 * 1024
"""Characters of one header that holds addresses."""
SUBJECT = 1000
"""Characters of a subject line, before decoding."""
PARTS = 50
"""MIME parts that are looked at, of those that stand side by side."""
DEPTH = 10
"""Parts within parts."""
SEPARATORS = 400
"""Lines that could separate parts."""
BOUNDARIES = 16
"""Announcements of such lines: the library compares every line of a letter with each."""
COMPARED = 150_000
"""Such comparisons; a real letter of the largest size comes to a third of them."""
HEADED = 100
"""Parts that say what they are, whether side by side or in each other."""
PARAMETERS = 2000
"""Bytes of one header that says what a part is: the library takes the square of them."""
TEXT = 64 * 1024
"""Characters of text that are read."""
LINES = 5000
"""Lines of it."""
HTML = 128 * 1024
"""Characters of HTML that are turned into text."""
TAGS = 6000
"""Any tags of it."""
NAME = 100
"""Characters of a file's name."""
RECEIVED = 25
"""Received lines; with more, the letter is going round in circles."""
SESSIONS = 64
"""Connections by SMTP at a time; a mail server opens twenty or so."""
FROM_ONE = 32
"""Of them, from one address."""
IDLE = 60.0
"""Seconds between two commands of a connection, and for a letter to come."""
IN_HAND = 48 * 1024 * 1024
"""Bytes of memory, about, for letters that have not come to their end, of all connections together."""
