"""Make the sources of a bundle say what a patch made of it: texts are changed in a few places, and comments stay.

Nothing is believed of the change before the changed texts were read again: what they mean has to be the patched bundle
to the last field, and no comment may be lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.lower import lower_document
from onefold.frontends.revision.pen import Unrevisable
from onefold.frontends.revision.walk import revisions
from onefold.frontends.splices import Overlap, spliced
from onefold.kernel.bundle.canonical import canonical_manifest, manifest_object
from onefold.kernel.bundle.hashing import manifest_bytes
from onefold.kernel.bundle.lowering import assembled, lower_graph
from onefold.kernel.bundle.manifest import BundleDef, Manifest
from onefold.kernel.bundle.parts import BundlePolicy
from onefold.kernel.bundle.validate import contract_path
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.document import record_document
from onefold.kernel.patch.raising import Unraisable, raised
from onefold.tools.bundle.opening import bundle_around
from onefold.tools.bundle.refusal import Refused
from onefold.tools.compiling import compile_text, frontend_for, read_text
from onefold.tools.files import read_source
from onefold.tools.surroundings import compile_file
from onefold.tools.workspace import Workspaces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from onefold.frontends.compile import Compilation, Document
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.frontends.lower import LoweredDocument
    from onefold.kernel.bundle.parts import Capsule
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue
    from onefold.tools.bundle.opened import OpenedBundle

_Record = TypeVar("_Record")


class Unsayable(Refused):
    """A source cannot say what is asked for."""

    def __init__(self, path: str, reason: str) -> None:
        """Where in the bundle, and why, as the end of a sentence."""
        super().__init__("patch.beyond_source", "patch-beyond-source", path=path, reason=reason)


class _BeginsElsewhere(Unsayable):
    """A workflow does not say where it begins, and has to now."""


@frozen
class _Text:
    """A source as it is."""

    path: Path
    frontend: Frontend
    limits: Limits
    document: Document

    @classmethod
    def of(cls, path: Path) -> _Text:
        """Read it. Raises `OSError`, `UnknownFormat` and `BrokenConfiguration`."""
        limits, frontend = Workspaces().of(path).limits, frontend_for(path)
        return cls(path, frontend, limits, read_text(read_source(path, limits), frontend, limits, str(path)))

    def saying(self, old: JsonValue, new: JsonValue, proof: Callable[[bytes | None], None]) -> bytes | None:
        """The bytes that say `new` where these say `old`; nothing where both are the same.

        `proof` raises `Refused` where bytes do not mean what they should. Raises `Refused`.
        """
        if old == new:
            proof(None)
            return None
        data = self._changed(old, new, is_wary=False)
        try:
            proof(data)
        except _BeginsElsewhere:
            raise
        except Refused:
            wary = self._changed(old, new, is_wary=True)
            if wary == data:
                raise
            proof(wary)
            return wary
        return data

    def _changed(self, old: JsonValue, new: JsonValue, *, is_wary: bool) -> bytes:
        """The bytes with what is to be changed in them; the comments are those of before. Raises `Refused`."""
        pen = None if self.frontend.pen is None else self.frontend.pen(self.document.source, self.limits)
        root = self.frontend.locate(self.document.source, self.limits)
        if pen is None or root is None:
            raise Refused("patch.unspliceable", "unspliceable-patch", path=str(self.path))
        try:
            data = spliced(self.document.source, revisions(root, old, new, pen, is_wary=is_wary))
        except Unrevisable as stuck:
            place = contract_path(stuck.path) or str(self.path)
            raise Refused("patch.unspliceable", "unspliceable-patch", path=place) from None
        except Overlap:
            raise Refused("patch.unspliceable", "unspliceable-patch", path=str(self.path)) from None
        read = read_document(self.document.source.name, data, self.frontend, self.limits)
        is_read = not any_error(read.diagnostics)
        if not is_read or self._beside(read) != self._beside(self.document):
            raise Refused("patch.unspliceable", "unspliceable-patch", path=str(self.path))
        return data

    def _beside(self, document: Document) -> tuple[list[str], list[JsonValue]]:
        """What a text says that is no part of its meaning: comments, and `meta` of the whole and of its old steps."""
        found = () if self.frontend.comments is None else self.frontend.comments(document.source, self.limits)
        old: Any = self.document.value
        value: Any = document.value
        steps = [value["steps"][name] for name in old.get("steps", ())] if "onefold" in old else []
        metas = [each.get("meta") for each in (value, *steps)] if "onefold" in old else []
        return sorted(" ".join(each.text.split()) for each in found), metas

    def lowered(self, data: bytes | None, record: type[_Record]) -> _Record:
        """What the document says, or would say with other bytes. Raises `Refused`."""
        read = self.document if data is None else read_document(str(self.path), data, self.frontend, self.limits)
        lowered: LoweredDocument[_Record] = lower_document(read.value, record, self.limits, called="a bundle")
        if any_error(read.diagnostics) or lowered.record is None or lowered.findings:
            raise Refused("patch.unspliceable", "unspliceable-patch", path=str(self.path))
        return lowered.record


def patched_sources(bundle: OpenedBundle, patched: Manifest) -> Mapping[Path, bytes]:
    """The files that change, with their new bytes, so that the source that was opened says the patched bundle.

    Raises `Refused` where it cannot, and as reading does.
    """
    if bundle.is_contract:
        return _contract(bundle, patched)
    return _document(bundle, patched)


def _contract(bundle: OpenedBundle, patched: Manifest) -> Mapping[Path, bytes]:
    text = _Text.of(bundle.path)
    data = text.saying(
        _written(bundle.manifest),
        _written(patched),
        lambda made: _require_same(text.lowered(made, Manifest), patched),
    )
    return {} if data is None else {bundle.path: data}


def _document(bundle: OpenedBundle, patched: Manifest) -> Mapping[Path, bytes]:
    assert bundle.workflow_path is not None  # noqa: S101 - what is no bundle of the contract has one
    workflow = _Workflow.of(bundle.workflow_path)
    is_alone = bundle.workflow_path == bundle.path
    if is_alone:
        definition = bundle_around(bundle.manifest.id, bundle.path)
        if patched.policy != bundle.manifest.policy:
            raise Unsayable("policy", "a workflow has no policy of its own, a bundle has")
    else:
        text = _Text.of(bundle.path)
        definition = text.lowered(None, BundleDef)
    prompts, capsules = _sorted_out(definition, patched)
    if is_alone and capsules:
        raise Unsayable(f"prompt_capsules.{next(iter(capsules))}", "a prompt of a workflow is that of a model step")
    changed = evolve(definition, prompt_capsules=capsules, policy=patched.policy)
    own = None if is_alone else _own(text, definition, changed)
    flow = workflow.saying(bundle.manifest, patched, prompts, changed)
    files = {bundle.path: own, workflow.text.path: flow}
    return {path: data for path, data in files.items() if data is not None}


def _own(text: _Text, definition: BundleDef, changed: BundleDef) -> bytes | None:
    """The bytes of a bundle's document that say something else."""

    def proof(data: bytes | None) -> None:
        if text.lowered(data, BundleDef) != changed:
            raise Refused("patch.unspliceable", "unspliceable-patch", path=str(text.path))

    return text.saying(_written(definition), _written(changed), proof)


