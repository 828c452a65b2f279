"""The first step: the tables of the last judge before the first release. A new store gets today's tables at once.

The development steps 0001 to 0011 were deleted.
"""

revision = "0012"
down_revision = None
