"""format=flowed (RFC 3676): undo soft line breaks, so that an order which the mail program wrapped is one line again."""

from __future__ import annotations


def unflow(text: str, delete_space: bool) -> str:
    """Join lines that the writer's program broke.

    Args:
        text: `\\n` between lines.
        delete_space: the part says DelSp=yes (RFC 3676, section 4): the blank before a soft break goes too.
    """
    out: list[str] = []
    soft = -1  # quote depth of the line before, if it ends in a soft break
    for line in text.split("\n"):
        depth = _depth(line)
        content = _unstuffed(line[depth:])
        if soft == depth and content != "-- ":
            out[-1] += content
        else:
            out.append("> " * depth + content)
        soft = depth if content.endswith(" ") and content != "-- " else -1
        if soft >= 0 and delete_space:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(">"))


def _unstuffed(content: str) -> str:
    return content[1:] if content.startswith(" ") else content