def _sorted_out(definition: BundleDef, patched: Manifest) -> tuple[Mapping[str, Capsule], Mapping[str, Capsule]]:
    """The prompts of model steps by node, and the capsules of the bundle's own."""
    taken = definition.prompt_capsules
    prompts: dict[str, Capsule] = {}
    own: dict[str, Capsule] = {}
    for key, capsule in patched.prompt_capsules.items():
        node = patched.workflow.nodes.get(capsule.node_id)
        is_step = node is not None and node.kind == "agent" and key in (capsule.node_id, f"{capsule.node_id}.prompt")
        if key in taken or not is_step:
            own[key] = capsule
        else:
            prompts[capsule.node_id] = capsule
    order = [*(key for key in taken if key in own), *(key for key in own if key not in taken)]
    return prompts, {key: own[key] for key in order}


@frozen
class _Workflow:
    """The workflow of a bundle, with its text."""

    text: _Text
    compilation: Compilation
    canonical: Canonical

    @classmethod
    def of(cls, path: Path) -> _Workflow:
        """Read it again; it was opened before."""
        compilation = compile_file(path)
        assert compilation.canonical is not None  # noqa: S101 - it was opened before
        return cls(_Text.of(path), compilation, compilation.canonical)

    def saying(
        self, before: Manifest, patched: Manifest, prompts: Mapping[str, Capsule], definition: BundleDef
    ) -> bytes | None:
        """The bytes whose graph and prompts are the patched ones; nothing where these have them. Raises `Refused`."""
        try:
            return self._saying(before, patched, prompts, definition, start=False)
        except _BeginsElsewhere:
            return self._saying(before, patched, prompts, definition, start=True)

    def _saying(
        self,
        before: Manifest,
        patched: Manifest,
        prompts: Mapping[str, Capsule],
        definition: BundleDef,
        *,
        start: bool,
    ) -> bytes | None:
        workflow = self.compilation.workflow
        assert workflow is not None  # noqa: S101 - it was opened before
        try:
            new = raised(workflow, before.workflow, patched.workflow, prompts, start=start)
        except Unraisable as unraisable:
            raise Unsayable(contract_path(unraisable.path), unraisable.reason) from None

        def proof(data: bytes | None) -> None:
            canonical = self.canonical if data is None else self._compiled(data)
            _require_same(assembled(definition, lower_graph(canonical)), patched)

        return self.text.saying(record_document(workflow), new, proof)

    def _compiled(self, data: bytes) -> Canonical:
        text = self.text
        policy = Workspaces().of(text.path).policy(text.path)
        found = compile_text(data, text.frontend, text.limits, text.path, policy=policy)
        if found.canonical is None:
            first = next(each for each in found.complaints if each.severity == "error")
            if first.name == "no-unique-start":
                raise _BeginsElsewhere("steps", first.message)
            words = first.message.removesuffix(".")
            raise Unsayable(first.ir_path or str(text.path), f"its source would have an error: {words}")
        return found.canonical


