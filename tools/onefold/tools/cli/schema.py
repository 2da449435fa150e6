"""Print the JSON Schema (2020-12) of a kind of document: what people write for editors, outputs for programs."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from onefold.tools.cli.bundle import WORDS
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.patch import WORDS as PATCH_WORDS
from onefold.tools.cli.streams import write_bytes

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXAMPLE: Final = "onefold schema > workflow.schema.json\nonefold schema catalog\nonefold schema check"

KINDS: Final = (
    *("workflow", "catalog", "definition", "orchestrator", "manifest", "bundle", "patch", "ceiling", "case", "config"),
    *("check", "log", "show", "diff", "breaking", "workflows", "events", "lineage", "eval"),
    *(f"bundle-{word}" for word in WORDS),
    *(f"patch-{word}" for word in PATCH_WORDS),
    *("function-tools", "function-outputs", "error"),
)


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "kind",
        nargs="?",
        choices=KINDS,
        default="workflow",
        help="the documents you write: workflow (default), catalog, definition, orchestrator, manifest, bundle, patch, "
        "ceiling, case (for eval), config (of a workspace); what commands print with --format json: check, log, show, "
        "diff, breaking, workflows, lineage, eval, function-tools, bundle-validate or another word of bundle or patch; "
        "what function tools answer: function-outputs; a line of the events of a run: events; what all of them print "
        "that could do nothing: error",
    )


def run(options: Namespace) -> int:
    """Print the schema; the exit code."""
    write_bytes(files("onefold.tools").joinpath("schemas", f"{options.kind}.json").read_bytes())
    return DONE
