"""What mail programs make of a reply: the writer's words above, or below, the letter that is answered, plain and as HTML."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from typing import NamedTuple

ADDRESS = "judge@pbm.example"
QUOTED = "=== write above this line ===\n\nSTANDING ORDERS\n    > A(Mun)-Bur\n    > F(Bre)-ENG\n\nTo start again: CLEAR.\n"


class Body(NamedTuple):
    """What a mail program sends: the plain part, the HTML part or '', and whether the plain one is flowed."""

    plain: str
    html: str = ""
    flowed: bool = False


def _prefixed(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _lines(text: str, start: str, end: str, empty: str = "<br>") -> str:
    return "".join(f"{start}{html.escape(line) or empty}{end}" for line in text.split("\n"))


def _breaks(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")


def gmail(own: str, quoted: str) -> Body:
    """Gmail: the attribution is broken in two, and the HTML is a div to a line."""
    said = f"On Mon, Mar 1, 2027 at 12:00 PM Diplomacy Judge <{ADDRESS}>\nwrote:"
    markup = (
        f'<div dir="ltr">{_lines(own, "<div>", "</div>")}</div><br>'
        f'<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f'On Mon, Mar 1, 2027 at 12:00 PM Diplomacy Judge &lt;<a href="mailto:{ADDRESS}">{ADDRESS}</a>&gt; wrote:<br>'
        f'</div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">{_breaks(quoted)}</blockquote></div>'
    )
    return Body(f"{own}\n\n{said}\n\n{_prefixed(quoted)}\n", markup)


def gmail_plain(own: str, quoted: str) -> Body:
    """Gmail's plain mode: the attribution on one line."""
    return Body(f"{own}\n\nOn Mon, 1 Mar 2027 at 12:00, Diplomacy Judge <{ADDRESS}> wrote:\n\n{_prefixed(quoted)}\n")


def gmail_german(own: str, quoted: str) -> Body:
    """Gmail in German."""
    return Body(f"{own}\n\nAm Mo., 1. März 2027 um 12:00 Uhr schrieb Diplomacy Judge <{ADDRESS}>:\n\n{_prefixed(quoted)}\n")


def gmail_french(own: str, quoted: str) -> Body:
    """Gmail in French."""
    return Body(f"{own}\n\nLe lun. 1 mars 2027 à 12:00, Diplomacy Judge <{ADDRESS}> a écrit :\n\n{_prefixed(quoted)}\n")


def apple(own: str, quoted: str) -> Body:
    """Apple Mail."""
    said = f"On Mar 1, 2027, at 12:00 PM, Diplomacy Judge <{ADDRESS}> wrote:"
    first, _, rest = own.partition("\n")
    markup = (
        f'<html><head></head><body style="overflow-wrap: break-word;">{html.escape(first)}'
        f'{_lines(rest, "<div>", "</div>") if rest else ""}'
        f'<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>{html.escape(said)}</div><br>'
        f'<div>{_breaks(quoted)}</div></blockquote></div><br></body></html>'
    )
    return Body(f"{own}\n\n> {said}\n> \n{_prefixed(quoted)}\n", markup)


def iphone(own: str, quoted: str) -> Body:
    """A telephone: no blank line, a signature of its own."""
    said = f"On 1 Mar 2027, at 12:00, Diplomacy Judge <{ADDRESS}> wrote:"
    return Body(f"{own}\nSent from my iPhone\n\n> {said}\n> \n{_prefixed(quoted)}\n")


def outlook(own: str, quoted: str) -> Body:
    """Outlook: a block of headers, and nothing is marked as quoted."""
    head = (
        f"From: Diplomacy Judge <{ADDRESS}>\nSent: Monday, March 1, 2027 12:00 PM\nTo: Player <player@mail.example>\n"
        "Subject: [quillfeather]"
    )
    bold = "<br>".join(f"<b>{name}:</b> {html.escape(rest)}" for name, rest in (line.split(":", 1) for line in head.split("\n")))
    start, end = '<p class="MsoNormal">', "<o:p></o:p></p>"
    markup = (
        f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang="EN-GB"><div class="WordSection1">'
        f'{_lines(own, start, end, "&nbsp;")}{start}&nbsp;{end}'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f"{start}{bold}{end}</div>{_lines(quoted, start, end, '&nbsp;')}</div></body></html>"
    )
    return Body(f"{own}\n\n{head}\n\n{quoted}\n", markup)


def outlook_german(own: str, quoted: str) -> Body:
    """Outlook in German, plain."""
    head = (
        f"Von: Diplomacy Judge <{ADDRESS}>\nGesendet: Montag, 1. März 2027 12:00\nAn: Spieler <spieler@mail.example>\n"
        "Betreff: [quillfeather]"
    )
    return Body(f"{own}\n\n{head}\n\n{quoted}\n")


def outlook_old(own: str, quoted: str) -> Body:
    """Outlook as it was."""
    head = "-----Original Message-----\nFrom: Diplomacy Judge\nSent: Monday, March 1, 2027 12:00 PM\nTo: Player"
    return Body(f"{own}\n\n{head}\n\n{quoted}\n")


