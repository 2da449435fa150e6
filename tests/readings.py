"""What tests of front-ends ask: read these bytes, or this text, and say what came out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from onefold.frontends.bounds import measure
from onefold.frontends.decode import decode
from onefold.frontends.frontend import Limits, Reading
from onefold.frontends.report import code_named
from onefold.frontends.tree import plain
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from onefold.frontends.frontend import Frontend
    from onefold.frontends.tree import Node
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.values import JsonValue

LIMITS = Limits()


def read_bytes(frontend: Frontend, data: bytes) -> tuple[Source, Reading]:
    """Decode, read and measure, as compiling does; errors only."""
    source, findings = decode("test", data, LIMITS)
    if findings:
        return source, Reading(None, findings)
    reading = without_remarks(frontend.read(source, LIMITS))
    excess = None if reading.findings else measure(reading.value, LIMITS).finding
    return source, reading if excess is None else Reading(None, (excess,))


def read_text(frontend: Frontend, text: str) -> Reading:
    """Read a text that is decoded already, within the limits; errors only."""
    return without_remarks(frontend.read(Source("test", text), LIMITS))


def without_remarks(reading: Reading) -> Reading:
    """The reading with errors only: whatever is remarked, the value is what was read."""
    return Reading(reading.value, tuple(each for each in reading.findings if code_named(each.code).severity == "error"))


def codes(reading: Reading) -> list[str]:
    """The names of the codes that were found, in order."""
    return [finding.code for finding in reading.findings]


def only_finding(frontend: Frontend, text: str) -> Finding:
    """The one thing that is found in a text."""
    (finding,) = read_text(frontend, text).findings
    return finding


def span_text(finding: Finding) -> str:
    """The part of the source a finding points to."""
    assert finding.place.span is not None
    return finding.place.span.text


def located(frontend: Frontend, text: str) -> Node:
    """The tree of a text that is read without findings; it holds the same value."""
    source = Source("test", text)
    reading = without_remarks(frontend.read(source, LIMITS))
    assert not reading.findings
    node = frontend.locate(source, LIMITS)
    assert node is not None
    assert exactly(plain(node)) == exactly(reading.value)
    return node


def exactly(value: JsonValue) -> str:
    """A value as text that tells `1`, `1.0` and `true` apart, which Python's equality does not."""
    return json.dumps(value, sort_keys=True)
