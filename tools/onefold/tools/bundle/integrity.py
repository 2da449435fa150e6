"""The checks of what an archive holds against what its manifest says. Each tells whether it could be made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias, TypeGuard

from onefold.kernel.bundle.archive import Entry, layout
from onefold.kernel.bundle.canonical import canonical_graph, canonical_manifest, contract_bytes, manifest_object
from onefold.kernel.bundle.hashing import PACKED_WITH, ZSTD_VERSION
from onefold.kernel.bundle.lowering import lower_graph
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.package import Module
from onefold.kernel.bundle.paths import fault_of_path, plain_path
from onefold.kernel.bundle.program import FORMAT, PATH, Program
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.digest import version
from onefold.tools.bundle.archives import Archive
from onefold.tools.bundle.compression import compressed, how_compressed
from onefold.tools.bundle.contents import SBOM, SOURCES, archive_of, module_path, spdx_of, tool_path, tools_of
from onefold.tools.bundle.refusal import Refused
from onefold.tools.pinning import sub_workflows
from onefold.tools.store.objects import canonical_of

_ZSTD: Final = re.compile(r"(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3})){2}", re.ASCII)
_LARGEST_COMPARED: Final = 33_554_432
"""Bytes of the largest archive that is compressed once more to compare it."""
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
Check: TypeAlias = Callable[[Archive], bool]


def check_modules(archive: Archive) -> bool:
    """Every module is there, with the bytes that its digest names."""
    for module in archive.manifest.transitive_modules:
        _require_entry(archive, _module(module), module.source_hash, "verify.module_missing", "verify.source_mismatch")
    return True


def _module(module: Module) -> str:
    if fault_of_path(module.path) is not None:
        raise Refused("verify.module_missing", "missing-bundle-entry", written=module.path)
    return SOURCES + plain_path(module.path)


def _require_entry(archive: Archive, path: str, digest: str, missing: str, changed: str) -> bytes:
    data = archive.find(path)
    if data is None:
        raise Refused(missing, "missing-bundle-entry", written=path)
    if version(data) != digest:
        raise Refused(changed, "changed-bundle-entry", written=path, reason="it has another digest")
    return data


def check_bytecode(archive: Archive) -> bool:
    """Of schema 2: what every module was compiled to is there. What it does cannot be judged."""
    if archive.manifest.schema_version != 2:
        return False
    for module in archive.manifest.transitive_modules:
        stem = plain_path(module.path).rpartition(".")[0]
        if not stem:
            raise Refused("verify.module_invalid_path", "missing-bundle-entry", written=module.path)
        path = f"bytecode/{stem}.harnbc"
        _require_entry(archive, path, module.bytecode_hash, "verify.module_missing", "verify.bytecode_mismatch")
    return True


def check_artifact(archive: Archive) -> bool:
    """Of schema 3: the linked program is there, with the bytes that its digest names."""
    manifest = archive.manifest
    if manifest.schema_version < 3:
        return False
    artifact = manifest.execution_artifact
    if artifact is None:
        raise Refused("verify.linked_artifact_missing", "missing-bundle-entry", written="execution_artifact")
    missing, changed = "verify.linked_artifact_missing", "verify.linked_artifact_mismatch"
    _require_entry(archive, artifact.path, artifact.hash, missing, changed)
    return True


def not_checked(_archive: Archive) -> bool:
    """What cannot be judged here."""
    return False


def check_program(archive: Archive) -> bool:
    """Linking the sources again gives the very program, report and graph."""
    manifest = archive.manifest
    program = linked(archive)
    artifact = manifest.execution_artifact
    if artifact is None or artifact.path != PATH or archive.find(PATH) != program.bytes():
        _wrong("verify.linked_artifact_mismatch", "its bytes are others")
    if artifact is not None and artifact.format != FORMAT:
        _wrong("linked_program.incompatible", f"it has not the format `{FORMAT}`")
    if artifact is not None and artifact.link_report != program.report():
        _wrong("verify.linked_artifact_mismatch", "its report is another")
    if artifact is not None and artifact.graph_digest != program.digest():
        _wrong("verify.linked_graph_mismatch", "its digest is another")
    lowered = lower_graph(program.workflows[program.entry])
    if canonical_graph(manifest.workflow) != lowered.graph:
        _wrong("verify.linked_graph_mismatch", "the execution graph is not that of the entry")
    prompts = {(each.node_id, each.prompt, each.system) for each in manifest.prompt_capsules.values()}
    if not {(each.node_id, each.prompt, each.system) for each in lowered.capsules.values()} <= prompts:
        _wrong("verify.linked_graph_mismatch", "the prompts are not those of the entry")
    return True


def linked(archive: Archive) -> Program:
    """The program of the sources; which of them a step names is what the packed program says. Raises `Refused`."""
    manifest = archive.manifest
    workflows: dict[str, Canonical] = {}
    for module in manifest.transitive_modules:
        data = archive.find(_module(module)) or b""
        canonical = canonical_of(data)
        if canonical is None or module.path != module_path(module.source_hash, canonical):
            raise Refused("linked_program.invalid", "wrong-linked-program", reason=f"`{module.path}` is no workflow")
        workflows[module.source_hash] = canonical
    entries = [each.source_hash for each in manifest.transitive_modules if each.path == manifest.entrypoint]
    if len(entries) != 1:
        _wrong("linked_program.invalid", "the entrypoint is no module")
    links = _links(archive.find(PATH) or b"", workflows)
    program = Program(entries[0], dict(sorted(workflows.items())), dict(sorted(links.items())))
    _require_all_reached(program)
    return program


def _links(data: bytes, workflows: Mapping[str, Canonical]) -> dict[str, dict[str, str]]:
    """The links of a packed program, each from a step that names the workflow it leads to."""
    try:
        written: Any = json.loads(data)
        links = {name: dict(written["links"].get(name, {})) for name in workflows}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refused("linked_program.invalid", "wrong-linked-program", reason="it cannot be decoded") from None
    for name, canonical in workflows.items():
        steps = dict(sub_workflows(canonical.workflow))
        if set(links[name]) != set(steps):
            _wrong("linked_program.invalid", "its links are not those of the steps")
        for step, target in links[name].items():
            known = workflows.get(target) if isinstance(target, str) else None
            selector = steps[step].version.text
            is_named = known is not None and known.workflow.workflow == steps[step].workflow
            if not is_named or (selector.startswith("blake3:") and selector != target):
                _wrong("linked_program.invalid", f"`{step}` leads to another workflow")
    return links


def _require_all_reached(program: Program) -> None:
    known, waiting = {program.entry}, [program.entry]
    while waiting:
        for target in program.links[waiting.pop()].values():
            if target not in known:
                known.add(target)
                waiting.append(target)
    if known != set(program.workflows):
        _wrong("linked_program.invalid", "a workflow in it is never reached")


def _wrong(code: str, reason: str) -> None:
    raise Refused(code, "wrong-linked-program", reason=reason)


def check_declared(archive: Archive) -> bool:
    """No file is there that the manifest does not name, and every tool's schema that it names is."""
    manifest = archive.manifest
    known = {SBOM, *(_module(each) for each in manifest.transitive_modules)}
    if manifest.execution_artifact is not None:
        known.add(manifest.execution_artifact.path)
    for tool in manifest.tool_manifest:
        if tool.schema_hash is not None:
            missing, changed = "verify.module_missing", "verify.source_mismatch"
            _require_entry(archive, tool_path(tool.name), tool.schema_hash, missing, changed)
            known.add(tool_path(tool.name))
    for part in manifest.sbom.packages:
        kind, _, path = part.name.partition(":")
        if kind == "asset" and part.hash is not None:
            _require_entry(archive, path, part.hash, "verify.module_missing", "verify.source_mismatch")
            known.add(path)
    undeclared = [each.path for each in archive.entries if each.path not in known]
    if undeclared:
        raise Refused("verify.archive_failed", "undeclared-bundle-entry", written=undeclared[0])
    if tools_of(linked(archive)) != tuple(sorted(each.name for each in manifest.tool_manifest)):
        _wrong("verify.linked_graph_mismatch", "the tools are not those that its workflows call")
    return True


