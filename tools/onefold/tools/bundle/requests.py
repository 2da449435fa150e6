"""What a file asks for: a bundle of any origin, a workflow, the manifest of a harness, or a ceiling to be handed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from onefold.frontends.compile import Document, called, is_document, kind_of_document, locating
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.ceiling.around import Around, noting, undescribed
from onefold.kernel.ceiling.contract import policy_object
from onefold.kernel.ceiling.documents import document_of
from onefold.kernel.ceiling.excess import Widening, excesses
from onefold.kernel.ceiling.model import EVERYTHING, Ceiling
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle
from onefold.kernel.ceiling.of_manifests import HarnessManifest, ceiling_of_manifest
from onefold.kernel.ceiling.of_workflows import ceiling_of_workflow
from onefold.kernel.classes import evolve, fields, frozen
from onefold.kernel.digest import is_version
from onefold.kernel.ir.nodes import SubWorkflow, VersionSelector, WorkflowDef
from onefold.tools.bundle.arriving import is_archive, open_archive
from onefold.tools.bundle.ceilings import read_ceiling, unknown_levels
from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.links import linked_excesses, with_stated_roots
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.refusal import Refused
from onefold.tools.documents import Unusable, read_catalog, read_plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.values import JsonObject, JsonValue
    from onefold.tools.bundle.opened import OpenedBundle

UNNAMED: Final = "<unknown>"
_FOREIGN: Final = re.compile(r"[^A-Za-z0-9_]+")
_WANTED: Final = "a bundle, a workflow or a harness manifest"


@frozen
class Request:
    """What a file asks for."""

    kind: str
    """`workflow_bundle` and `burin_harness`, as the contract calls them; `workflow_source` or `ceiling`."""
    label: str
    """Id of the bundle, the workflow, the harness or the ceiling."""
    ceiling: Ceiling
    is_contract: bool = False
    bundle: OpenedBundle | None = None
    """The bundle that it is, whatever is wrong with it."""
    unknown: tuple[str, ...] = ()
    """What is not known, so that it counts as everything; each a sentence without its full stop."""

    def policy(self) -> JsonObject:
        """The policy JSON of the contract."""
        return policy_object(self.ceiling, is_projection=self.is_contract)

    def document(self) -> JsonObject:
        """The document `ceiling: ID`, which can be kept."""
        return document_of(self.ceiling, name_of(self.label))


def name_of(label: str) -> str:
    """An id for a ceiling after what asks for it."""
    plain = _FOREIGN.sub("-", label).strip("-")[:200].strip("-")
    return plain if plain and not plain[0].isdigit() else f"of-{plain}".strip("-")


def read_request(path: Path, gate: Gate) -> Request:
    """What a file asks for; an archive passes the gate first.

    Raises `Unusable`, `OSError`, `UnknownFormat`, `BrokenConfiguration` and `Refused`.
    """
    if is_archive(path):
        return request_of(open_archive(path, gate))
    document, frontend, limits = read_plain(path)
    kind = kind_of_document(document.value)
    if _is_harness(document.value):
        return _of_harness(path, document, frontend, limits)
    if kind in ("bundle", "workflow"):
        return request_of(open_source(path))
    if kind == "ceiling":
        read = read_ceiling(path)
        return Request("ceiling", _text(document.value, "ceiling"), read.ceiling)
    if kind == "manifest":
        # A manifest of a session holds digests and no ceiling: it is silent.
        return Request("burin_harness", _text(document.value, "harnessId"), EVERYTHING)
    raise Unusable(path, (), f"`{path}` is {called(kind)}, and {_WANTED} is needed here")


def request_of(bundle: OpenedBundle) -> Request:
    """What an opened bundle asks for, or the workflow that it was made of."""
    around, misses = noting(around_bundle(bundle))
    asked = _asked(bundle, around)
    missed = [
        f"nothing is known of the workflow `{name}` at `{selector}`: it may ask for everything"
        for name, selector in misses
    ]
    vague = [] if bundle.is_contract else undescribed(asked.ceiling.tools, around)
    told = [f"no catalogue says what the side effect of the tool `{each}` is: it may do anything" for each in vague]
    return evolve(asked, unknown=(*missed, *told))


def excesses_of(asked: Request, parent: Ceiling, workspace: Path) -> tuple[Widening, ...]:
    """Everything that is asked for beyond a ceiling, by names and by where folders lead on this machine."""
    stated = asked.ceiling if asked.bundle is None else with_stated_roots(asked.ceiling, asked.bundle.manifest)
    linked = linked_excesses(stated, parent, workspace)
    return (*excesses(asked.ceiling, parent), *linked)


def _asked(bundle: OpenedBundle, around: Around) -> Request:
    if bundle.workflow is not None and bundle.workflow_path == bundle.path:
        workflow = bundle.workflow.workflow
        return Request("workflow_source", workflow.workflow, ceiling_of_workflow(workflow, around), bundle=bundle)
    asked = ceiling_of_bundle(bundle.manifest, is_contract=bundle.is_contract, around=around)
    return Request("workflow_bundle", bundle.manifest.id, asked, bundle.is_contract, bundle)


def around_bundle(bundle: OpenedBundle) -> Around:
    """The catalogues around a bundle, and the workflows that it runs: those it carries, or those at hand."""
    if bundle.is_contract:
        return Around()
    path = bundle.workflow_path or bundle.path
    tools = read_catalog((), path).tools
    return Around(tools, _carried(bundle) if bundle.archive is not None else _at_hand(path))


def _carried(bundle: OpenedBundle) -> Callable[[str, str], WorkflowDef | None]:
    from onefold.tools.bundle.integrity import linked

    assert bundle.archive is not None  # noqa: S101 - asked of archives alone
    program = linked(bundle.archive)

    def find(workflow: str, selector: str) -> WorkflowDef | None:
        if is_version(selector):
            exact = program.workflows.get(selector)
            return None if exact is None else exact.workflow
        named = [each.workflow for each in program.workflows.values() if each.workflow.workflow == workflow]
        # Of several versions nobody here can say which a selector meant.
        return named[0] if len(named) == 1 else None

    return find


def _at_hand(path: Path) -> Callable[[str, str], WorkflowDef | None]:
    from onefold.tools.bundle.linking import Sources  # Most bundles run no other workflow.

    known: list[Sources] = []

    def find(workflow: str, selector: str) -> WorkflowDef | None:
        if not known:
            known.append(Sources.around(path, include_secrets=False))
        try:
            found = known[0].find(SubWorkflow(workflow=workflow, version=VersionSelector(selector)))
        except Refused:
            return None  # It looks like a secret: packing tells of it.
        return None if isinstance(found, str) else found.workflow

    return find


def _is_harness(value: JsonValue) -> bool:
    """Whether a document has a ceiling of its own, or is no document of ours and has nothing of a workflow."""
    if not isinstance(value, dict) or "capability_ceiling" in value:
        return isinstance(value, dict)
    return not is_document(value) and not {"steps", "workflow", "transitions"} & set(value)


def _of_harness(path: Path, document: Document, frontend: Frontend, limits: Limits) -> Request:
    value = document.value if isinstance(document.value, dict) else {}
    # It may say more than is of interest here.
    known = {each.name for each in fields(HarnessManifest)}
    read: JsonValue = {name: each for name, each in value.items() if name in known}
    lowered = lower_document(read, HarnessManifest, limits, called="a harness manifest")
    policy = None if lowered.record is None else lowered.record.capability_ceiling
    findings = (*lowered.findings, *unknown_levels(policy, "capability_ceiling"))
    if lowered.record is None or findings:
        found = diagnose(findings, locating(document.source, frontend, limits, {}))
        raise Unusable(path, found, f"`{path}` has errors")
    return Request("burin_harness", lowered.record.id or UNNAMED, ceiling_of_manifest(lowered.record))


def _text(value: JsonValue, name: str) -> str:
    said = value.get(name) if isinstance(value, dict) else None
    return said if isinstance(said, str) else UNNAMED
