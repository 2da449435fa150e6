"""Print a recorded workflow: its canonical document, headed by what is known of the revision.

REF is the id of a workflow (the head of its channel `main`), WORKFLOW@CHANNEL, or the first digits, four at least,
of a version or a revision, with or without `blake3:`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.frontends.json.render import render as render_json
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.document import document
from onefold.kernel.values import JsonValue
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.printing import printed, printer_called
from onefold.tools.cli.stored import store_here, tell_unresolved, telling_damage
from onefold.tools.cli.streams import encoded, write, write_bytes
from onefold.tools.show.revisions import header_lines, revision_object
from onefold.tools.store.resolve import Found, resolve

EXAMPLE: Final = "onefold show pr-review\nonefold show pr-review@stable --to toml\nonefold show 3f9c01 --format json"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("reference", metavar="REF", help="a workflow, WORKFLOW@CHANNEL, a version or a revision")
    parser.add_argument(
        "--to", metavar="FORMAT", help="yaml (default), toml, json, fold, an installed format, or jcs: the hashed bytes"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text (default): the workflow as a source; json: one object with the revision and the document",
    )


@telling_damage
def run(options: Namespace) -> int:
    """Print the workflow; the exit code."""
    if options.format == "json" and options.to:
        raise UsageError("--to says how a source is written, and --format json writes none")
    printer = printer_called(options.to or "yaml")
    store = store_here()
    found = resolve(store, options.reference)
    if not isinstance(found, Found):
        tell_unresolved(options.reference, found)
        return UNABLE
    canonical = store.objects.workflow(found.version)
    if options.format == "json":
        write(_object(found, canonical))
        return DONE
    text = printed(canonical, printer, options.reference)
    if text is None:
        return FINDINGS
    write_bytes(_header(found, printer.comment if printer else "") + text)
    return DONE


def _header(found: Found, comment: str) -> bytes:
    """Comments in the format that is printed; nothing where it has none."""
    if not comment:
        return b""
    lines = header_lines(found.revision) if found.revision else [f"version {found.version}"]
    return encoded("".join(f"{comment} {line}".rstrip() + "\n" for line in lines))


def _object(found: Found, canonical: Canonical) -> str:
    revision = None if found.revision is None else revision_object(found.revision)
    value: dict[str, JsonValue] = {"onefold": "show/1", "ok": True, "version": found.version, "revision": revision}
    return render_json({**value, "document": document(canonical.workflow)})
