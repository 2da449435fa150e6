"""Every code has a golden reject case from every format that can express the mistake."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from golden_cases import FORMATS, REJECT, format_of, inputs, reject_cases
from golden_unsayable import ELSEWHERE, UNSAYABLE

from onefold.frontends import codes
from onefold.frontends.report import code_named
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.registry import RULES

TESTS = Path(__file__).parent
CODES: dict[str, Code] = {
    **{name: code_named(name) for name in (each.replace("_", "-") for each in codes.NAMES)},
    **{rule.name: rule.code for rule in RULES},
}
HOW = """
`{folder}` has no case from {missing}. Write the same mistake by hand in every format that can express it:

    golden/reject/{folder}/CASE/input.fold.yaml  input.fold.toml  input.fold.json  input.fold

in sources that are otherwise free of findings, one CASE for each cause and for each thing the message can say. Run
`python -m pytest tests/test_golden_reject.py --snapshot-update`, and read in each new expected.ambr whether the message
is a sentence that a tired person understands, whether the caret stands at exactly the wrong thing, and whether the help
mends it. Where a format cannot express the mistake, say why in UNSAYABLE of tests/golden_unsayable.py; where the code
needs more than a source (a catalogue, a limit, a link, a package), name the tests that raise it in ELSEWHERE there.
"""


def folder(name: str) -> str:
    return f"{CODES[name].id}-{name}"


def covered(name: str) -> set[str]:
    """The formats that have a case of a code."""
    cases = [case for case in reject_cases() if case.parent.name == folder(name)]
    return {format_of(source) for case in cases for source in inputs(case)}


def of_sources() -> list[str]:
    """The codes that a source can raise: those of stores, bundles and patches (from OF700 on) are raised by none."""
    return [name for name, code in CODES.items() if code.id < "OF700" and name not in ELSEWHERE]


@pytest.mark.parametrize("name", of_sources())
def test_a_code_has_a_case_from_every_format_that_can_express_it(name: str) -> None:
    missing = [each for each in FORMATS if each not in covered(name) and each not in UNSAYABLE.get(name, {})]
    assert not missing, HOW.format(folder=folder(name), missing=" and ".join(missing))


@pytest.mark.parametrize("name", [*UNSAYABLE, *ELSEWHERE])
def test_no_exception_is_without_need(name: str) -> None:
    assert name in CODES, f"there is no code `{name}`"
    assert not covered(name) & UNSAYABLE.get(name, {}).keys(), "what has a case can be said"
    assert set(UNSAYABLE.get(name, {})) <= set(FORMATS)


@pytest.mark.parametrize("test", [test for tests in ELSEWHERE.values() for test in tests])
def test_the_tests_that_are_named_exist(test: str) -> None:
    module, _, function = test.partition("::")
    tree = ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))
    assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_folder_is_called_by_its_code() -> None:
    known = {folder(name) for name in CODES}
    assert {each.name for each in REJECT.iterdir()} <= known
