"""Every code: its id, its words and its page. The examples of the pages are run."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from code_pages import FENCE, FILE, MODULES, page, section

from onefold.api import check
from onefold.frontends import codes
from onefold.frontends.report import code_named
from onefold.kernel import rules
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.registry import RETIRED, RULES

ROOT = Path(__file__).parents[1]
SHAPE_HEADINGS = ["What it checks", "Why it matters", "Example", "Instead"]


def test_every_module_of_codes_and_rules_is_listed() -> None:
    folder = Path(str(codes.__file__)).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == set(codes.NAMES)
    folder = Path(str(rules.__file__)).parent
    listed = {rule.name.replace("-", "_") for rule in RULES}
    modules = {path.stem for path in folder.glob("*.py") if not path.stem.startswith("of_")}
    assert modules - {"__init__", "registry", "rule", "wider_rule"} == listed


def test_ids_are_unique_and_in_order() -> None:
    reading = [code_named(name.replace("_", "-")).id for name in codes.NAMES]
    kernel = [rule.code.id for rule in RULES]
    assert reading == sorted(reading)
    assert len({*reading, *kernel, *RETIRED}) == len(reading) + len(kernel) + len(RETIRED)
    assert all(re.fullmatch(r"OF[1-9]\d\d", each) for each in [*reading, *kernel])


@pytest.mark.parametrize("name", MODULES)
def test_a_page_has_its_headings_and_a_message_is_a_sentence(name: str) -> None:
    code: Code = MODULES[name].CODE
    assert re.findall(r"^## (.*)$", page(name), re.MULTILINE) == SHAPE_HEADINGS
    assert page(name).split("\n", 1)[0].endswith(".")
    assert code.message.endswith(".")
    assert not code.help.endswith(".")
    assert FENCE.search(section(name, "Example"))
    assert FENCE.search(section(name, "Instead"))


@pytest.mark.parametrize("name", [name for name in MODULES if not FILE.search(section(name, "Example"))])
def test_the_example_of_a_page_gives_its_code_and_the_mended_one_gives_nothing(name: str) -> None:
    runnable = [each for each in FENCE.findall(section(name, "Example")) if each[0] != "text"]
    for format_name, source in runnable:
        found = check(source, format=format_name).diagnostics
        assert {each.name for each in found} == {name}, found
        assert all(each.span is not None for each in found)
    for format_name, source in FENCE.findall(section(name, "Instead")):
        if format_name != "text":
            assert check(source, format=format_name).diagnostics == ()


def _reported_names(path: Path) -> set[str]:
    """Names of codes in calls such as `report("name", …)` and `Finding("name", …)`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    called = {"report", "Finding", "Refusal", "Sighting"}
    return {
        call.args[0].value
        for call in calls
        if (getattr(call.func, "attr", None) or getattr(call.func, "id", None)) in called
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def test_every_name_that_is_reported_is_a_code() -> None:
    sources = [path for root in ("kernel", "frontends", "tools") for path in (ROOT / root / "onefold").rglob("*.py")]
    names = {name for path in sources for name in _reported_names(path)}
    assert len(names) > 30
    assert names <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_the_fields_of_a_message_are_plain_names(name: str) -> None:
    code: Code = MODULES[name].CODE
    for text in (code.message, code.help):
        for _, field, specification, _ in string.Formatter().parse(text):
            assert field is None or field.isidentifier()
            assert not specification
