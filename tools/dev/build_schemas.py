"""Make the JSON Schemas of what people write, and of bundles: `python tools/dev/build_schemas.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tools" / "onefold" / "tools" / "schemas"
WORDS = ("validate", "preview", "run", "pack", "verify", "inspect", "unpack", "ceiling", "nested-ceiling", "keygen")
KINDS = (
    *("workflow", "catalog", "definition", "orchestrator", "manifest", "bundle", "patch", "ceiling", "case", "config"),
    *(f"bundle-{word}" for word in WORDS),
    "function-outputs",
)

MANIFEST_EXTRAS = {
    "manifestHash": {
        "type": ["string", "null"],
        "pattern": "^sha256:[0-9a-f]{64}$",
        "description": "The ManifestHash of the other members; when it stands here it has to be right.",
    }
}


def made(kind: str) -> str:
    """The text of the schema of a kind of document; the same at every run."""
    from onefold.kernel.bundle.cases import CaseDef
    from onefold.kernel.bundle.manifest import BundleDef
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.manifests import MANIFEST
    from onefold.kernel.identity.orchestrator import OrchestratorDef
    from onefold.kernel.ir.catalog import CatalogDef
    from onefold.kernel.patch.documents import PatchDef
    from onefold.kernel.surface_schema import document_schema, surface_schema, variant_schema
    from onefold.tools.configuration import ConfigurationDef

    if kind == "workflow":
        schema = surface_schema()
    elif kind == "catalog":
        schema = document_schema(CatalogDef, "catalog:1", "A onefold catalogue")
    elif kind == "definition":
        schema = document_schema(DefinitionDef, "definition:1", "A onefold definition")
    elif kind == "orchestrator":
        schema = document_schema(OrchestratorDef, "orchestrator:1", "A onefold orchestrator")
    elif kind == "manifest":
        schema = variant_schema(MANIFEST, "manifest:1", "A onefold manifest", MANIFEST_EXTRAS)
    elif kind.startswith("bundle-"):
        schema = bundle_output(kind.removeprefix("bundle-"))
    elif kind == "function-outputs":
        from dev.function_outputs import answers_schema

        schema = answers_schema(lambda command: json.loads((FOLDER / f"{command}.json").read_text(encoding="utf-8")))
    elif kind == "bundle":
        schema = document_schema(BundleDef, "bundle:1", "A onefold bundle")
    elif kind == "case":
        schema = document_schema(CaseDef, "case:1", "A case of an authoring pack")
    elif kind == "patch":
        schema = document_schema(PatchDef, "patch:1", "A onefold patch")
    elif kind == "ceiling":
        schema = document_schema(CeilingDef, "ceiling:1", "A onefold ceiling")
    else:
        schema = document_schema(ConfigurationDef, "config:1", "The configuration of a onefold workspace")
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def bundle_output(word: str) -> dict[str, Any]:
    """The schema of what a word of `bundle` prints."""
    from dev.bundle_outputs import output_schema
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.surface_schema import document_schema

    records: dict[str, Any] = {}
    for name, record in (("Manifest", Manifest), ("Ceiling", CeilingDef)):
        whole = document_schema(record, "", "")
        inner = {member: whole[member] for member in ("type", "properties", "required", "additionalProperties")}
        records |= {**whole["$defs"], name: inner}
    return output_schema(word, records)


def main() -> None:
    """Write the schemas."""
    sys.path[:0] = [str(ROOT / part) for part in ("kernel", "frontends", "grammars", "tools")]
    for kind in KINDS:
        FOLDER.joinpath(f"{kind}.json").write_text(made(kind), encoding="utf-8")


if __name__ == "__main__":
    main()
