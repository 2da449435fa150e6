"""Where a measurement was made: without it a ratio cannot be compared with another."""

from __future__ import annotations

import compileall
import importlib.util
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import metadata
from io import StringIO
from pathlib import Path


def statement() -> Iterator[str]:
    """Interpreter, versions, cores, and whether bytecode is there; it is compiled first."""
    yield f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})"
    cores = len(os.sched_getaffinity(0))
    yield f"interpreter {sys.executable}, {cores} cores, {platform.system()} {platform.machine()}"
    names = ("onefold", "blake3", "PyYAML", "ruamel.yaml", "attrs", "lark", "jsonschema", "tomli")
    yield "versions " + ", ".join(f"{name} {_version(name)}" for name in names)
    yield f"bytecode {'compiled' if _compiled() else 'NOT compiled: every cold start compiles its sources'}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "absent"


def _is_standard(folder: str) -> bool:
    return folder.startswith(sys.base_prefix) and "site-packages" not in folder


def _compiled() -> bool:
    """Compile what this process would import, and say whether that worked."""
    # The standard library comes compiled; what was installed besides, and the project itself, may not be.
    folders = {Path(each) for each in sys.path if each and Path(each).is_dir() and not _is_standard(each)}
    with redirect_stdout(StringIO()):
        for folder in folders:
            compileall.compile_dir(folder, quiet=2, maxlevels=12)
    found = importlib.util.find_spec("onefold.tools.cli.main")
    return found is not None and found.cached is not None and Path(found.cached).exists()
