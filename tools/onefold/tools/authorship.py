"""Who does something now, and when: from the environment, git's configuration and the clock."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

EPOCH: Final = "SOURCE_DATE_EPOCH"
_UNKNOWN: Final = "unknown"


class BadTime(ValueError):  # noqa: N818 - it says what the environment holds
    """`SOURCE_DATE_EPOCH` is no number of seconds."""


def author(folder: Path, environment: Mapping[str, str] = os.environ) -> str:
    """`Name <address>`, as git would call the author of a commit in a folder; else the name of the user."""
    configured = _configured(folder)
    name = environment.get("GIT_AUTHOR_NAME") or configured.get("user.name") or _user()
    address = environment.get("GIT_AUTHOR_EMAIL") or configured.get("user.email")
    return f"{name} <{address}>" if address else name


def now(environment: Mapping[str, str] = os.environ) -> str:
    """The time in UTC, ISO 8601 with whole seconds; that of `SOURCE_DATE_EPOCH` where it is set. Raises `BadTime`.

    >>> now({"SOURCE_DATE_EPOCH": "1767225600"})
    '2026-01-01T00:00:00Z'
    """
    epoch = environment.get(EPOCH)
    try:
        moment = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise BadTime(f"`{EPOCH}` is `{epoch}`, which is no number of seconds since 1970") from None
    return f"{moment.replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def _configured(folder: Path) -> dict[str, str]:
    """What git's configuration says of the user; nothing where there is no git."""
    git = shutil.which("git")
    if git is None:
        return {}
    command = [git, "config", "--null", "--get-regexp", r"^user\.(name|email)$"]
    done = subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False)  # noqa: S603 - no shell, fixed words
    entries = done.stdout.decode("utf-8", "replace").split("\0")
    return dict(each.split("\n", 1) for each in entries if "\n" in each)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return _UNKNOWN
