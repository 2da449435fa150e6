"""Hold a small edit against a bundle, and apply it all or not at all.

A patch (`patch: ID`) has the hash of the bundle that it was made for, and operations. What --bundle names stays as it
is: the document of a bundle, JSON of the public contract, a workflow, or a packed bundle. What --source names is a
source whose text is changed in its place, comments kept.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from onefold.tools.cli.parser import WordParser

if TYPE_CHECKING:
    from argparse import ArgumentParser

EXAMPLE: Final = """\
onefold patch validate --bundle nightly.bundle.fold.yaml --patch verify.patch.fold.yaml
onefold patch preview --bundle nightly.bundle.fold.yaml --patch verify.patch.fold.yaml --mermaid
onefold patch apply --source nightly.bundle.fold.yaml --patch verify.patch.fold.yaml
onefold patch apply --bundle monitor.json --patch verify.json --base blake3:HASH --out patched.json"""
HAS_SUBCOMMANDS: Final = True
WORDS: Final = {
    "validate": "say what a patch changes, and whether it may",
    "preview": "show what the patched bundle will do",
    "apply": "write the patched bundle, or change its sources",
}


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="WORD", required=True)
    for word, summary in WORDS.items():
        module = import_module(f"onefold.tools.cli.patches.{word}")
        one = chosen.add_parser(word, help=summary, description=module.__doc__)
        module.arguments(one)
        one.set_defaults(run=module.run, word=(word,))
