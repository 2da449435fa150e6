"""The work on a bundle grows with its nodes, edges, triggers and connectors, and no faster."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from bundle_documents import contract
from patch_documents import add, insert, patch, prompt
from test_scaling import LIMITS, SHAPES, lowered
from visits import visits

from onefold.frontends.json.render import rendered
from onefold.frontends.lower import lower_document
from onefold.kernel.bundle.canonical import canonical_manifest, digests_of
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.lowering import assembled, lower_graph
from onefold.kernel.bundle.manifest import BundleDef, Manifest, WorkflowFile
from onefold.kernel.bundle.outputs import OutputsDef
from onefold.kernel.bundle.parts import Trigger
from onefold.kernel.bundle.preview import preview
from onefold.kernel.bundle.projection import shown_edges
from onefold.kernel.bundle.receipt import Run
from onefold.kernel.bundle.validate import validate_bundle
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.ceiling.around import NOTHING_AROUND
from onefold.kernel.ceiling.widening import widening
from onefold.kernel.patch.apply import apply
from onefold.kernel.patch.documents import PatchDef
from onefold.kernel.remembered import forget
from onefold.tools.bundle.running import run

SMALL, LARGE = 40, 400
BUNDLE = BundleDef(
    bundle="b", version="1", workflow=WorkflowFile(file="w"), triggers=(Trigger(id="go", kind="manual"),)
)


def many_triggers(count: int) -> dict[str, Any]:
    """As many triggers as connectors, each bound to the last one of its provider."""
    connectors = [{"id": f"c{index}", "provider_id": f"p{index}", "scopes": ["read"]} for index in range(count)]
    triggers = [
        {"id": f"t{index}", "kind": "github", "provider": f"p{index}", "events": ["x"], "node_id": "a"}
        for index in range(count)
    ]
    return contract(triggers=triggers, connectors=connectors, prompt_capsules={})


def many_ways(count: int) -> dict[str, Any]:
    """One node that leads to all others, and each of them back; every node with a prompt and an approval."""
    names = [f"n{index}" for index in range(count)]
    edges = [{"from": "a", "to": name, "branch": "success"} for name in names]
    edges += [{"from": name, "to": "a", "branch": "failure"} for name in names]
    nodes = {name: {"id": name, "kind": "action"} for name in ("a", *names)}
    graph = {"id": "w", "version": 1, "entry": "a", "nodes": nodes, "edges": edges}
    capsules = {name: {"id": name, "node_id": name, "prompt": "Hi."} for name in names}
    policy = {"approval_required": names, "retry": {"max_attempts": 2, "backoff": "none"}}
    triggers = [{"id": "go", "kind": "manual", "node_id": "a"}]
    return contract(workflow=graph, prompt_capsules=capsules, policy=policy, triggers=triggers)


CONTRACTS: dict[str, Callable[[int], dict[str, Any]]] = {each.__name__: each for each in (many_triggers, many_ways)}


@cache
def manifest_of(shape: str, count: int) -> Manifest:
    if shape in SHAPES:
        return assembled(BUNDLE, lower_graph(canonicalize(lowered(shape, count))))
    made = lower_document(CONTRACTS[shape](count), Manifest, LIMITS, called="a bundle").record
    assert made is not None
    return made


def _walk(manifest: Manifest) -> object:
    return run(Run(manifest, True, outputs=OutputsDef()))


STAGES: dict[str, Callable[[Manifest], object]] = {
    "validate": lambda manifest: validate_bundle(manifest, is_package=False),
    "edges": shown_edges,
    "preview": lambda manifest: preview(manifest, (), is_contract=True),
    "digests": digests_of,
    "canonical": canonical_manifest,
    "hash": plain_hash,
    "run": lambda manifest: run(Run(manifest, True)),
    "walk": _walk,
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("shape", ["nested_parallels", "dense_loops", *CONTRACTS])
def test_a_stage_does_about_the_same_work_for_each_part(shape: str, stage: str) -> None:
    per_part = []
    for count in (SMALL, LARGE):
        manifest = manifest_of(shape, count)
        forget()
        per_part.append(visits(lambda: STAGES[stage](manifest), "onefold.kernel") / count)  # noqa: B023 - it is done at once
    assert per_part[1] <= 1.25 * per_part[0], per_part


def long_patch(count: int) -> PatchDef:
    """A chain of agents behind the node `a`."""
    names = ["a", *(f"x{index}" for index in range(count))]
    operations = [
        each
        for before, name in itertools.pairwise(names)
        for each in (insert(name, kind="agent"), prompt(name, name), add(before, name, "success"))
    ]
    made = lower_document(patch(*operations), PatchDef, LIMITS, called="a patch").record
    assert made is not None
    return made


@pytest.mark.parametrize("gates", [[], ["a"]], ids=["without a gate", "behind a gate"])
def test_a_patch_does_about_the_same_work_for_each_operation(gates: list[str]) -> None:
    graph = {"id": "w", "version": 1, "entry": "a", "nodes": {"a": {"id": "a", "kind": "agent"}}, "edges": []}
    bundle = contract(workflow=graph, prompt_capsules={}, policy={"approval_required": gates})
    original = lower_document(bundle, Manifest, LIMITS, called="a bundle").record
    assert original is not None
    per_operation = []
    for count in (SMALL, LARGE):
        long = long_patch(count)
        forget()

        def judge(long: PatchDef = long) -> object:
            applied = apply(long, original)
            assert not applied.failures
            return widening(original, applied.manifest, None, is_contract=False, around=NOTHING_AROUND)

        per_operation.append(visits(judge, "onefold.kernel") / count)
    assert per_operation[1] <= 1.25 * per_operation[0], per_operation


@pytest.mark.parametrize("shape", SHAPES)
def test_lowering_does_about_the_same_work_for_each_step(shape: str) -> None:
    per_step = []
    for count in (SMALL, LARGE):
        canonical = canonicalize(lowered(shape, count))
        forget()
        per_step.append(visits(lambda: lower_graph(canonical), "onefold.kernel") / count)  # noqa: B023 - it is done at once
    assert per_step[1] <= 1.25 * per_step[0], per_step


def test_what_is_printed_is_what_the_standard_library_prints() -> None:
    value = preview(manifest_of("many_ways", 3), (), is_contract=True).data
    odd: Any = {
        "a": [],
        "b": {},
        "c": [[], {}, [1, 2.5, True, None, '\u00e9"\\\n']],
        "d": -1,
        "e": 1e300,
        "": {"x": [{}]},
    }
    for each in (value, odd, {}, {"x": value}):
        assert "".join(rendered(each)) == json.dumps(each, indent=2, ensure_ascii=False) + "\n"
