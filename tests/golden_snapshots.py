"""Snapshots of golden cases: one `expected.ambr` in the folder of each case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from golden_cases import ACCEPT, REJECT, ROOT
from syrupy.extensions.amber import AmberSnapshotExtension

if TYPE_CHECKING:
    from syrupy.location import PyTestLocation
    from syrupy.types import SnapshotIndex


class GoldenSnapshots(AmberSnapshotExtension):
    """Keeps a test's snapshots in the folder of the case that its id names.

    `discovery_dirname` is wider than the folder of one case and the same for all: syrupy deletes what it does not
    know in a folder that holds snapshots only, and the inputs stand beside these.
    """

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """The folder of the case."""
        return str(_folder(test_location))

    @classmethod
    def discovery_dirname(cls, *, test_location: PyTestLocation) -> str:  # noqa: ARG003 - the same for every test
        """Where stale snapshots are looked for."""
        return str(ROOT)

    @classmethod
    def get_file_basename(cls, *, test_location: PyTestLocation, index: SnapshotIndex) -> str:  # noqa: ARG003 - one file
        """The name of the only file, without its ending."""
        return "expected"

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        """Whether the snapshots of a file belong to a test."""
        return Path(snapshot_location).parent == _folder(test_location)


def _folder(test_location: PyTestLocation) -> Path:
    # The id is all that is known of a test that ran in another process.
    _, _, identifier = test_location.testname.partition("[")
    parent = REJECT if "/" in identifier else ACCEPT
    return parent / identifier.removesuffix("]")
