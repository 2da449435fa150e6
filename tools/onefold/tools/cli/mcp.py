"""Serve the function tools over the Model Context Protocol, on standard input and output.

A client starts this command and asks it. The tools read files below DIR and change nothing; no path, link or race leads
out of DIR, and what lies above it is not looked at. `onefold function-tools` lists the tools.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.tools.cli.exits import DONE, INTERRUPTED, UNABLE
from onefold.tools.cli.streams import complain, reason_of
from onefold.tools.workspace import workspace_root

EXAMPLE: Final = "onefold mcp\nonefold mcp --root flows"
_HERE: Final = "."
# What the interpreter does by itself: a server lives on, and what its calls leave behind must not pile up.
_THRESHOLDS: Final = (700, 10, 10)


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="the folder that can be read; the workspace of the current folder when left out",
    )


def run(options: Namespace) -> int:
    """Serve until the client goes away; the exit code."""
    try:
        from onefold.tools.functions.server import serve
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("onefold"):
            raise
        complain(
            "the SDK of the Model Context Protocol is not there, or too old: `pip install 'onefold[mcp]'` brings it"
        )
        return UNABLE
    if sys.stdin is None or sys.stdout is None:
        complain("standard input and output must be open: a client talks through them")
        return UNABLE
    root = Path(options.root) if options.root is not None else workspace_root(Path(_HERE, "_"))
    try:
        os.chdir(root)  # Paths are shown as the client writes them.
        gc.set_threshold(*_THRESHOLDS)
        # What waits for standard input cannot be woken, and nothing is written that could be left half done.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
        serve(Path(_HERE))
    except OSError as error:
        if error.filename is None:
            raise
        complain(f"cannot serve `{root}`: {reason_of(error)}")
        return UNABLE
    return DONE
