"""The parts of a bundle as an SPDX 2.3 document."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from onefold.kernel import patterns
from onefold.kernel.bundle.package import SbomPackage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.values import JsonObject

EPOCH: Final = "1970-01-01T00:00:00Z"
_ROOT: Final = "SPDXRef-bundle"
_UNSAFE: Final = patterns.compile(r"[^A-Za-z0-9.-]+")
_NOT_SAID: Final = "NOASSERTION"


def spdx_document(manifest: Manifest, digests: Mapping[str, str], created: str) -> JsonObject:
    """The document; `digests` are the SHA-256 of parts by name, `created` is a time of RFC 3339 in UTC."""
    sbom, artifact = manifest.sbom, manifest.execution_artifact
    graph_digest = "" if artifact is None else artifact.graph_digest
    names = {each.name: _reference(each.name) for each in sbom.packages}
    packages = [
        _package(_ROOT, SbomPackage(name=manifest.id, version=manifest.version)),
        *(_package(names[e.name], e, digests.get(e.name)) for e in sbom.packages),
    ]
    relations = [_relation("SPDXRef-DOCUMENT", "DESCRIBES", _ROOT)]
    relations += [_relation(_ROOT, "CONTAINS", names[each.name]) for each in sbom.packages]
    relations += [
        _relation(_ends(each.origin, names), each.kind.upper(), _ends(each.target, names))
        for each in sbom.relationships
    ]
    return {
        "SPDXID": "SPDXRef-DOCUMENT",
        "creationInfo": {"created": created, "creators": [f"Tool: onefold-{manifest.tool_version}"]},
        "dataLicense": "CC0-1.0",
        "documentNamespace": f"https://spdx.org/spdxdocs/onefold-{graph_digest.partition(':')[2]}",
        "name": manifest.id,
        "packages": packages,
        "relationships": relations,
        "spdxVersion": "SPDX-2.3",
    }


def spdx_bytes(document: JsonObject) -> bytes:
    """The document as it stands in an archive."""
    return (json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def _reference(name: str) -> str:
    """An id of an element: what is not allowed in one is left out, and a digest keeps ids apart."""
    return f"SPDXRef-{_UNSAFE.sub('-', name)[:80]}-{sha256(name.encode()).hexdigest()[:12]}"


def _ends(name: str, names: dict[str, str]) -> str:
    """The element that an end of a relationship means; the entrypoint is the module of that path."""
    module = f"module:{name.removeprefix('entrypoint:')}" if name.startswith("entrypoint:") else name
    return names.get(module, _ROOT)


def _package(reference: str, part: SbomPackage, digest: str | None = None) -> dict[str, Any]:
    checksums = [] if digest is None else [{"algorithm": "SHA256", "checksumValue": digest}]
    return {
        "SPDXID": reference,
        "name": part.name,
        "versionInfo": part.version or _NOT_SAID,
        "downloadLocation": _NOT_SAID,
        "filesAnalyzed": False,
        "licenseConcluded": part.license or _NOT_SAID,
        "licenseDeclared": part.license or _NOT_SAID,
        "copyrightText": _NOT_SAID,
        # The standard knows BLAKE3, and its validator does not know how long one is: so it stands here in words.
        **({} if part.hash is None else {"comment": part.hash}),
        **({"checksums": checksums} if checksums else {}),
    }


def _relation(origin: str, kind: str, target: str) -> dict[str, Any]:
    return {"spdxElementId": origin, "relationshipType": kind, "relatedSpdxElement": target}
