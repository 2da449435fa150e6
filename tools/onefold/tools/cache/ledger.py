"""The file that remembers: written whole or not at all, and believed only when its digest is right."""

from __future__ import annotations

import marshal
from pathlib import Path
from typing import Any, Final, TypeAlias

from blake3 import blake3

from onefold.kernel.classes import define
from onefold.tools.cache.keeping import SUFFIX, keep
from onefold.tools.cache.sealed import LARGEST, opened, sealed

# Plain values as `marshal` writes them.
Entries: TypeAlias = dict[str, Any]

_HEADER: Final = b"onefold ledger 4\n"


@define(eq=False)
class Ledger:
    """Tables by name, and the file that they are kept in."""

    path: Path
    tables: dict[str, Entries]

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """What the file holds; nothing where it is not there, not whole, or not ours."""
        try:
            tables = _tables(path)
        except (OSError, ValueError, EOFError, TypeError):
            tables = {}
        return cls(path, tables)

    def table(self, name: str) -> Entries:
        """One of the tables; changes are kept by `write`."""
        return self.tables.setdefault(name, {})

    def write(self) -> None:
        """Keep the tables; where that cannot be, it is no loss."""
        payload = marshal.dumps(self.tables)
        if len(payload) <= LARGEST:
            keep(str(self.path), sealed(_HEADER, payload))


def _tables(path: Path) -> dict[str, Entries]:
    payload = next(opened(str(path), _HEADER), None)
    if payload is None:
        return {}
    tables: dict[str, Entries] = marshal.loads(payload)  # noqa: S302 - it is what this user's onefold wrote
    return tables


def ledger_name(key: bytes) -> str:
    """The file name of the ledger with that key."""
    return f"{blake3(key).hexdigest()[:32]}{SUFFIX}"