def _written(record: object) -> dict[str, JsonValue]:
    """The document of a bundle; a mode of catching up is spelled out, since nothing at all means another number."""
    document: dict[str, Any] = record_document(record)
    policy = getattr(record, "policy", None)
    if isinstance(policy, BundlePolicy) and policy.catchup != BundlePolicy().catchup:
        catchup = record_document(policy.catchup, defaults=True)
        document["policy"] = {**document.get("policy", {}), "catchup": catchup}
    return document


def _require_same(found: Manifest, wanted: Manifest) -> None:
    """Raise `Unsayable` with the first place where two bundles differ."""
    bare = evolve(wanted, signature=None)
    if manifest_bytes(found) == manifest_bytes(bare):
        return
    path, old, new = next(_differences(_spelled(found), _spelled(bare), ()))
    if path == ("workflow", "entry"):
        raise _BeginsElsewhere("workflow.entry", f"it would be `{old}`")
    raise Unsayable(contract_path(path), f"it would be `{_brief(old)}` and not `{_brief(new)}`")


def _spelled(manifest: Manifest) -> JsonValue:
    return manifest_object(canonical_manifest(manifest))


def _differences(old: Any, new: Any, path: IrPath) -> Iterator[tuple[IrPath, Any, Any]]:  # noqa: ANN401 - plain values
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys((*new, *old)):
            yield from _differences(old.get(name), new.get(name), (*path, name))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _differences(one, other, (*path, index))
    elif old != new:
        yield path, old, new


def _brief(value: object) -> str:
    from onefold.frontends.json.revise import spelled

    text = "nothing" if value is None else spelled(value, None)  # type: ignore[arg-type]
    return f"{text[:60]}…" if len(text) > 60 else text
