"""The JSON Schema of what function tools answer: mostly the data that commands print with `--json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PRINTED = {
    "validation": ("bundle-validate", "What is wrong with a bundle."),
    "preview": ("bundle-preview", "What a bundle will do."),
    "patch_report": ("patch-validate", "What comes of a patch."),
}
"""The answers that are the data of a command, with that command."""
ANSWERS = (*PRINTED, "request", "failure")
REQUEST: Schema = {
    "type": "object",
    "description": "What a bundle asks for.",
    "properties": {
        "target_kind": {"enum": ["workflow_bundle", "workflow_source", "burin_harness", "ceiling"]},
        "target_label": {
            "type": "string",
            "description": "Id of the bundle, the workflow, the harness or the ceiling.",
        },
        "policy": {"$ref": "#/$defs/CapabilityPolicy"},
        "ceiling": {
            "type": "object",
            "description": "The same in every dimension, as a document: `onefold schema ceiling` has its members.",
            "properties": {"ceiling": {"type": "string"}},
            "required": ["ceiling"],
        },
        "unknown": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What is not known, so that it counts as everything.",
        },
    },
    "required": ["target_kind", "target_label", "policy", "ceiling", "unknown"],
    "additionalProperties": False,
}
CODES = (
    *("invalid_arguments", "path_outside_workspace", "secret_path", "file_too_large", "io_error", "unknown_format"),
    *("invalid_source", "invalid_bundle", "broken_configuration", "internal_error"),
)
FAILURE: Schema = {
    "type": "object",
    "description": "What is answered, with `isError`, where there is no answer.",
    "properties": {
        "code": {
            "type": "string",
            "description": f"{', '.join(CODES)}, or the code with which an archive is refused.",
        },
        "message": {"type": "string"},
        "details": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Diagnostics, as `onefold check --format json` has them.",
        },
    },
    "required": ["code", "message"],
    "additionalProperties": False,
}


def answers_schema(published: Callable[[str], Schema]) -> Schema:
    """The schema with a definition for each answer; `published` gives the schema of what a command prints."""
    known: dict[str, Schema] = {}
    answers: dict[str, Schema] = {}
    for name, (command, described) in PRINTED.items():
        whole = published(command)
        data = _adopted(_object(whole["properties"]["data"]), name, whole["$defs"], known)
        answers[name] = {**data, "description": described}
    asked = published("bundle-ceiling")
    answers["request"] = _adopted(REQUEST, "request", asked["$defs"], known)
    answers["failure"] = FAILURE
    return {
        "$schema": DIALECT,
        "$id": "urn:onefold:output:function-outputs:1",
        "title": "What function tools answer, and what they answer instead where they cannot",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in answers],
        "$defs": {**answers, **dict(sorted(known.items()))},
    }


def _object(data: Schema) -> Schema:
    """The data of a command that did its work; those of one that did not are null."""
    found: Schema = next(each for each in data.get("anyOf", [data]) if "object" in each["type"])
    return {**found, "type": "object"}


def _adopted(schema: Schema, owner: str, definitions: dict[str, Schema], known: dict[str, Schema]) -> Schema:
    """A schema whose references lead to `known`; a definition unlike another of its name gets that of its owner too."""
    is_free = {name: name not in ANSWERS and known.get(name, each) == each for name, each in definitions.items()}
    names = {name: name if is_free[name] else f"{owner}_{name}" for name in definitions}
    for name, each in definitions.items():
        known[names[name]] = _renamed(each, names)
    return _renamed(schema, names)


def _renamed(schema: Schema, names: dict[str, str]) -> Schema:
    text = json.dumps(schema)
    for name, new in names.items():
        text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{new}"')
    made: Schema = json.loads(text)
    return made