def check_canonical(archive: Archive) -> bool:
    """The manifest stands in its canonical order, and what the hash leaves out of it is a version."""
    manifest = archive.manifest
    said = manifest.metadata.get(PACKED_WITH)
    named = said.get(ZSTD_VERSION) if isinstance(said, dict) else None
    if not isinstance(named, str) or not _ZSTD.fullmatch(named):
        reason = f"`metadata.{PACKED_WITH}` names no version of zstd"
        raise Refused("verify.archive_failed", "bad-bundle-manifest", reason=reason)
    if canonical_manifest(manifest) != manifest:
        raise Refused("verify.archive_failed", "bad-bundle-manifest", reason="its lists are not in order")
    return True


def check_sbom(archive: Archive) -> bool:
    """Every part that has a digest and names a file is that file; the list of parts says the same."""
    manifest = archive.manifest
    modules = {each.path: each.source_hash for each in manifest.transitive_modules}
    for part in manifest.sbom.packages:
        kind, _, path = part.name.partition(":")
        if part.hash is None:
            continue
        if kind == "module" and modules.get(path) != part.hash:
            raise Refused("verify.sbom_mismatch", "wrong-sbom", written=part.name, reason="no module has this digest")
        place = {"module": SOURCES + path, "asset": (SOURCES if archive.is_contract else "") + path}.get(kind, path)
        data = archive.find(place)
        data = archive.find(part.name) if data is None else data
        is_needed = kind in ("module", "asset")
        if (data is None and is_needed) or (data is not None and version(data) != part.hash):
            raise Refused("verify.sbom_mismatch", "wrong-sbom", written=part.name, reason="no file has this digest")
    if not archive.is_contract:
        _check_spdx(manifest, archive.entries)
    return True


