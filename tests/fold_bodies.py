"""What tests of fold ask of parts of a file: the body after its heading, the fields of one step."""

from __future__ import annotations

from typing import Any

from readings import located, read_text

from onefold.frontends.fold import FRONTEND


def value(body: str) -> dict[str, Any]:
    """The document of `fold 1` and a body, without the version; both readings give it."""
    text = f"fold 1 {body}"
    reading = read_text(FRONTEND, text)
    assert reading.findings == ()
    located(FRONTEND, text)
    assert isinstance(reading.value, dict)
    return {name: each for name, each in reading.value.items() if name != "onefold"}


def step(body: str, kind: str = "model") -> dict[str, Any]:
    """The fields of a step with a block, without its kind."""
    fields = dict(value(f"{kind} s {{ {body} }}")["steps"]["s"])
    assert fields.pop("kind") == kind
    return fields
