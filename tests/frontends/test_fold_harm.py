"""No text does harm: whatever is read, there is a value or there are findings, soon and in little room."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import exactly

from onefold.frontends.fold import FRONTEND
from onefold.frontends.frontend import Limits
from onefold.frontends.tree import ScalarNode, nodes, plain
from onefold.kernel.source import Source

SAMPLE = '''fold 1 workflow w description "a\\n" inputs {a: [1, "x", null]} budget { cost 2.50 USD tokens 1_000 }
tool t = a.b @ c { args { "k": """
  x \\\\
  """ } retry 3 { jitter true on [a] } timeout 1h }
model m { tools { allow [x*, "y/*"] } verify [v { a: 1 }] prompt file "p" join quorum 2 meta {} }
conditional c { on steps.t.output[0] >= 0.5 && !(x in ['a']) /* c */ then m otherwise t }
t -> m -> c t -> c on failure when has(x.y) priority -1 // end
rubric pass 0.5 { a weight 2 "t" b "u" }
'''


def _check(text: str) -> None:
    source = Source("test", text)
    reading = FRONTEND.read(source, Limits())
    node = FRONTEND.locate(source, Limits())
    for finding in reading.findings:
        span = finding.place.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(text)
        for related in finding.related:
            assert related.place.span is not None
    if reading.findings:
        assert reading.value is None
        assert node is None
        return
    assert node is not None
    assert exactly(plain(node)) == exactly(reading.value)
    for each in nodes(node):
        if isinstance(each, ScalarNode) and isinstance(each.value, str):
            places = FRONTEND.characters(each)
            assert places is not None
            assert len(places) == len(each.value) + 1


@given(st.text(max_size=60))
def test_any_text_gives_a_value_or_findings(text: str) -> None:
    _check(text)
    _check("fold 1 " + text)


@given(st.binary(max_size=60))
def test_any_bytes_give_a_value_or_findings(data: bytes) -> None:
    _check("fold 1 model a { " + data.decode("latin-1"))


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_text_gives_a_value_or_findings(seed: int) -> None:
    randomness = random.Random(seed)  # noqa: S311 - damage, not secrets
    alphabet = '{}[](),:="\\/*-> \n\t\r@.$_a0é\x00\u2028'
    for _ in range(150):
        text = SAMPLE
        for _ in range(randomness.randint(1, 3)):
            start = randomness.randrange(len(text))
            end = start + randomness.choice([0, 0, 1, 1, 3, 20])
            piece = randomness.choice(["", randomness.choice(alphabet), text[end : end + 15]])
            text = text[:start] + piece + text[end:]
        _check(text)


@pytest.mark.parametrize("length", range(0, len(SAMPLE), 3))
def test_a_text_cut_off_anywhere_gives_a_value_or_findings(length: int) -> None:
    _check(SAMPLE[:length])


BOMBS = {
    "brackets in a list": ("'fold 1 x ' + '[' * 60_000", "nesting-too-deep"),
    "brackets in JSON": ("'fold 1 meta ' + '[' * 60_000", "nesting-too-deep"),
    "objects": ("'fold 1 meta ' + '{a:' * 60_000", "nesting-too-deep"),
    "blocks": ("'fold 1 x ' + '{a ' * 60_000", "nesting-too-deep"),
    "globs": ("'fold 1 model a { tools ' + '[' * 60_000", "nesting-too-deep"),
    "brackets in a predicate": ("'fold 1 a -> b when ' + '(' * 60_000", "predicate-too-deep"),
    "negations": ("'fold 1 a -> b when ' + '!' * 2_000_000", "predicate-too-deep"),
    "minus signs": ("'fold 1 a -> b when ' + '-' * 2_000_000 + 'x'", "predicate-too-deep"),
    "choices": ("'fold 1 a -> b when ' + 'a ? b : ' * 200_000 + 'c'", "predicate-too-deep"),
    "a long number": ("'fold 1 meta ' + '9' * 5_000", "not-finite-number"),
    "a longer number": ("'fold 1 meta 0.' + '9' * 3_000_000", ""),
    "an exponent": ("'fold 1 meta 1e' + '9' * 3_000_000", "not-finite-number"),
    "a long word": ("'fold 1 start ' + 'a-' * 2_000_000 + 'b'", ""),
    "separators": ("'fold 1 start a' + '-' * 4_000_000", "syntax-error"),
    "more separators": ("'fold 1 ' + 'a.-' * 1_000_000 + ' -> b'", "syntax-error"),
    "white space": ("'fold 1 a' + ' ' * 8_000_000 + 'b'", ""),
    "comments": ("'fold 1 a' + '/**/' * 2_000_000 + ' b'", ""),
    "lines of comments": ("'fold 1 a' + '//x\\n' * 2_000_000 + ' b'", ""),
    "an unclosed comment": ("'fold 1 a /*' + '*' * 4_000_000", "syntax-error"),
    "comments in a predicate": ("'fold 1 a -> b when x' + ' /**/ + x' * 20_000", ""),
    "escapes": ("'fold 1 description \"' + '\\\\\\\\n' * 1_000_000 + '\"'", ""),
    "an unclosed text": ("'fold 1 description \"' + '\\\\\\\\' * 3_000_000", "syntax-error"),
    "quotation marks": ('\'fold 1 description """\\n\' + \'""x\' * 1_000_000', "syntax-error"),
    "lines of a block": ("'fold 1 description \"\"\"\\n' + ' x\\n' * 300_000 + ' \"\"\"'", ""),
    "backslashes in a block": ("'fold 1 description \"\"\"\\n' + '\\\\\\\\' * 1_000_000 + '\\n\"\"\"'", ""),
    "a tall margin": ("'fold 1 description \"\"\"\\n' + (' ' * 1_000 + '\\n') * 3_000 + ' ' * 1_000 + '\"\"\"'", ""),
    "keys": ("'fold 1 meta {' + ','.join(f'a{n}: 1' for n in range(60_000)) + '}'", ""),
    "the same key": ("'fold 1 meta {' + 'a: 1,' * 60_000 + '}'", "duplicate-key"),
    "a long chain": ("'fold 1 a' + ' -> a' * 40_000", ""),
    "many statements": ("'fold 1 ' + 'workflow w ' * 60_000", "duplicate-key"),
}

CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, (300 * 2**20, 300 * 2**20))
from onefold.frontends.fold import FRONTEND
from onefold.frontends.frontend import Limits
from onefold.kernel.source import Source
reading = FRONTEND.read(Source("test", eval(sys.argv[1])), Limits())
print(reading.findings[-1].code if reading.findings else "")
"""


@pytest.mark.parametrize(("expression", "code"), BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_defused_in_five_seconds_and_300_megabytes(expression: str, code: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", CHILD, expression],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert result.stderr == ""
    assert result.stdout.strip() == code


def test_more_nodes_than_allowed_end_the_reading() -> None:
    limits = Limits(nodes=50)
    reading = FRONTEND.read(Source("test", "fold 1 meta [" + "1," * 60 + "]"), limits)
    assert [finding.code for finding in reading.findings] == ["too-many-nodes"]


def test_as_many_nodes_as_allowed_are_read() -> None:
    text = 'fold 1 model "a" {} tool 1 = x a -> 1 rubric { "c" "x" d "y" }'
    root = FRONTEND.locate(Source("test", text), Limits())
    assert root is not None
    limits = Limits(nodes=len(list(nodes(root))))
    assert FRONTEND.read(Source("test", text), limits).findings == ()


def test_as_deep_as_allowed_is_read() -> None:
    for depth in (127, 128):
        inside = depth - 2
        reading = FRONTEND.read(Source("test", "fold 1 meta " + "[" * inside + "]" * inside), Limits())
        assert reading.findings == ()
    assert FRONTEND.read(Source("test", "fold 1 meta " + "[" * 200 + "]" * 200), Limits()).findings
    in_predicate = "fold 1 conditional c { on " + "(" * 64 + "x" + ")" * 64 + " then c }"
    assert FRONTEND.read(Source("test", in_predicate), Limits()).findings == ()
