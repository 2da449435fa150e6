"""JSON inside fold: every JSON text of the public test suite means there what it means alone."""

from __future__ import annotations

from typing import Any

import pytest
from conformance import parameters, raw
from readings import codes, exactly, read_bytes

from onefold.frontends import json as json_frontend
from onefold.frontends.fold import FRONTEND

# What fold has beyond the standard: commas at the end and after a statement, bare keys, comments, grouped digits, text
# blocks. A text that the JSON front-end refuses and fold reads must hold one of these.
EXTENSIONS = ("],", ",]", ",}", ", ]", ", }", "//", "/*", "{a", "{key", "_", '"""')


@pytest.mark.parametrize("case", parameters("json-test-suite/parsing.json"))
def test_fold_reads_a_json_text_as_json_does(case: dict[str, Any]) -> None:
    data = raw(case)
    _, alone = read_bytes(json_frontend.FRONTEND, data)
    _, inside = read_bytes(FRONTEND, b"fold 1 meta " + data + b" ")
    if not alone.findings:
        assert not inside.findings or codes(inside) == ["nesting-too-deep"]
        assert isinstance(inside.value, dict)
        assert exactly(inside.value["meta"]) == exactly(alone.value)
    elif not inside.findings:
        assert any(each in data.decode() for each in EXTENSIONS)
    elif case["expect"] != "n":
        assert set(codes(inside)) == set(codes(alone))
