"""The JSON Schemas of documents and of outputs, as `onefold schema` prints them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from jsonschema import Draft202012Validator


@cache
def validator(kind: str) -> Draft202012Validator:
    """A validator by the schema of a kind, which is a valid schema itself."""
    text = files("onefold.tools").joinpath("schemas", f"{kind}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
