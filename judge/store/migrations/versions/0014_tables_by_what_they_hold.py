"""Rename five tables, and their indexes, after their contents."""

from alembic import op

revision = "0014"
down_revision = "0013"

_NAMES = {
    "favours": "limited_actions",
    "wishes": "lines_for_gm",
    "readings": "letter_facts",
    "habits": "profiles",
    "carried": "zine_games",
}
_INDEXES = {
    "favours": {"person": ["person_id", "kind", "at"], "whom": ["whom"]},
    "readings": {"author": ["author", "at"], "message_id": ["message_id"], "seat": ["game", "seat", "at"]},
    "carried": {"game": ["game"]},
}


def upgrade() -> None:
    """Rename the tables and recreate their indexes."""
    for old, new in _NAMES.items():
        for index in _INDEXES.get(old, {}):
            op.drop_index(f"{old}_{index}", old)
        op.rename_table(old, new)
        for index, columns in _INDEXES.get(old, {}).items():
            op.create_index(f"{new}_{index}", new, columns)
