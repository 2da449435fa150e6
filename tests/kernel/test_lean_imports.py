"""What stands in for parts of the standard library does what they do."""

from __future__ import annotations

import copy
import functools
import json
import math
import pickle
import re
import subprocess
import sys
import typing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values, texts

from onefold.kernel import functions, patterns, typed
from onefold.kernel.json_text import Decoder, loads


class Ours(typed.NamedTuple):
    one: int
    two: str = "b"
    three: Any = None


class Theirs(typing.NamedTuple):
    one: int
    two: str = "b"
    three: Any = None


@pytest.mark.parametrize(
    ("arguments", "named"), [((1,), {}), ((1, "c"), {}), ((1,), {"three": 4}), ((), {"two": "x", "one": 2})]
)
def test_named_tuples_are_those_of_typing(arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours: Any = Ours(*arguments, **named)
    theirs: Any = Theirs(*arguments, **named)
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert (ours.one, ours.two, ours.three) == (theirs.one, theirs.two, theirs.three)
    assert ours._replace(one=9) == theirs._replace(one=9)
    assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == ours  # noqa: S301 - it was written here
    assert Ours._fields == Theirs._fields
    assert Ours.__match_args__ == Theirs.__match_args__


@pytest.mark.parametrize("arguments", [(), (1, "b", None, 4)])
def test_a_named_tuple_wants_its_members(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Ours.__new__\(\)"):
        Ours(*arguments)
    with pytest.raises(TypeError):
        Ours(1, four=4)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Ours(1).one = 2  # type: ignore[misc]


@pytest.mark.parametrize("package", [functions, functools])
def test_functions_remember(package: Any) -> None:
    calls = []

    @package.cache  # type: ignore[untyped-decorator] # one of two packages
    def double(number: int) -> int:
        """Twice."""
        calls.append(number)
        return 2 * number

    assert [double(2), double(2), double(3)] == [4, 4, 6]
    assert calls == [2, 3]
    assert (double.__name__, double.__doc__, double.__wrapped__(1)) == ("double", "Twice.", 2)
    assert tuple(double.cache_info()) == (1, 2, None, 2)
    double.cache_clear()
    assert double(2) == 4
    assert calls == [2, 3, 1, 2]


@pytest.mark.parametrize("package", [functions, functools])
def test_a_property_is_worked_out_once(package: Any) -> None:
    class Counting:
        count = 0

        @package.cached_property  # type: ignore[untyped-decorator] # one of two packages
        def answer(self) -> int:
            """The answer."""
            self.count += 1
            return self.count

    one, other = Counting(), Counting()
    assert (one.answer, one.answer, other.answer) == (1, 1, 1)
    assert Counting.answer.__doc__ == "The answer."
    del one.answer
    assert one.answer == 2


@given(value=json_values(texts()), around=st.sampled_from(["", " ", "\n\t\r "]))
def test_json_is_read_as_the_standard_library_reads_it(value: Any, around: str) -> None:
    text = f"{around}{json.dumps(value)}{around}"
    assert loads(text) == json.loads(text) == value


@given(text=st.text(alphabet='{}[]",:0123456789.eE+-truefalsnNaIity \n\x0b\xa0\\u'))
def test_what_the_standard_library_refuses_is_refused(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):  # noqa: PT011 - any will do
            loads(text)
    else:
        found = loads(text)
        assert found == expected or (isinstance(found, float) and math.isnan(found))


def test_a_text_is_refused_where_the_package_is_not_there_yet() -> None:
    program = (
        "import sys\nfrom onefold.kernel.json_text import loads\nassert 'json' not in sys.modules\n"
        "try:\n    loads('[\"a')\nexcept ValueError as error:\n    print(type(error).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "JSONDecodeError\n", done.stderr


def test_a_decoder_asks_its_hooks() -> None:
    found = Decoder(object_pairs_hook=list, parse_int=str, parse_float=len, parse_constant=repr).decode(
        '{"a": 1, "a": 1.50, "b": [NaN]}'
    )
    assert found == [("a", "1"), ("a", 4), ("b", ["'NaN'"])]


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [("a(?P<name>b)?", 0), (b"[\xe9-\xff]+", 0), ("(?x) a # b", 0), ("É", re.IGNORECASE), (r"\w", re.ASCII)],
)
def test_an_expression_can_be_kept(pattern: Any, flags: int) -> None:
    kept = patterns.prepared(pattern, patterns.program(pattern, flags))
    assert kept == re.compile(pattern, flags) == patterns.compile(pattern, flags)
    assert dict(kept.groupindex) == dict(re.compile(pattern, flags).groupindex)


@pytest.mark.parametrize("name", ["IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII"])
def test_flags_are_those_of_the_standard_library(name: str) -> None:
    assert getattr(patterns, name) == getattr(re, name)
