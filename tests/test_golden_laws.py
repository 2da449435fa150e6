"""What must never matter, tried on every golden workflow; and other libraries' word for its bytes and its version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rfc8785
from blake3 import blake3
from golden_cases import accept_cases, case_name, compiled, format_of, inputs, text_of

from onefold.frontends.compile import compile_source
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.registry import FRONTENDS, named
from onefold.kernel.values import JsonValue
from onefold.tools.files import text_resolver

CASES = accept_cases()
SOURCES = [source for case in CASES for source in inputs(case)]
LIMITS = Limits()


def source_name(source: Path) -> str:
    return f"{case_name(source.parent)}/{source.name}"


every_case = pytest.mark.parametrize("case", CASES, ids=case_name)
every_source = pytest.mark.parametrize("source", SOURCES, ids=source_name)


def frontend_of(source: Path) -> Frontend:
    frontend = named(FRONTENDS, format_of(source))
    assert frontend is not None
    return frontend


def version_of(data: bytes, source: Path) -> str | None:
    """The version of other bytes in the place of a source."""
    resolve = text_resolver(source, source.parent, LIMITS)
    return compile_source(source.name, data, frontend_of(source), LIMITS, resolve).version


@every_source
def test_crlf_means_what_lf_means(source: Path) -> None:
    data = source.read_bytes()
    assert b"\r" not in data
    assert version_of(data.replace(b"\n", b"\r\n"), source) == compiled(source).version


@every_source
def test_a_byte_order_mark_means_nothing(source: Path) -> None:
    assert version_of(b"\xef\xbb\xbf" + source.read_bytes(), source) == compiled(source).version


@pytest.mark.parametrize("source", [each for each in SOURCES if format_of(each) == "json"], ids=source_name)
def test_the_order_of_keys_means_nothing(source: Path) -> None:
    document = json.loads(text_of(source))
    for seed in range(5):
        shuffled = json.dumps(_shuffled(document, seed), ensure_ascii=False)
        assert version_of(shuffled.encode(), source) == compiled(source).version


def _shuffled(value: JsonValue, seed: int) -> JsonValue:
    """The same value with the keys of every mapping in the order of their digests."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: blake3(f"{seed} {key}".encode()).digest())
        return {key: _shuffled(value[key], seed) for key in keys}
    return [_shuffled(item, seed) for item in value] if isinstance(value, list) else value


@every_case
def test_the_bytes_are_those_of_an_independent_library(case: Path) -> None:
    canonical = compiled(inputs(case)[0]).canonical
    assert rfc8785.dumps(json.loads(canonical)) == canonical


@every_case
def test_the_version_is_the_digest_of_the_bytes(case: Path) -> None:
    unit = compiled(inputs(case)[0])
    assert unit.version == f"blake3:{blake3(unit.canonical).hexdigest()}"
