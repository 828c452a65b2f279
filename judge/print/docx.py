"""Make a word processor's document. Every paragraph and mark has a named style, so that an editor can restyle it in one place."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

import docx
from docx.document import Document
from docx.enum.section import WD_SECTION
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph

from judge.maps.rasterize import svg_to_png
from judge.print.style import PAPER
from judge.reports.text_layout import rejoin

Facts = Mapping[str, Any]
WIDTH = 1600
"""Pixels of the map: about 300 to the inch on A5."""
MARGIN = 15
FONTS = {"book": "Cambria", "modern": "Century", "typewriter": "Courier New"}
"""The style's font → that of the text, by names which word processors know."""
EVEN = "Courier New"
"""The font of lines with aligned columns."""
APART = 6
"""Millimetres between two columns."""
TWIPS = 56.7
"""A millimetre in the unit of Word's own measures."""
SHORT = 12
"""The most rows of a table that is kept on one page."""
LATEST = 18
"""The most years of the chart that fit across a page."""
PARAGRAPHS: Mapping[str, Facts] = {
    "RunningHead": {"size": 8, "italic": True, "after": 4},
    "TitlePage": {"size": 34, "bold": True, "before": 160, "after": 8, "middle": True},
    "TitleDate": {"size": 14, "italic": True, "after": 60, "middle": True}, "TitleGame": {"size": 12, "after": 4, "middle": True},
    "IssueTitle": {"size": 12, "bold": True, "after": 8}, "Erratum": {"size": 10, "after": 1, "before": 3, "keep": True},
    "ErratumChange": {"size": 10, "after": 1, "left": 5}, "Status": {"size": 10, "after": 2},
    "Table": {"size": 7.5, "before": 6, "after": 2, "even": True},
    "GameTitle": {"size": 18, "bold": True, "before": 14, "after": 0},
    "NextGameTitle": {"size": 18, "bold": True, "after": 0, "next": True},
    "Season": {"size": 13, "bold": True, "before": 6, "after": 2},
    "GameMaster": {"size": 9, "italic": True, "after": 6}, "Headline": {"size": 12, "italic": True, "after": 6},
    "Orders": {"size": 10, "after": 3, "hanging": 5}, "Key": {"size": 8, "italic": True, "after": 4},
    "SectionHead": {"size": 11, "bold": True, "before": 8, "after": 2, "keep": True}, "Why": {"size": 9, "after": 1, "hanging": 6},
    "Facts": {"size": 9, "after": 2}, "Retreats": {"size": 10, "after": 1},
    "Cell": {"size": 9, "after": 0, "keep": True}, "LastCell": {"size": 9, "after": 0},
    "Position": {"size": 9, "after": 0, "hanging": 9}, "Deadline": {"size": 10, "bold": True, "before": 8, "after": 4},
    "Since": {"size": 10, "before": 4, "after": 2}, "Addresses": {"size": 9, "after": 0},
    "Press": {"size": 10, "before": 4, "after": 0, "left": 5},
    "PressByline": {"size": 9, "italic": True, "after": 4, "right": True}, "Map": {"size": 9, "before": 4, "after": 4},
}  # fmt: skip
MARKS = {"FailedOrder": "underline", "NoteNumber": "superscript", "PowerName": "bold", "Gained": "bold", "Lost": "strike"}
"""Character styles, and the formatting of each."""


def build_docx(issue: Facts) -> bytes:
    """Return the file of an issue (`judge.print.formats.issue_facts`). Raises RasterizeError."""
    made = docx.Document()
    style = issue["s"]
    _styles(made, style.failed in ("notes", "underline"), FONTS[style.font])
    _paper(made, style)
    titled = bool(issue["zine"]) and style.front == "page"
    if titled:
        _title_page(made, issue)
    if issue["zine"] and style.head != "off":
        _running_head(made, issue)
    _front(made, issue, titled)
    for number, area in enumerate(issue["areas"]):
        title = "NextGameTitle" if number else "GameTitle"
        for n, part in enumerate(area["parts"]):
            _phase(made, part, "" if n else title)
        if area["ending"]:
            _ending(made, area, issue["w"], title)
    out = io.BytesIO()
    made.save(out)
    return _undated(out.getvalue())


