"""The house rules that a machine can check."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard, get_args

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


def _bound(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that statements bind."""
    found: set[str] = set()
    for each in statements:
        if isinstance(each, ast.Import | ast.ImportFrom):
            found |= {(name.asname or name.name).partition(".")[0] for name in each.names}
        elif isinstance(each, ast.AnnAssign | ast.Assign):
            targets = [each.target] if isinstance(each, ast.AnnAssign) else each.targets
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(each, ast.ClassDef | ast.FunctionDef):
            found.add(each.name)
    return found


def _is_for_type_checkers(statement: ast.stmt) -> TypeGuard[ast.If]:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


class _Evaluated(ast.NodeVisitor):
    """The names that a module looks up while it runs, where none of its functions binds them: not in annotations."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._local: list[set[str]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        defaults = [each for each in (*node.args.defaults, *node.args.kw_defaults) if each is not None]
        for each in (*node.decorator_list, *defaults):
            self.visit(each)
        self._local.append(_bound(each for each in ast.walk(node) if isinstance(each, ast.stmt) and each is not node))
        for statement in node.body:
            self.visit(statement)
        self._local.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        for each in node.orelse if _is_for_type_checkers(node) else (node.test, *node.body, *node.orelse):
            self.visit(each)

    def visit_Name(self, node: ast.Name) -> None:
        if not any(node.id in each for each in self._local):
            self.names.add(node.id)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_only_type_checkers_see_is_not_looked_up(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden, seen = set[str](), set[str]()
    for statement in tree.body:
        if _is_for_type_checkers(statement):
            hidden |= _bound(statement.body)
            seen |= _bound(statement.orelse)
        else:
            seen |= _bound([statement])
    evaluated = _Evaluated()
    evaluated.visit(tree)
    assert not evaluated.names & (hidden - seen)


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
