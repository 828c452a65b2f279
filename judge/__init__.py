"""Judge: a post office with a referee inside.

A letter's way, room by room:

    mail      bytes in: what the letter says, who it is from, whether to answer at all
    commands  the letter's text becomes commands
    game      whose turn it is, what may be asked now; decide() says what happens
    orders    order lines become orders, and orders become the house notation
    rules     the referee: adjudicate() says who moves, and why
    reports   what each reader may see becomes words (every word lives in templates/)
    store     letters, events, positions and notices, durable before anything is acknowledged
    mail      notices out, one recipient each, the same Message-ID however often they are sent
"""

__version__ = "0.1.0"
