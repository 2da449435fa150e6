"""Sub-workflow selectors: pin them to the versions that they mean now, and let them float again.

A source is changed in the few characters that say the selector, and only after a proof: compiled again, it is the
same workflow but for those selectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from onefold.frontends.compile import Compilation
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.splices import Overlap, spliced
from onefold.frontends.tree import MappingNode
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.digest import is_version
from onefold.kernel.fixes import Edit
from onefold.kernel.ir.nodes import SubWorkflow, VersionSelector, WorkflowDef
from onefold.tools.store import Damaged, Store
from onefold.tools.store.faults import several_heads
from onefold.tools.store.resolve import no_head
from onefold.tools.store.store import LATEST

Selectors = Mapping[str, str]
"""New selectors, by the id of their step."""


@frozen
class Rewritten:
    """A source with other selectors; or the steps whose selectors cannot be replaced, and nothing else."""

    data: bytes | None
    stuck: tuple[str, ...] = ()


def sub_workflows(workflow: WorkflowDef) -> Iterator[tuple[str, SubWorkflow]]:
    """The sub-workflow steps with their ids."""
    for identifier, step in workflow.steps.items():
        if isinstance(step, SubWorkflow):
            yield identifier, step


def frozen_selectors(workflow: WorkflowDef, store: Store) -> tuple[Selectors, tuple[Finding, ...]]:
    """The versions that floating selectors mean now, and what keeps others from being replaced.

    Raises `Damaged` and `OSError`.
    """
    selectors: dict[str, str] = {}
    findings: list[Finding] = []
    for identifier, step in sub_workflows(workflow):
        if is_version(step.version.text):
            continue
        heads = store.selected(step.workflow, step.version.text)
        place = Place(("steps", identifier, "version"))
        if not heads:
            channel = "main" if step.version.text == LATEST else step.version.text
            arguments = {"step": identifier, "reason": no_head(store, step.workflow, channel)}
            findings.append(Finding("unrecorded-channel", place, arguments))
        elif len(heads) > 1:
            findings.append(evolve(several_heads(heads), place=place))
        else:
            selectors[identifier] = heads[0].version
    return selectors, tuple(findings)


def thawed_selectors(workflow: WorkflowDef, selector: str) -> Selectors:
    """The same selector for every step that names a full version."""
    return {identifier: selector for identifier, step in sub_workflows(workflow) if is_version(step.version.text)}


def loose_selectors(workflow: WorkflowDef, store: Store) -> Iterator[Finding]:
    """What is not frozen, or frozen to what the store cannot give. Raises `OSError`."""
    for identifier, step in sub_workflows(workflow):
        place, selector = Place(("steps", identifier, "version")), step.version.text
        arguments = {"step": identifier, "workflow": step.workflow}
        if not is_version(selector):
            yield Finding("unfrozen-selector", place, {**arguments, "selector": selector})
            continue
        reason = _lack(store, step.workflow, selector)
        if reason:
            yield Finding("unrecorded-version", place, {**arguments, "version": selector, "reason": reason})


def _lack(store: Store, workflow: str, version: str) -> str:
    """Why the store cannot give a version of a workflow; empty where it can."""
    try:
        found = store.objects.workflow(version).workflow.workflow
    except Damaged as damaged:
        if damaged.fault.finding.code == "missing-object":
            return "the store has no such version"
        return "what the store keeps under that name is damaged"
    return "" if found == workflow else f"it is a version of `{found}`"


def with_selectors(workflow: WorkflowDef, selectors: Selectors) -> WorkflowDef:
    """The workflow with other selectors in some of its sub-workflow steps."""
    steps = dict(workflow.steps)
    for identifier, step in sub_workflows(workflow):
        if identifier in selectors:
            steps[identifier] = evolve(step, version=VersionSelector(selectors[identifier]))
    return evolve(workflow, steps=steps)


def rewritten(
    before: Compilation,
    selectors: Selectors,
    frontend: Frontend,
    limits: Limits,
    compile_again: Callable[[bytes], Compilation],
) -> Rewritten:
    """The source with other selectors, every other byte as it was; proved to mean just that."""
    ways = _ways(before, selectors, frontend, limits)

    def proved(edits: Iterable[Edit], allowed: Selectors, needed: Iterable[str]) -> bytes | None:
        """The source with these edits, if no selectors but the allowed ones changed, and the needed ones did."""
        try:
            data = spliced(before.source, edits)
        except Overlap:
            return None
        after = compile_again(data).workflow
        if before.workflow is None or after is None:
            return None
        made = {
            name: step.version.text for name, step in sub_workflows(after) if step.version.text == allowed.get(name)
        }
        is_complete = all(name in made for name in needed)
        return data if is_complete and after == with_selectors(before.workflow, made) else None

    edits = [edit for each in selectors if ways[each] for edit in ways[each][0]]
    data = proved(edits, selectors, selectors)
    if data is not None:
        return Rewritten(data)
    return _one_by_one(ways, selectors, proved)


def _ways(
    before: Compilation, selectors: Selectors, frontend: Frontend, limits: Limits
) -> Mapping[str, Sequence[Sequence[Edit]]]:
    """The ways to replace each selector, best first."""
    root = frontend.locate(before.source, limits)
    steps = root.entries["steps"].node if isinstance(root, MappingNode) else None
    if frontend.set_field is None or not isinstance(steps, MappingNode):
        return dict.fromkeys(selectors, ())
    found = {}
    for identifier, selector in selectors.items():
        step = steps.entries[identifier].node
        found[identifier] = (
            tuple(frontend.set_field(step, "version", selector, "workflow")) if isinstance(step, MappingNode) else ()
        )
    return found


def _one_by_one(
    ways: Mapping[str, Sequence[Sequence[Edit]]],
    selectors: Selectors,
    proved: Callable[[Iterable[Edit], Selectors, Iterable[str]], bytes | None],
) -> Rewritten:
    """For each selector the first way that goes together with those chosen before."""
    chosen: list[Edit] = []
    done: list[str] = []
    stuck: list[str] = []
    data: bytes | None = None
    for identifier in selectors:
        for way in ways[identifier]:
            attempt = proved([*chosen, *way], selectors, [*done, identifier])
            if attempt is not None:
                data = attempt
                chosen += way
                done.append(identifier)
                break
        else:
            stuck.append(identifier)
    return Rewritten(None, tuple(stuck)) if stuck else Rewritten(data)
