"""Folders that a request names and that lead elsewhere on this machine, by symbolic links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.dimensions import FOLDERS, Entries, listed_entries
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.ceiling.order import readable
from onefold.kernel.ceiling.paths import is_plain, normal_path
from onefold.kernel.classes import evolve
from onefold.tools.files import real_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.model import Ceiling


def linked_excesses(asked: Ceiling, parent: Ceiling, workspace: Path) -> Iterator[Widening]:
    """Folders that are within a ceiling by their names, and not where they lead; the parent is in normal form."""
    for member, kind, limit, verb in (
        ("workspace_roots", "workspace_root", parent.workspace_roots, "writing in"),
        ("read_only_roots", "read_only_root", readable(parent), "reading"),
    ):
        roots: Entries = getattr(asked, member)
        if isinstance(roots, str) or isinstance(limit, str):
            continue
        allowed = limit | {_led(each, workspace) for each in limit}
        for root in sorted(roots):
            place = _led(root, workspace)
            if FOLDERS.within(frozenset({root}), limit) and not FOLDERS.within(frozenset({place}), allowed):
                told = (
                    f"asks for {verb} the folder `{root}`, which is `{place}` here, and that the ceiling does not allow"
                )
                yield Widening(kind, member, told, root, listed_entries(limit))


def with_stated_roots(asked: Ceiling, bundle: Manifest) -> Ceiling:
    """A request with every folder that the bundle names: in normal form those inside of others, links too, are gone."""
    policies = [bundle.workflow.capability_policy, *(each.capability_policy for each in bundle.workflow.nodes.values())]

    def stated(member: str) -> Entries:
        known: Entries = getattr(asked, member)
        named = {normal_path(root) for policy in policies for root in getattr(policy, member)}
        return known if isinstance(known, str) else known | named

    return evolve(asked, workspace_roots=stated("workspace_roots"), read_only_roots=stated("read_only_roots"))


def _led(root: str, workspace: Path) -> str:
    """Where a folder is: absolute, or relative to the workspace if it lies there."""
    if not is_plain(root):
        return root
    base = real_path(workspace)
    found = real_path(base / root)
    if root.startswith("/") or not found.is_relative_to(base):
        return normal_path(str(found))
    return normal_path(found.relative_to(base).as_posix())
