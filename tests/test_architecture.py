"""The house rules that a machine can check."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import attrs
import pytest

import onefold.api
import onefold.frontends
import onefold.grammars
import onefold.kernel
import onefold.tools
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.ir import declare, expression, nodes

ROOT = Path(__file__).parents[1]
PACKAGES: tuple[ModuleType, ...] = (
    onefold.kernel,
    onefold.frontends,
    onefold.grammars,
    onefold.tools,
    onefold.api,
)
SOURCES = sorted(
    path for root in ("kernel", "frontends", "grammars", "tools") for path in (ROOT / root / "onefold").rglob("*.py")
)
# What a node of the IR must never know.
FOREIGN_NAMES = {"span", "source", "file", "filename", "line", "column", "offset", "comment", "format", "style", "tag"}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_package_comes_from_this_checkout(package: ModuleType) -> None:
    assert Path(str(package.__file__)).is_relative_to(ROOT)


def test_the_namespace_has_no_module_of_its_own() -> None:
    assert not list(ROOT.glob("*/onefold/__init__.py"))


def test_every_package_is_typed() -> None:
    assert all((Path(str(package.__file__)).parent / "py.typed").is_file() for package in PACKAGES)


def test_every_module_can_be_imported_and_says_what_it_is_for() -> None:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                assert importlib.import_module(module.name).__doc__, module.name


def _ir_classes() -> list[type[Any]]:
    modules = (nodes, expression)
    return [each for module in modules for each in vars(module).values() if isinstance(each, type) and attrs.has(each)]


@pytest.mark.parametrize("node", _ir_classes(), ids=lambda node: node.__name__)
def test_a_node_of_the_ir_is_frozen_slotted_and_knows_nothing_of_sources(node: type[Any]) -> None:
    assert "__dict__" not in {name for base in node.__mro__ for name in vars(base)}
    assert "__setattr__" in vars(node)
    for field in attrs.fields(node):
        assert not set(field.name.split("_")) & FOREIGN_NAMES, field.name
        assert "Span" not in str(field.type)
        assert "Source" not in str(field.type)


def test_every_record_of_the_ir_declares_every_field() -> None:
    records = [each for each in _ir_classes() if each.__module__ == nodes.__name__]
    values = get_args(nodes.ValueNode)
    for record in records:
        if record not in values:
            assert len(declare.declarations(record)) == len(attrs.fields(record))


def test_only_a_canonical_workflow_can_be_made_by_canonicalize() -> None:
    with pytest.raises(TypeError, match="only canonicalize"):
        Canonical(nodes.WorkflowDef(onefold=1, workflow="w", start="a", steps={}), object())
    workflow = nodes.WorkflowDef(onefold=1, workflow="w", start="a", steps={})
    assert canonicalize(workflow).workflow is workflow


def _functions(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    return [(f"{path.name}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1) for node in found]


def test_functions_and_files_are_short() -> None:
    lengths = [each for path in SOURCES for each in _functions(path)]
    assert [each for each in lengths if each[1] > 60] == []
    assert [str(path) for path in SOURCES if path.read_text(encoding="utf-8").count("\n") > 400] == []
    over_45 = [each for each in lengths if each[1] > 45]
    assert len(over_45) <= len(lengths) * 0.05, over_45


def test_only_the_tools_touch_files_clock_and_environment() -> None:
    forbidden = {"os", "pathlib", "time", "datetime", "socket", "subprocess", "random", "tempfile", "shutil"}
    for path in SOURCES:
        if path.is_relative_to(ROOT / "tools"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & forbidden, path


def test_text_is_never_split_where_python_sees_lines() -> None:
    # str.splitlines ends lines at form feeds, U+2028 and others; in a source only LF, CRLF and CR end one.
    for path in SOURCES:
        if path.is_relative_to(ROOT / "tools"):
            continue
        assert ".splitlines(" not in path.read_text(encoding="utf-8"), path
