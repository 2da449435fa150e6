"""Link a workflow with the sub-workflows it names: every selector becomes one exact version."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from onefold.kernel.bundle.program import Program, version_of
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.classes import frozen
from onefold.kernel.digest import is_version
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.validate import validate
from onefold.tools.bundle.payload import require_open
from onefold.tools.bundle.refusal import Refused
from onefold.tools.compiling import frontends
from onefold.tools.neighbours import Neighbours
from onefold.tools.pinning import sub_workflows
from onefold.tools.store import Damaged, Store
from onefold.tools.surroundings import Surroundings
from onefold.tools.workspace import Workspaces, workspace_root


@frozen
class Sources:
    """Where sub-workflows are looked for: the version store first, then the files of the workspace."""

    store: Store
    files: Neighbours
    include_secrets: bool
    """Whether files are taken that look like secrets."""

    @classmethod
    def around(cls, path: Path, *, include_secrets: bool) -> Sources:
        """Those of a workflow's file. Raises `BrokenConfiguration`."""
        surrounding = Surroundings(Workspaces(), frontends().frontends, (path,)).of(path)
        return cls(Store.at(workspace_root(path)), surrounding.neighbours, include_secrets)

    def find(self, step: SubWorkflow) -> Canonical | str:
        """The workflow that a step names, or why there is none. Raises `Refused` for a file that looks secret."""
        selector = step.version.text
        try:
            if is_version(selector):
                return self._exact(step.workflow, selector)
            heads = self.store.selected(step.workflow, selector)
            if len(heads) > 1:
                return f"`{selector}` has {len(heads)} heads in the version store"
            if heads:
                return self._exact(step.workflow, heads[0].version)
        except Damaged as damaged:
            return f"the version store is damaged at `{damaged.fault.path.name}`"
        found = self._file(step.workflow) if selector == "latest" else None
        return found or f"neither the version store nor the workspace has `{step.workflow}` at `{selector}`"

    def _exact(self, workflow: str, version: str) -> Canonical | str:
        try:
            found = self.store.objects.workflow(version)
        except Damaged as damaged:
            if damaged.fault.finding.code != "missing-object":
                raise
            file = self._file(workflow, version)
            return file or f"neither the version store nor the workspace has `{workflow}` at `{version}`"
        if found.workflow.workflow != workflow:
            return f"`{version}` is a version of `{found.workflow.workflow}`"
        return found

    def _file(self, workflow: str, version: str | None = None) -> Canonical | None:
        """The workflow that a file defines, if it is of that version."""
        found = self.files.get(workflow)
        if found is None or any(each.code in _fatal() for each in validate(found)):
            return None
        canonical = canonicalize(found)
        if version is not None and version_of(canonical) != version:
            return None
        if not self.include_secrets:
            require_open(self.files.place(workflow), self.files.root)
        return canonical


def link(entry: Canonical, sources: Sources) -> Program:
    """The program of a workflow and of all that it reaches. Raises `Refused` for what cannot be found."""
    first = version_of(entry)
    workflows = {first: entry}
    links: dict[str, dict[str, str]] = {}
    waiting = [first]
    while waiting:
        caller = waiting.pop()
        links[caller] = {}
        for name, step in sub_workflows(workflows[caller].workflow):
            found = sources.find(step)
            if isinstance(found, str):
                raise _unlinked(name, workflows[caller], found)
            version = version_of(found)
            links[caller][name] = version
            if version not in workflows:
                workflows[version] = found
                waiting.append(version)
    _require_no_cycle(first, workflows, links)
    return Program(first, dict(sorted(workflows.items())), dict(sorted(links.items())))


def _require_no_cycle(first: str, workflows: Mapping[str, Canonical], links: Mapping[str, Mapping[str, str]]) -> None:
    """Raise `Refused` where a workflow contains itself."""
    open_, done = {first}, set[str]()
    trail = [(first, iter(links[first].items()))]
    while trail:
        caller, steps = trail[-1]
        step, target = next(steps, ("", ""))
        if not target:
            open_.discard(caller)
            done.add(caller)
            trail.pop()
        elif target in open_:
            raise _unlinked(step, workflows[caller], "the workflow that it names contains this one")
        elif target not in done:
            open_.add(target)
            trail.append((target, iter(links[target].items())))


def _unlinked(step: str, caller: Canonical, reason: str) -> Refused:
    workflow = caller.workflow.workflow
    return Refused("module.read_failed", "unlinked-workflow", step=step, workflow=workflow, reason=reason)


def _fatal() -> frozenset[str]:
    """The names of the rules whose findings keep a workflow from having a version."""
    from onefold.kernel.rules.registry import RULES

    return frozenset(rule.name for rule in RULES if rule.code.severity == "error")