def _undated(packed: bytes) -> bytes:
    """Return a ZIP file without the hour at which it was packed, so that the same issue is always the same file."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            new.writestr(zipfile.ZipInfo(part.filename), old.read(part), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _title_page(made: Document, issue: Facts) -> None:
    """Add a page with the zine's title, its date, and the games in it. It has no running head."""
    made.sections[0].different_first_page_header_footer = True
    _say(made, "TitlePage", issue["zine"])
    _say(made, "TitleDate", issue["date"])
    _several(made, "TitleGame", (_named(area) for area in issue["areas"]))
    made.add_section(WD_SECTION.NEW_PAGE).different_first_page_header_footer = False


def _in_columns(made: Document, style: Any, one: bool) -> None:
    """Set what follows in the style's columns, or, if `one`, across the page."""
    if style.columns == "1":
        return
    columns = made.add_section(WD_SECTION.CONTINUOUS)._sectPr.xpath("./w:cols")[0]
    columns.set(qn("w:num"), "1" if one else style.columns)
    columns.set(qn("w:space"), str(round(APART * TWIPS)))


def _named(area: Facts) -> str:
    return ", ".join([area["game"].capitalize(), *(part["r"]["phase"] for part in area["parts"][:1])])


def _running_head(made: Document, issue: Facts) -> None:
    """Put the zine and its date, or also its games, at the head of every page."""
    section = made.sections[0]
    games = [area["game"].capitalize() for area in issue["areas"]] if issue["s"].head == "game" else []
    line = section.header.paragraphs[0]
    line.style = made.styles["RunningHead"]
    line.add_run(". ".join([f"{issue['zine']}, {issue['date']}", *filter(None, [", ".join(games)])]))


def _front(made: Document, issue: Facts, titled: bool) -> None:
    """Add what stands above the games: the zine's title unless a page has it, the errata, and games without a report."""
    w = issue["w"]
    if issue["zine"] and not titled:
        _say(made, "IssueTitle", f"{issue['zine']}, {issue['date']}")
    if issue["errata"]:
        _say(made, "SectionHead", w["errata"])
    for each in issue["errata"]:
        _say(made, "Erratum", each["head"])
        _several(made, "ErratumChange", [*each["changes"], *filter(None, [each["reason"]])])
    if issue["idle"]:
        _say(made, "SectionHead", w["idle"])
        _several(made, "Status", (f"{game.capitalize()}: {status}" for game, status in issue["idle"]))


def _phase(made: Document, facts: Facts, title: str) -> None:
    if title or facts["svgs"]:
        _in_columns(made, facts["s"], one=True)
    _head(made, facts, title)
    for svg in facts["svgs"][:1]:
        _map(made, svg, facts, 1)
    if title or facts["svgs"]:
        _in_columns(made, facts["s"], one=False)
    for block in facts["r"]["powers"]:
        _block(made, block, facts)
    _notes(made, facts)
    _tables(made, facts)
    _end(made, facts)
    for svg in facts["svgs"][1:]:
        _map(made, svg, facts)


def _ending(made: Document, area: Facts, w: Facts, title: str) -> None:
    if not area["parts"]:
        _say(made, title, area["game"].capitalize())
    _say(made, "SectionHead", w["ending"])
    _say(made, "Deadline", area["ending"]["said"])
    _several(made, "Retreats", area["ending"]["players"])
    _several(made, "Retreats", area["ending"]["remarks"])
    _even(made, area["ending"]["table"])
    if area["ending"]["statements"]:
        _say(made, "SectionHead", w["statements"])
    for whose, text in area["ending"]["statements"]:
        _quoted(made, text, whose)


def _styles(made: Document, underlined: bool, font: str) -> None:
    _plain(made, font)
    for name, look in PARAGRAPHS.items():
        style: Any = made.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = made.styles["Normal"]
        style.font.name = EVEN if look.get("even") else None
        style.font.size, style.font.bold, style.font.italic = Pt(look["size"]), look.get("bold"), look.get("italic")
        shape = style.paragraph_format
        shape.space_before, shape.space_after = Pt(look.get("before", 0)), Pt(look["after"])
        shape.left_indent = Mm(look.get("hanging", 0) + look.get("left", 0))
        shape.first_line_indent, shape.keep_with_next = Mm(-look.get("hanging", 0)), bool(look.get("keep"))
        shape.page_break_before = look.get("next")
        if look.get("right") or look.get("middle"):
            shape.alignment = WD_ALIGN_PARAGRAPH.RIGHT if look.get("right") else WD_ALIGN_PARAGRAPH.CENTER
    for name, does in MARKS.items():
        mark: Any = made.styles.add_style(name, WD_STYLE_TYPE.CHARACTER)
        setattr(mark.font, does, underlined or None if does == "underline" else True)
    table: Any = made.styles.add_style("CentreTable", WD_STYLE_TYPE.TABLE)
    table.base_style = made.styles["Normal Table"]


