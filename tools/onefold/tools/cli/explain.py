"""Show what a diagnostic code means, with an example and the same example mended; without a code, list them all."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.tools.cli.exits import DONE, UNABLE
from onefold.tools.cli.selection import unknown_code
from onefold.tools.cli.streams import columns, complain, has_colour, referred, write
from onefold.tools.pages import Page, ids_of, page_of, pages
from onefold.tools.show.page import render_page
from onefold.tools.show.style import Style

EXAMPLE: Final = "onefold explain OF204\nonefold explain null-value\nonefold explain"
# Lines of prose longer than this are hard to read, however wide the terminal is.
_PROSE: Final = 88


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="id (OF204, in any case), name (null-value) or beginning of ids (OF2)"
    )


def run(options: Namespace) -> int:
    """Print the page or the list; the exit code."""
    style = Style(has_colour(sys.stdout))
    page = page_of(options.code) if options.code else None
    if page is None:
        return _list(options.code, style)
    write(f"{_heading(page, style)}\n\n{render_page(page.text, style, min(_PROSE, columns(sys.stdout)))}\n")
    return DONE


def _list(beginning: str | None, style: Style) -> int:
    """All codes, or those whose ids begin like this."""
    ids = ids_of(beginning) if beginning else [page.code.id for page in pages()]
    if not ids:
        complain(referred(unknown_code(beginning or ""), "onefold explain"))
        return UNABLE
    write("".join(f"{_entry(page, style)}\n" for page in pages() if page.code.id in ids))
    return DONE


def _heading(page: Page, style: Style) -> str:
    return f"{style.paint(page.code.severity, f'{page.code.severity}[{page.code.id}]')} {page.name}"


def _entry(page: Page, style: Style) -> str:
    """One line: id, severity, name and the first sentence of the page."""
    width = max(len(each.name) for each in pages())
    severity = style.paint(page.code.severity, f"{page.code.severity:<7}")
    return f"{page.code.id}  {severity}  {page.name:<{width}}  {page.title}"
