"""Objects: the canonical bytes of workflows under their versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding
from onefold.kernel.digest import PREFIX, version
from onefold.kernel.encode import encode
from onefold.tools.store.faults import NOWHERE, Damaged, telling
from onefold.tools.store.names import digits_of
from onefold.tools.store.shelf import Shelf

_LARGEST: Final = 2**28
# What was compiled once was within the limits of its day, so these only keep the reading itself from harm.
_LIMITS: Final = Limits(source_bytes=_LARGEST, depth=400, nodes=2**28, text_bytes=_LARGEST, predicate_depth=400)


@frozen
class Objects:
    """All objects of a store."""

    shelf: Shelf

    @classmethod
    def of(cls, store: Path) -> Objects:
        """The objects of the store whose folder is `store`."""
        return cls(Shelf(store / "objects", store, _LARGEST))

    def path_of(self, name: str) -> Path:
        """The file of a version."""
        return self.shelf.path_of(digits_of(name))

    def read(self, name: str) -> bytes:
        """The canonical bytes of a version, hashed again. Raises `Damaged` where they are missing or altered."""
        path = self.path_of(name)
        try:
            with telling(path):
                data = self.shelf.read(digits_of(name))
        except FileNotFoundError:
            raise Damaged(path, Finding("missing-object", NOWHERE, {"version": name, "by": "what was asked"})) from None
        found = version(data)
        if found != name:
            raise Damaged(path, Finding("altered-object", NOWHERE, {"version": name, "found": found}))
        return data

    def workflow(self, name: str) -> Canonical:
        """The workflow of a version. Raises `Damaged`, also for bytes that are the canonical ones of no workflow."""
        canonical = canonical_of(self.read(name))
        if canonical is None:
            raise Damaged(self.path_of(name), Finding("uncanonical-object", NOWHERE, {"version": name}))
        return canonical

    def add(self, name: str, data: bytes) -> None:
        """Keep the canonical bytes of a version. Raises `Damaged` where other bytes have its name, and `OSError`."""
        if not self.shelf.add(digits_of(name), data):
            self.read(name)

    def starting_with(self, prefix: str) -> Sequence[str]:
        """The versions whose digits begin like this. Raises `Damaged`."""
        with telling(self.shelf.folder):
            return [PREFIX + each for each in self.shelf.starting_with(prefix)]


def canonical_of(data: bytes) -> Canonical | None:
    """The workflow that these bytes are the canonical ones of, if they are."""
    try:
        lowered = lower_workflow(json.loads(data), _LIMITS)
        if lowered.workflow is None:
            return None
        canonical = canonicalize(lowered.workflow)
        return canonical if encode(canonical) == data else None
    except Exception:  # the passes expect a workflow without errors, and bytes may be of anything
        return None