def _plain(made: Document, font: str) -> None:
    """Move the template's document defaults into the style Normal: LibreOffice writes defaults into every table cell, where no
    style could change them.
    """
    for told in made.styles.element.xpath("w:docDefaults/w:rPrDefault/w:rPr"):
        told.clear()
    made.styles["Normal"].font.name, made.styles["Normal"].font.size = font, Pt(10)


def _paper(made: Document, style: Any) -> None:
    section = made.sections[0]
    wide, high = PAPER[style.page]
    section.page_width, section.page_height = Mm(wide), Mm(high)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Mm(MARGIN)


def _across(style: Any, columns: int = 0) -> float:
    """Return how wide a column is, in millimetres, of so many on a page, by default the style's."""
    columns, wide = columns or int(style.columns), PAPER[style.page][0] - 2 * MARGIN
    return (wide - APART * (columns - 1)) / columns


def _say(made: Document, style: str, text: str) -> Paragraph:
    return made.add_paragraph(text, style=style)


def _head(made: Document, facts: Facts, title: str) -> None:
    """Add the head of a phase. `title`: the style of the game's title, '' if it already stands above another phase."""
    r, w = facts["r"], facts["w"]
    if title:
        _say(made, title, f"{r['game'].capitalize()} ({r['title']}, {r['number'] or w['unnumbered']})")
    _say(made, "Season", f"{r['phase']}  {w['revision']} {r['revision']}")
    told = [f"{facts['hosts']}." if facts["hosts"] and title else "", f"{w['run']} {r['run']}." if r["run"] else ""]
    if any(told):
        _say(made, "GameMaster", " ".join(filter(None, told)))
    if facts["headline"]:
        _say(made, "Headline", facts["headline"])


def _block(made: Document, block: Facts, facts: Facts) -> None:
    w, apart = facts["w"], facts["s"].orders == "lines"
    player = f" ({block['player']})" if block["player"] else ""
    line = made.add_paragraph(style="Orders")
    line.add_run(block["power"].upper(), "PowerName")
    line.add_run(f"{player}: {block['silent'] + ' ' if block['silent'] else ''}")
    for n, order in enumerate(block["orders"]):
        if apart:
            line.add_run().add_break()
        _order(line, order, facts)
        line.add_run("" if n == len(block["orders"]) - 1 else ";" if apart else "; ")
    tail = "" if block["orders"] else w["nothing"]
    if facts["r"]["whole"] and (facts["r"]["kind"] == "movement" or block["units"]):
        tail += f" [{block['units']}]"
    line.add_run(tail + (f", {w['plays']} {block['short']} {w['short']}" if block["short"] else ""))


def _order(line: Paragraph, order: Facts, facts: Facts) -> None:
    w, look = facts["w"], facts["look"]
    text = order["text"] + order["mark"] + (f" ({w['unordered']})" if order["unordered"] else "")
    if order["failed"]:
        line.add_run(look.before + text + look.after, "FailedOrder")
    else:
        line.add_run(text)
    if number := ("*" if order["failed"] and look.star else "") + str(order["note"] or ""):
        line.add_run(number, "NoteNumber")
    if order["beaten"]:
        line.add_run(f" ({w['beaten']})")


def _notes(made: Document, facts: Facts) -> None:
    r, w = facts["r"], facts["w"]
    _several(made, "Facts", rejoin(r["events"]))
    _say(made, "Key", facts["key"])
    if r["notes"]:
        ruled = facts["s"].rules
        _say(made, "SectionHead", w["why"] + (f" {w['ruled']}" if ruled else ""))
        _several(made, "Why", (f"{n['number']}\t{n['text']}" + (f" [{n['rule']}]" if n["rule"] else "") for n in r["notes"]))
    shown = [f"{one['power']}: {one['text']} {one['shut']}".strip() for one in r["retreats"]] + r["gone"]
    if shown or (r["kind"] == "movement" and r["whole"]):
        _say(made, "SectionHead", w["gone" if r["kind"] == "retreats" and not r["retreats"] else "retreats"])
        _several(made, "Retreats", shown or [w["none"]])
    _several(made, "Retreats", [*r["standbys"], *r["rulings"]])


