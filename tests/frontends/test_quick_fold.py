"""The quick reader of fold gives what the tables of the grammar give, or leaves the text to them."""

from __future__ import annotations

import ast
import os
from functools import cache, partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from conformance import cases, raw
from fold_mutations import mutated, patchwork
from fold_sentences import (
    IGNORED,
    SAMPLES,
    all_rules,
    alternatives,
    common_rules,
    random_sentence,
    reached,
    rule_names,
    samples,
    terminals,
)
from golden_cases import ACCEPT, ROOT, text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import LIMITS
from strategies import workflows

from dev.bench import inputs as bench
from onefold.frontends.bounds import measure
from onefold.frontends.fold import FRONTEND, quick
from onefold.frontends.fold.read import read
from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import quick as predicates
from onefold.kernel.document import document
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fold_sentences import Rules

TESTS = Path(__file__).parents[1]
GOLDEN = sorted(path for path in ROOT.rglob("*.fold") if path.is_file())
ROUNDS = 4000 if os.environ.get("ONEFOLD_THOROUGH") else 40
"""Texts that are tried for each example."""
SEPARATORS = (" ", " ", " ", "", "\n", "\r\n\t", " // c\n", "/* c */")


def is_taken(text: str, limits: Limits = LIMITS) -> bool:
    """Whether the quick reader takes a text; what it takes is what the tables take, with the same value."""
    value = quick.read(text, limits)
    if value is None:
        return False
    reading = read(Source("test", text), limits)
    assert reading.findings == (), text
    assert repr(value) == repr(reading.value), text
    most = FRONTEND.read(Source("test", text), limits).at_most
    assert most is not None
    assert measure(value, limits).text_bytes <= most.text_bytes, text
    return True


@cache
def golden_texts() -> list[str]:
    """The text of every golden source in fold that is one."""
    return [path.read_bytes().decode("utf-8-sig", "surrogateescape") for path in GOLDEN]


@pytest.mark.parametrize(
    "path", [each for each in GOLDEN if each.is_relative_to(ACCEPT)], ids=lambda each: each.parent.name
)
def test_every_accepted_example_is_taken(path: Path) -> None:
    assert is_taken(text_of(path))


def test_no_golden_source_is_read_otherwise() -> None:
    taken = [is_taken(each) for each in golden_texts()]
    assert sum(taken) > len(taken) // 2


@pytest.mark.parametrize("name", ["mixed", "chain", "star", "one_handler", "nested_parallels", "dense_loops"])
def test_what_is_measured_is_taken(name: str) -> None:
    assert FRONTEND.print is not None
    assert is_taken(FRONTEND.print(getattr(bench, name)(12)))


@settings(max_examples=25)
@given(workflows())
def test_every_printed_workflow_is_taken(workflow: WorkflowDef) -> None:
    assert FRONTEND.print is not None
    assert is_taken(FRONTEND.print(document(workflow)))


