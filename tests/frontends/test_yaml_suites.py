"""The public YAML suites: every value right or refused for a reason, everything broken refused."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import conformance
import pytest
from readings import LIMITS, codes, exactly, read_bytes

from onefold.frontends.frontend import Reading
from onefold.frontends.tree import plain
from onefold.frontends.yaml import FRONTEND
from onefold.frontends.yaml.scalars import Unresolved, resolve

SUITE = "yaml-test-suite/cases.json"
_CORE_TAG = re.compile(r"!|tag:yaml\.org,2002:(str|int|float|bool|null|seq|map)")
_NODE = re.compile(r"(?:&\S+ )?(?:<(?P<tag>[^>]*)> ?)?(?P<style>[:'\"|>]?)(?P<text>.*)", re.DOTALL)

# What is valid YAML and refused all the same, by kind: the code, what its finding says, and why it is refused.
REFUSED_ON_PURPOSE = {
    "yaml-version": (r"", "a version other than 1.2 is refused by rule"),
    "non-string-key": (r"", "a key that only its tag makes null is no string"),
    "ambiguous-yaml": (
        r"anchor|the colon of|drop the `\?`|last line of spaces",
        "widespread readers read another value, or drop a character",
    ),
    "syntax-error": (
        r"a tab cannot stand here|a comma or `}` was expected, not `:`",
        "neither parser reads tabs before a block node, or a flow key whose colon is on the next line",
    ),
}


@pytest.mark.parametrize("case", conformance.parameters("yaml-test-schema/cases.json"))
def test_plain_scalars_resolve_by_the_core_schema(case: dict[str, Any]) -> None:
    if case["schema"] != "core":
        pytest.skip("another schema's case")
    _, reading = read_bytes(FRONTEND, f"- {case['input']}".encode())
    if case["type"] in ("inf", "nan"):
        assert codes(reading) == ["not-finite-number"]
        return
    assert isinstance(reading.value, list)
    (value,) = reading.value
    words = {"null()": None, "true()": True, "false()": False}
    convert = {"int": int, "float": float, "str": str}.get(case["type"], words.get)
    assert exactly(value) == exactly(convert(case["value"]))


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_what_is_read_has_the_right_value_and_what_is_broken_is_refused(case: dict[str, Any]) -> None:
    _, reading = read_bytes(FRONTEND, conformance.raw(case))
    if case["fail"]:
        assert reading.findings
    elif not reading.findings and "json" in case:
        (expected,) = case["json"]
        assert reading.value == expected
        assert _truth_values(reading.value) == _truth_values(expected)


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_both_readings_give_one_value(case: dict[str, Any]) -> None:
    source, reading = read_bytes(FRONTEND, conformance.raw(case))
    node = FRONTEND.locate(source, LIMITS)
    assert (node is None) == bool(reading.findings)
    if node is not None:
        assert exactly(plain(node)) == exactly(reading.value)


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_every_finding_has_a_place_in_the_source(case: dict[str, Any]) -> None:
    source, reading = read_bytes(FRONTEND, conformance.raw(case))
    for finding in reading.findings:
        span = finding.place.span
        assert span is not None
        assert span.source == source
        assert 0 <= span.start <= span.end <= len(source.text)


def test_nearly_all_valid_cases_that_workflows_can_use_are_read() -> None:
    usable = [case for case in conformance.cases(SUITE) if not case["fail"] and _is_usable(case["events"])]
    readings = {case["name"]: read_bytes(FRONTEND, conformance.raw(case))[1] for case in usable}
    refused = {name: reading for name, reading in readings.items() if reading.findings}
    assert len(refused) <= len(usable) * 0.15, Counter(codes(reading)[0] for reading in refused.values())
    unexplained = [name for name, reading in refused.items() if not _is_explained(reading)]
    assert unexplained == []


def _is_explained(reading: Reading) -> bool:
    finding = reading.findings[0]
    pattern, _ = REFUSED_ON_PURPOSE.get(finding.code, (r"(?!)", ""))
    return any(re.search(pattern, str(words)) for words in finding.arguments.values())


def _is_usable(events: str) -> bool:
    """Whether a stream is one document with string keys and no tags outside the core schema."""
    lines = [line.strip() for line in events.splitlines()]
    if sum(line.startswith("+DOC") for line in lines) != 1:
        return False
    keys: list[bool | None] = []
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind in ("-MAP", "-SEQ"):
            keys.pop()
        elif kind in ("+MAP", "+SEQ", "=VAL", "=ALI"):
            is_key = bool(keys) and keys[-1] is True
            if keys and keys[-1] is not None:
                keys[-1] = not is_key
            if not _fits(kind, rest.removeprefix("[] ").removeprefix("{} "), is_key):
                return False
            if kind in ("+MAP", "+SEQ"):
                keys.append(True if kind == "+MAP" else None)
    return True


def _fits(kind: str, rest: str, is_key: bool) -> bool:
    node = _NODE.match(rest)
    assert node
    if node["tag"] is not None and not _CORE_TAG.fullmatch(node["tag"]):
        return False
    if not is_key or kind == "=ALI":
        return True
    if kind != "=VAL":
        return False
    try:
        return node["style"] != ":" or node["tag"] is not None or isinstance(resolve(node["text"]), str)
    except Unresolved:
        return False


def _truth_values(value: object) -> object:
    """A value with only its booleans kept, which Python's equality takes for numbers."""
    if isinstance(value, dict):
        return {key: _truth_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_truth_values(item) for item in value]
    return value if isinstance(value, bool) else None
