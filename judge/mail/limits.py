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
"""MIME parts; each opens with a Content-Type, so these are what is counted."""
TEXT = 64 * 1024
"""Characters of text that are read."""
HTML = 128 * 1024
"""Characters of HTML that are turned into text."""
RECEIVED = 25
"""Received lines; with more, the letter is going round in circles."""