@cache
def written_in_tests() -> list[str]:
    """Every string in the tests that may be a part of a fold text."""
    programs = [path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*.py"))]
    trees = [ast.parse(each) for each in programs if "fold 1" in each or "fold_bodies" in each]
    constants = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return sorted(each for each in constants if isinstance(each, str))


@pytest.mark.parametrize(
    "frame", ["{}", "fold 1 {}", "fold 1 model s {{ {} }}", "fold 1 meta {}", "fold 1 a -> b when {}"]
)
def test_no_text_of_a_test_is_read_otherwise(frame: str) -> None:
    taken = [is_taken(frame.format(each)) for each in written_in_tests()]
    assert any(taken)


def test_no_text_of_the_public_suites_is_read_otherwise() -> None:
    texts = [raw(case).decode("utf-8", "surrogateescape") for case in cases("json-test-suite/parsing.json")]
    assert sum(is_taken(f"fold 1 meta {each} ") for each in texts) > 50
    expressions = [case["expr"] for case in cases("cel/cases.json") if isinstance(case.get("expr"), str)]
    assert sum(is_taken(f"fold 1 conditional c {{ on {each} then d }}") for each in expressions) > 100


def test_no_alternative_of_the_grammar_is_read_otherwise() -> None:
    assert rule_names() - reached() == {"__start_star_2"}
    sentences = sorted(set(alternatives()))
    taken = [is_taken(_plainly(each)) for each in sentences]
    assert sum(taken) > 400


def test_no_terminal_is_read_otherwise() -> None:
    assert not set(SAMPLES) - set(terminals())
    assert not IGNORED & set(terminals())
    for sentence in sorted(set(alternatives())):
        for terminal in {*sentence} & {*SAMPLES}:
            for sample in samples(terminal)[1:]:
                is_taken(" ".join(sample if each == terminal else samples(each)[0] for each in sentence))


def _plainly(sentence: Sequence[str]) -> str:
    """A sentence with what is most common for each terminal."""
    return " ".join(samples(each)[0] for each in sentence)


@cache
def _common() -> Rules:
    return common_rules(lambda sentence: is_taken(_plainly(sentence)))


def _spelled(random: Random, sentence: Sequence[str], most: int) -> str:
    """A sentence with one of the first so many samples of each terminal."""
    return "".join(random.choice(samples(each)[:most]) + random.choice(SEPARATORS) for each in sentence)


def _statements(random: Random) -> Sequence[str]:
    """A few statements that only common rules make."""
    statements = (random_sentence(random.choice, _common(), "statement") for _ in range(random.randint(1, 3)))
    return [*chain.from_iterable(statements)]


@given(st.integers())
def test_no_random_sentence_is_read_otherwise(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - nothing is kept secret by it
    for _ in range(ROUNDS):
        is_taken(_spelled(random, random_sentence(random.choice, all_rules()), 99))
        is_taken(f"fold 1 {_spelled(random, _statements(random), random.randint(1, 3))}")


def test_many_random_sentences_are_taken() -> None:
    random = Random(1)  # noqa: S311 - nothing is kept secret by it
    assert sum(is_taken(f"fold 1 {_plainly(_statements(random))}") for _ in range(100)) > 30


@given(st.integers())
def test_no_mutated_text_is_read_otherwise(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - nothing is kept secret by it
    others = golden_texts()
    for _ in range(ROUNDS):
        text = random.choice(others) if random.random() < 0.3 else patchwork(random, others)
        is_taken(mutated(random, text, others))


TAKEN = [
    "fold 1,",
    "// c\nfold /* c */ 1 /* c */ workflow /* c */ w // c",
    'fold 1\r\nworkflow w\r\nmodel a { prompt """\r\n  x\r\n\r\n   y\r\n  """ }\r\n',
    "fold 1 a->b->c start -> when when -> on on -> priority",
    "fold 1 a -> b priority -2 when x - 1 > 0 on c d -> e",
    f"fold 1 a{'->b' * 1000}",
    f"fold 1 model m {{ verify [{'a{},' * 1000}] }}",
    "fold 1" + "".join(f" tool a{each}=b@c" for each in range(1000)),
    "fold 1 rubric {" + "".join(f'a{each}""' for each in range(1000)) + "}",
    "fold 1 a -> b when x\nc -> d when x1",
    "fold 1 conditional c { on x // c\n  in /* c */ y then in }",
    "fold 1 conditional c { on x == 'a // b' /* don't */ && y then b }",
    "fold 1 model m { retry timeout 1m } model n { retry 3x { jitter yes } }",
    'fold 1 inputs { "a b": "\\u00e9\\ud83d\\ude00", $k-1: [1, [2.5, -0, 1e+21,],], n: null, }',
]
LEFT = {
    "no version": "workflow w",
    "another version": "fold 2",
    "a word that begins with the keyword": "fold1",
    "an unknown statement": "fold 1 colour blue",
    "an unknown kind": 'fold 1 agent a { prompt "x" }',
    "a statement that comes twice": "fold 1 start a start b",
    "a field that comes twice": "fold 1 model m { effort low effort low }",
    "a step that comes twice": "fold 1 model m model m",
    "a key that comes twice": 'fold 1 meta { a: 1, "a": 2 }',
    "a word for a key": "fold 1 meta { true: 1 }",
    "a number for a key": "fold 1 meta { 1: 1 }",
    "two commas": "fold 1 model m { effort low,, timeout 1m }",
    "a comma before a field": "fold 1 model m { , effort low }",
    "a chain of two arrows with a qualifier": "fold 1 a -> b -> c on x",
    "a comment before an arrow": "fold 1 a /* c */ -> b",
    "an amount of money": "fold 1 model m { timeout 5 USD retry }",
    "an unknown list of tools": "fold 1 model m { tools { other 5 } }",
    "a criterion with two checks": 'fold 1 rubric { a check 1 "x" }',
    "two sets of criteria": 'fold 1 rubric criteria 1 { a "x" }',
    "a plus that is in no number": "fold 1 model m { timeout 1a+5 }",
    "a text without quotes": "fold 1 model m { prompt x }",
    "an id in quotes": 'fold 1 "a" -> b',
    "half a surrogate pair": 'fold 1 meta "\\ud83d"',
    "an integer that no double is": "fold 1 meta 9007199254740993",
    "a number without end": "fold 1 meta 1e400",
    "a line with a shorter margin": 'fold 1 description """\n x\n  """',
    "a control character": 'fold 1 description "\x7f"',
    "an operator after a comment": "fold 1 conditional c { on x // c\n in then y }",
    "a comment in a string that does not end": 'fold 1 conditional a { on {"": 1, "//\n": 3}.b }',
    "a predicate of more symbols than the parser holds": f"fold 1 a -> b when {'!' * 20_000}x",
    "a raw string": "fold 1 a -> b when r'x' == y",
    "deep JSON": f"fold 1 meta {'[' * 60}{']' * 60}",
}


@pytest.mark.parametrize("text", TAKEN, ids=lambda each: each[:40])
def test_what_is_common_is_taken(text: str) -> None:
    assert is_taken(text)


@pytest.mark.parametrize(
    "behind", ["then b", "&& y then b", "in y then b", "// c\n in y then b", ".y then b", "- 1 then b"]
)
def test_a_line_that_was_a_predicate_may_be_the_beginning_of_one(behind: str) -> None:
    assert is_taken(f"fold 1 conditional a {{ on x\n then b }} conditional c {{ on x\n {behind} }}")


@pytest.mark.parametrize("length", [0, 100, 110, 118, 119, 120, 230, 240, 250, 3970])
def test_a_predicate_with_comments_is_taken_up_to_a_length(length: int) -> None:
    for space in (" ", "\n"):
        assert is_taken(f"fold 1 a -> b when x{space * length}/* don't */ && 'y // z' // c\n c -> d")
        assert is_taken(f"fold 1 a -> b when x // {'c' * length}\n c -> d")
    assert not is_taken(f"fold 1 a -> b when x /* c */ && y{' && y' * 1000}")


def test_what_is_looked_up_of_a_predicate_does_not_grow_with_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []
    monkeypatch.setattr(predicates, "is_known", lambda text: lengths.append(len(text)))
    for count in (1_000, 2_000):
        assert quick.read(f"fold 1 {'a -> b when x ' * count}\n", LIMITS)
        assert max(lengths, default=0) <= 4_000


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_is_seldom_or_wrong_is_left_to_the_tables(text: str) -> None:
    assert not is_taken(text)
    assert FRONTEND.read(Source("test", text), LIMITS) == read(Source("test", text), LIMITS)


@pytest.mark.parametrize("limits", [Limits(depth=4), Limits(nodes=40), Limits(predicate_depth=0)], ids=str)
def test_limits_are_those_of_the_tables(limits: Limits) -> None:
    found = [(FRONTEND.read(each, limits), read(each, limits)) for each in map(partial(Source, "test"), golden_texts())]
    assert all((one.value, one.findings) == (other.value, other.findings) for one, other in found)
    assert any(reading.findings for _, reading in found)
