"""RFC 8785: the RFC's own data, and an independent library."""

from __future__ import annotations

import json
import struct

import pytest
import rfc8785
from conformance import cases, load
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values, numbers, texts

from onefold.kernel.digest import version
from onefold.kernel.jcs import encode_value, format_number


def test_every_document_of_the_published_data_has_its_bytes() -> None:
    for case in cases("jcs/cases.json"):
        assert encode_value(json.loads(case["input"])).hex() == case["output_hex"], case["name"]


def test_every_number_of_the_published_data_has_its_text() -> None:
    for digits, text in load("jcs/numbers.json"):
        (number,) = struct.unpack(">d", bytes.fromhex(digits.rjust(16, "0")))
        assert format_number(number) == text


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        encode_value([number])


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        encode_value("\ud800")


def test_what_is_no_json_value_is_refused() -> None:
    with pytest.raises(TypeError):
        encode_value({"a": {1, 2}})  # type: ignore[dict-item]  # the point of the test


@given(numbers())
def test_a_number_reads_back_as_itself(number: float) -> None:
    assert float(format_number(number)) == number


@given(json_values(texts()))
def test_an_independent_library_gives_the_same_bytes(value: object) -> None:
    assert encode_value(value) == rfc8785.dumps(value)  # type: ignore[arg-type]  # the library's type says the same


@given(st.dictionaries(texts(), st.integers(0, 3), max_size=6))
def test_the_order_of_keys_leaves_no_trace(value: dict[str, int]) -> None:
    assert encode_value(dict(reversed(value.items()))) == encode_value(value)


def test_every_published_digest_is_recomputed() -> None:
    from blake3 import blake3

    vectors = load("blake3/test_vectors.json")
    key, context = vectors["key"].encode(), vectors["context_string"]
    for case in vectors["cases"]:
        data = bytes(index % 251 for index in range(case["input_len"]))
        assert version(data) == f"blake3:{case['hash'][:64]}"
        assert blake3(data).hexdigest(131) == case["hash"]
        assert blake3(data, key=key).hexdigest(131) == case["keyed_hash"]
        assert blake3(data, derive_key_context=context).hexdigest(131) == case["derive_key"]
