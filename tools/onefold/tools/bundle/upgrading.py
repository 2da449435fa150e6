"""Take over what an older bundle says of itself, with a newer workflow in it."""

from __future__ import annotations

from pathlib import Path

from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Pins
from onefold.kernel.classes import evolve
from onefold.tools.bundle.arriving import is_archive
from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.opened import OpenedBundle, judged
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.packing import OF_PACKING
from onefold.tools.bundle.verifying import verify


def upgraded(bundle: OpenedBundle, old: Path) -> OpenedBundle:
    """The bundle with identity, triggers, prompts, policy, connectors, environment and metadata of an older one.

    Prompts of the older workflow are not kept, and neither are pins of a graph that is no longer there. Raises what
    opening the older one raises.
    """
    before = _manifest(old)
    own = {each.node_id for each in bundle.manifest.prompt_capsules.values()}
    nodes = bundle.manifest.workflow.nodes
    kept = {
        key: each
        for key, each in before.prompt_capsules.items()
        if each.node_id in nodes and each.node_id not in own and key not in bundle.manifest.prompt_capsules
    }
    pins = before.receipts
    manifest = evolve(
        bundle.manifest,
        id=before.id,
        name=before.name,
        version=before.version,
        triggers=before.triggers,
        prompt_capsules={**bundle.manifest.prompt_capsules, **kept},
        policy=before.policy,
        connectors=before.connectors,
        environment=before.environment,
        receipts=Pins(run_id=pins.run_id, event_ids=pins.event_ids),
        metadata={name: each for name, each in before.metadata.items() if name not in OF_PACKING},
    )
    diagnostics, rows = judged(manifest, lambda _: None, is_package=False)
    return evolve(bundle, manifest=manifest, diagnostics=diagnostics, rows=rows)


def _manifest(old: Path) -> Manifest:
    """What the older bundle says of itself: of an archive only where it is what was signed, or nobody signed it."""
    if is_archive(old):
        return verify(old, Gate(allow_unsigned=True)).archive.manifest
    return open_source(old, is_upgraded=True).manifest