def _several(made: Document, style: str, texts: Iterable[str]) -> None:
    for text in texts:
        _say(made, style, text)


def _even(made: Document, lines: Iterable[str]) -> None:
    """Add lines as one paragraph with aligned columns."""
    if text := "\n".join(lines):
        _say(made, "Table", text)


def _tables(made: Document, facts: Facts) -> None:
    r, w = facts["r"], facts["w"]
    if r["adjustments"]:
        _say(made, "SectionHead", w["adjustments"])
        total = f"{w['total']} {r['total']}"
        rows = [[[*row["centres"], row["more"]], str(row["total"]), row["does"] or total] for row in r["adjustments"]]
        names = [row["power"] or w["neutral"] for row in r["adjustments"]]
        head = [w["power"], w["centres"], w["count"], ""]
        _table(made, [head, *([name, *row] for name, row in zip(names, rows, strict=True))], (0.25, 0.42, 0.08, 0.25), facts)
        _several(made, "Facts", [f"{w['aims']}: {r['aims']}"] if r["aims"] else [])
    if r["history"]["years"]:
        _say(made, "SectionHead", w["years"])
        latest = LATEST if facts["s"].columns == "1" else LATEST // 2
        head = [w["power"], *map(str, r["history"]["years"][-latest:])]
        chart = [head, *([name, *map(str, counts[-latest:])] for name, counts in r["history"]["rows"])]
        _table(made, chart, (0.15, *(min(0.1, 0.85 / len(head)) for _ in head[1:])), facts)
    if r["position"]:
        _say(made, "SectionHead", w["position"])
        _several(made, "Position", (f"{one['power']}\t{' '.join(one['units'])}" for one in r["position"]))
    if r["common"]:
        _even(made, r["state"])
    else:
        _several(made, "Facts", r["state"])
    _even(made, r["dice"])


def _table(made: Document, rows: list[list[Any]], shares: Iterable[float], facts: Facts) -> None:
    """Add a table; `shares`: the widths of its columns as parts of the page."""
    table = made.add_table(len(rows), len(rows[0]), style="CentreTable")
    table.autofit = False
    for column, share in zip(table.columns, shares, strict=True):
        column.width = Mm(round(share * _across(facts["s"])))
        for cell in column.cells:
            cell.width = column.width
    for n, (line, row) in enumerate(zip(table.rows, rows, strict=True), 1):
        style = "Cell" if n < len(rows) <= SHORT else "LastCell"
        for cell, value in zip(line.cells, row, strict=True):
            cell.paragraphs[0].style = style
            for part in value if isinstance(value, list) else [value]:
                mark = {"+": "Gained", "-": "Lost"}.get(part[:1]) if isinstance(value, list) else None
                cell.paragraphs[0].add_run(part, mark)
                cell.paragraphs[0].add_run(" " if isinstance(value, list) else "")


def _map(made: Document, svg: str, facts: Facts, columns: int = 0) -> None:
    """Add a map as wide as a column; `columns`: of so many on a page, by default the style's."""
    r = facts["r"]
    wide = _across(facts["s"], columns)
    shape = made.add_paragraph(style="Map").add_run().add_picture(io.BytesIO(svg_to_png(svg, WIDTH)), width=Mm(wide))
    shape._inline.docPr.set("descr", f"{facts['w']['map']}: {r['game']}, {r['phase']}")


def _end(made: Document, facts: Facts) -> None:
    r, w = facts["r"], facts["w"]
    if r["over"] or r["deadline"]:
        _say(made, "Deadline", r["over"] or f"{w['deadline']}: {r['deadline']}")
    _several(made, "Since", r["since"])
    if r["addresses"]:
        _say(made, "SectionHead", w["addresses"])
        told = [(one["power"] or w["gm"], one["name"], one["address"].replace("@", " at ")) for one in r["addresses"]]
        _several(made, "Addresses", (f"{power}: {name + ', ' if name else ''}{address}" for power, name, address in told))
    if r["press"]:
        _say(made, "SectionHead", w["press"])
    for piece in r["press"]:
        _quoted(made, piece["text"], piece["name"] or w["unsigned"])


def _quoted(made: Document, text: str, whose: str) -> None:
    _say(made, "Press", text)
    _say(made, "PressByline", f"({whose})")