def thunderbird(own: str, quoted: str) -> Body:
    """Thunderbird, plain and flowed."""
    return Body(f"{own}\n\nOn 3/1/27 12:00, Diplomacy Judge wrote:\n{_prefixed(quoted)}\n", flowed=True)


def thunderbird_below(own: str, quoted: str) -> Body:
    """Thunderbird as people of the old school set it: below the quotation."""
    return Body(f"On 01/03/2027 12:00, Diplomacy Judge wrote:\n{_prefixed(quoted)}\n\n{own}\n", flowed=True)


def thunderbird_html(own: str, quoted: str) -> Body:
    """Thunderbird with HTML."""
    markup = (
        f'<!DOCTYPE html><html><body><p>{_breaks(own)}</p>'
        f'<div class="moz-cite-prefix">On 3/1/27 12:00, Diplomacy Judge wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:1@pbm.example">'
        f'<pre class="moz-quote-pre" wrap="">{html.escape(quoted)}</pre></blockquote></body></html>'
    )
    return Body(f"{own}\n\nOn 3/1/27 12:00, Diplomacy Judge wrote:\n{_prefixed(quoted)}\n", markup)


def yahoo(own: str, quoted: str) -> Body:
    """Yahoo: nothing is marked in the plain part but by blanks."""
    said = f"On Monday, March 1, 2027, 12:00:00 PM GMT, Diplomacy Judge <{ADDRESS}> wrote:"
    markup = (
        f'<div class="ydp1yahoo-style-wrap" style="font-size:13px;">'
        f'<div dir="ltr">{_lines(own, "<div>", "</div>")}</div><div><br></div></div>'
        f'<div id="yahoo_quoted_1" class="yahoo_quoted"><div>'
        f'<div>{html.escape(said)}</div><div><br></div><div>{_breaks(quoted)}</div></div></div>'
    )
    return Body(f"{own}\n\n    {said}\n{textwrap.indent(quoted, '  ')}\n", markup)


def webde(own: str, quoted: str) -> Body:
    """web.de: HTML, with German headings in bold."""
    markup = (
        f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">'
        f'{_lines(own, "<div>", "</div>", "&nbsp;")}'
        f'<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">'
        f'<div style="margin:0 0 10px 0;">'
        f"<b>Gesendet:</b>&nbsp;Montag, 1. März 2027 um 12:00 Uhr<br>"
        f"<b>Von:</b>&nbsp;&quot;Diplomacy Judge&quot; &lt;{ADDRESS}&gt;<br>"
        f"<b>An:</b>&nbsp;spieler@web.example<br><b>Betreff:</b>&nbsp;[quillfeather]</div>"
        f'<div name="quoted-content">{_breaks(quoted)}</div></div></div></div></body></html>'
    )
    return Body("", markup)


def mutt(own: str, quoted: str) -> Body:
    """mutt."""
    return Body(f"{own}\n\nOn Mon, Mar 01, 2027 at 12:00:00PM +0000, Judge wrote:\n{_prefixed(quoted)}\n\n-- \nGwen\n", flowed=True)


def phone(own: str, quoted: str) -> Body:
    """A telephone that leaves no blank line between anything."""
    lines = "\n".join(line for line in own.split("\n") if line.strip())
    return Body(f"{lines}\nOn 1 Mar 2027 12:00, Diplomacy Judge <{ADDRESS}> wrote:\n{_prefixed(quoted)}\n")


def flowed(own: str, quoted: str) -> Body:
    """Long lines broken softly, as format=flowed has it."""
    words = "\n".join(
        " \n".join(textwrap.wrap(line, 40, break_long_words=False, break_on_hyphens=False)) if line.strip() else line
        for line in own.split("\n")
    )
    return Body(f"{words}\n", flowed=True)


def html_only(own: str, quoted: str) -> Body:
    """A page of HTML and nothing else, lines broken by <br>."""
    return Body("", f"<html><body><p>{_breaks(own)}</p></body></html>")


CLIENTS: dict[str, Callable[[str, str], Body]] = {
    each.__name__: each
    for each in (
        gmail, gmail_plain, gmail_german, gmail_french, apple, iphone, outlook, outlook_german, outlook_old, thunderbird,
        thunderbird_below, thunderbird_html, yahoo, webde, mutt, phone, flowed, html_only,
    )
}  # fmt: skip


def mailed(client: str, own: str, quoted: str, headers: dict[str, str]) -> bytes:
    """A letter as bytes, sent by a mail program in reply to another; bare if `client` is ''."""
    made = CLIENTS[client](own, quoted) if client else Body(own)
    message = EmailMessage(policy=SMTP.clone(max_line_length=998))
    if made.plain or not made.html:
        message.set_content(made.plain, cte="8bit" if made.plain.isascii() else "quoted-printable")
        if made.flowed:
            message.set_param("format", "flowed")
        if made.html:
            message.add_alternative(made.html, subtype="html")
    else:
        message.set_content(made.html, subtype="html")
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("ascii") + message.as_bytes()
