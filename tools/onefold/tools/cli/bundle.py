"""Show what a bundle will do, run it, hold it against a ceiling, and pack, sign and verify it.

A bundle carries a workflow with what starts it, what it may do and what a replay must find again. FILE is the document
of a bundle, JSON of the public contract, a workflow, or a packed bundle.
"""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from typing import Final

from onefold.tools.cli.parser import WordParser

EXAMPLE: Final = """\
onefold bundle validate nightly.bundle.fold.yaml
onefold bundle preview nightly.bundle.fold.yaml --html preview.html
onefold bundle run nightly.bundle.fold.yaml --outputs outputs.yaml
onefold bundle keygen release.pem
onefold bundle pack nightly.bundle.fold.yaml -o nightly.foldpack --sign --key release.pem
onefold bundle verify nightly.foldpack --strict
onefold bundle run nightly.foldpack --trust-policy trust.json
onefold bundle inspect nightly.foldpack
onefold bundle unpack nightly.foldpack nightly"""
HAS_SUBCOMMANDS: Final = True
WORDS: Final = {
    "validate": "report what is wrong with a bundle",
    "preview": "show what a bundle will do",
    "run": "walk a bundle and print the receipt",
    "pack": "write a bundle as one file",
    "verify": "say whether a packed bundle is what was signed",
    "inspect": "show what a packed bundle holds",
    "unpack": "write the files of a packed bundle into a folder",
    "ceiling": "show the most that a bundle asks for",
    "nested-ceiling": "say whether a bundle asks for more than a ceiling allows",
    "keygen": "make a key to sign with",
}


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="WORD", required=True)
    for word, summary in WORDS.items():
        module = import_module(f"onefold.tools.cli.bundles.{word.replace('-', '_')}")
        one = chosen.add_parser(word, help=summary, description=module.__doc__)
        module.arguments(one)
        one.set_defaults(run=module.run, word=(word,))
