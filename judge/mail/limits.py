"""Limits that hold before anything is parsed: beyond them a letter is no letter but an attack or an accident."""

RAW = 256 * 1024
"""Bytes of a whole letter."""
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
BOUNDARIES = 400
"""Lines that could separate parts, and words that could announce such lines are fewer still."""
PARAMETERS = 2000
"""Bytes of one header that says what a part is: the library takes the square of them."""
TEXT = 64 * 1024
"""Characters of text that are read."""
HTML = 128 * 1024
"""Characters of HTML that are turned into text."""
TAGS = 10_000
"""Tags of it, whatever they are."""
NAME = 100
"""Characters of a file's name."""
RECEIVED = 25
"""Received lines; with more, the letter is going round in circles."""
