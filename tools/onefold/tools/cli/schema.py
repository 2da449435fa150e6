"""Print the JSON Schema (2020-12) of a kind of document: what people write for editors, outputs for programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib.resources import files
from typing import Final

from onefold.tools.cli.bundle import WORDS
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write_bytes

EXAMPLE: Final = "onefold schema > workflow.schema.json\nonefold schema catalog\nonefold schema check"

KINDS: Final = (
    *("workflow", "catalog", "definition", "orchestrator", "manifest", "bundle", "ceiling", "config"),
    *("check", "log", "show", "diff", "breaking", "workflows", "events", "lineage"),
    *(f"bundle-{word}" for word in WORDS),
    "error",
)


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "kind",
        nargs="?",
        choices=KINDS,
        default="workflow",
        help="the documents you write: workflow (default), catalog, definition, orchestrator, manifest, bundle, "
        "ceiling, config (of a workspace); what commands print with --format json: check, log, show, diff, breaking, "
        "workflows, lineage, and bundle-validate or another word of bundle; a line of the events of a run: events; "
        "what all of them print that could do nothing: error",
    )


def run(options: Namespace) -> int:
    """Print the schema; the exit code."""
    write_bytes(files("onefold.tools").joinpath("schemas", f"{options.kind}.json").read_bytes())
    return DONE