def _check_spdx(manifest: Manifest, entries: tuple[Entry, ...]) -> None:
    """The SPDX document says what the manifest says; only the time in it is its own."""
    data = next(each.data for each in entries if each.path == SBOM)
    try:
        created = json.loads(data)["creationInfo"]["created"]
    except (ValueError, KeyError, TypeError, RecursionError):
        created = None
    if not _is_time(created) or spdx_of(manifest, entries, created) != data:
        raise Refused("verify.sbom_mismatch", "wrong-sbom", written=SBOM, reason="it is not what the manifest says")


def _is_time(text: object) -> TypeGuard[str]:
    """Whether a text is a time as SPDX has it."""
    if not isinstance(text, str):
        return False
    try:
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC).strftime(_TIME) == text
    except ValueError:
        return False


def check_contract_declared(archive: Archive) -> bool:
    """Of schema 2, whose hash binds no paths: every file is a module, what it was compiled to, or a listed asset."""
    manifest = archive.manifest
    if manifest.schema_version != 2:
        return False
    known = {SBOM}
    for module in manifest.transitive_modules:
        stem = plain_path(module.path).rpartition(".")[0]
        known |= {_module(module), f"bytecode/{stem}.harnbc", f"bytecode/{stem}.harnmod"}
    assets = [each.name.removeprefix("asset:") for each in manifest.sbom.packages if each.name.startswith("asset:")]
    known |= {*assets, *(SOURCES + each for each in assets)}
    undeclared = [each.path for each in archive.entries if each.path not in known]
    if undeclared:
        raise Refused("harnpack.archive_validation", "undeclared-bundle-entry", written=undeclared[0])
    return True


def check_contract_manifest(archive: Archive) -> bool:
    """The manifest is spelled as the contract's writer does. An unsigned one may be from another version of it."""
    manifest = archive.manifest
    if contract_bytes(manifest_object(canonical_manifest(manifest))) == archive.manifest_data:
        return True
    # A signature is over these very bytes: with the hash that it is of, no other spelling was ever written.
    if manifest.signature is not None:
        raise Refused("verify.archive_failed", "bad-bundle-manifest", reason="it is not spelled as it was signed")
    return False


def are_bound(archive: Archive) -> bool:
    """Whether the bundle hash covers where files stand and their modes; that of schema 2 covers their bytes alone."""
    return archive.manifest.schema_version != 2


def check_frame(archive: Archive) -> bool:
    """The file is what the version of zstd that the manifest names makes of the archive, where that version is here."""
    entries = archive_of(archive.manifest, archive.entries)
    is_large = sum(len(each.data) for each in entries) > _LARGEST_COMPARED
    if is_large or archive.manifest.metadata.get(PACKED_WITH) != how_compressed():
        return False
    if compressed(layout(entries)) != archive.frame:
        reason = "the zstd that its manifest names compresses what it holds to other bytes"
        raise Refused("verify.archive_failed", "unreadable-archive", reason=reason)
    return True


OWN_CHECKS: Final[Mapping[str, Check]] = {
    "manifest": check_canonical,
    "modules": check_modules,
    "linked_artifact": check_artifact,
    "linked_program": check_program,
    "declared": check_declared,
    "sbom": check_sbom,
    "frame": check_frame,
}
CONTRACT_CHECKS: Final[Mapping[str, Check]] = {
    "manifest": check_contract_manifest,
    "paths": are_bound,
    "modes": are_bound,
    "modules": check_modules,
    "bytecode": check_bytecode,
    "linked_artifact": check_artifact,
    # Its program is for another runtime: whether it is that of the sources cannot be judged here.
    "linked_program": not_checked,
    "declared": check_contract_declared,
    "sbom": check_sbom,
    # How the zstd stream is written is no part of the hash.
    "frame": not_checked,
}
