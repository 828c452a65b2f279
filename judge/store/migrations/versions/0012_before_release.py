"""Where the steps begin: the tables of the last judge before the first release. A new store has today's at once.

The steps of development before it, 0001 to 0011, are gone.
"""

revision = "0012"
down_revision = None
