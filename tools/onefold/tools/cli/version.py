"""Which onefold this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_line() -> str:
    """Name and version of the installed distribution; a checkout that is not installed says so."""
    try:
        return f"onefold {version('onefold')}"
    except PackageNotFoundError:
        return "onefold (a checkout that is not installed)"
