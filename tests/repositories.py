"""Real git repositories for tests, with nothing of the machine's own configuration in them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}


class Repository:
    """A repository at a folder."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("git") is None:
            pytest.skip("there is no git on the path")
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, data: bytes | None = None) -> str:
        """Run git there; what it printed."""
        code, out = self.attempt("git", *arguments, data=data)
        assert code == 0, out
        return out

    def attempt(
        self, *command: str, data: bytes | None = None, environment: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[int, str]:
        """Run any program there; its exit code, and what it printed, what went to standard error last."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **_ENVIRONMENT, **environment},
            input=data,
            capture_output=True,
            check=False,
        )
        printed = done.stdout if done.returncode == 0 else done.stdout + done.stderr
        return done.returncode, printed.decode("utf-8", "surrogateescape")

    def write(self, files: Mapping[str, str]) -> None:
        """Write files of the work tree."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")

    def commit(self, files: Mapping[str, str] | None = None, message: str = "x") -> str:
        """Write files and commit everything; the id of the commit."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD").strip()
