"""What a short command imports: this, and no timer, keeps its start quick."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from golden_cases import accept_cases, inputs
from repositories import Repository

from onefold.frontends.yaml.render import render

PROGRAM = """
import json, sys
before = set(sys.modules)
from onefold.tools.cli.main import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted(set(sys.modules) - before)]), file=sys.stderr)
"""
# It has no regular expressions, which would need their engine.
CASE = next(case for case in accept_cases() if case.name == "experiment-runner")
SOURCES = {path.name: str(path) for path in inputs(CASE)}
# What no clean source needs, by the beginning of its name.
UNNEEDED = (
    "onefold.frontends.documents", "onefold.frontends.fold.build", "onefold.frontends.fold.parse",
    "onefold.frontends.fold.read", "onefold.frontends.fold.tables", "onefold.frontends.lark_parser",
    "onefold.frontends.report", "onefold.kernel.catalog", "onefold.kernel.dataflow.detour",
    "onefold.kernel.dataflow.words", "onefold.kernel.diff", "onefold.kernel.fixes", "onefold.kernel.flow.faults",
    "onefold.kernel.identity", "onefold.kernel.ir.catalog", "onefold.kernel.rules.of_catalogs",
    "onefold.kernel.rules.of_data_flow", "onefold.kernel.rules.of_types", "onefold.kernel.rules.of_workspaces",
    "onefold.kernel.rules.registry", "onefold.kernel.rules.wider_rule", "onefold.kernel.workspace",
    "onefold.tools.cache", "onefold.tools.cli.ahead", "onefold.tools.events", "onefold.tools.graph",
    "onefold.tools.neighbours", "onefold.tools.packing", "onefold.tools.parallel", "onefold.tools.store",
    "onefold.tools.show.json", "onefold.tools.show.sarif", "onefold.tools.show.snippet",
    "asyncio", "dataclasses", "email", "importlib.metadata",
    "importlib.resources", "inspect", "logging", "multiprocessing", "sqlite3", "subprocess", "tempfile", "zipfile",
)  # fmt: skip
SDK = {"mcp", "mcp_types", "anyio", "pydantic", "starlette", "uvicorn", "httpx2", "opentelemetry", "jwt"}
"""What the SDK of the Model Context Protocol brings."""
SOURCES_OF_TOOLS = sorted((Path(__file__).parents[2] / "tools" / "onefold").rglob("*.py"))
MOST_OF_OURS = 204
"""More are a reason to look at what is imported, not a law."""


@cache
def imported(*arguments: str) -> frozenset[str]:
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True)
    code, names = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stdout
    return frozenset(names)


def strangers(names: frozenset[str]) -> set[str]:
    """The packages among them that are neither ours nor of the standard library."""
    roots = {name.partition(".")[0] for name in names}
    # Compiled packages bring a module with a name of its own.
    return {
        each for each in roots - sys.stdlib_module_names - {"onefold"} if "__mypyc" not in each and "cython" not in each
    }


@pytest.mark.parametrize("command", ["check", "hash"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("input.fold.yaml", {"yaml"}),
        ("input.fold.json", set()),
        ("input.fold.toml", {"tomli"}),
        ("input.fold", set()),
    ],
)
def test_a_clean_source_is_read_with_the_reader_of_its_format_alone(
    command: str, name: str, expected: set[str]
) -> None:
    names = imported(command, SOURCES[name])
    hashing = {"blake3"} if command == "hash" else set()
    assert strangers(names) - {"_yaml"} == expected | hashing
    # To check a workflow takes no version, and so no canonical form.
    assert ("onefold.kernel.canonicalize" in names) == (command == "hash")
    # That no catalogue lists the tools is worth a note of `check`, which needs words.
    allowed = ("onefold.frontends.report",) if command == "check" else ()
    assert not [each for each in names if each.startswith(UNNEEDED) and not each.startswith(allowed)]
    assert sum(each.startswith("onefold") for each in names) <= MOST_OF_OURS


@pytest.mark.parametrize("command", ["check", "hash"])
def test_a_clean_source_in_plain_yaml_is_read_without_a_parser(command: str, tmp_path: Path) -> None:
    path = tmp_path / "plain.fold.yaml"
    path.write_text(render(json.loads(Path(SOURCES["input.fold.json"]).read_text(encoding="utf-8"))), encoding="utf-8")
    names = imported(command, str(path))
    assert strangers(names) <= {"blake3"}
    known = {"glance", "quick", "quick_inline", "quick_lines", "quick_texts", "scalars", "yaml_1_1"}
    assert {each.split(".")[3] for each in names if each.startswith("onefold.frontends.yaml.")} <= known


def _imported_by(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in it."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    plain = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_the_sdk_of_the_protocol_is_imported_by_the_server_alone() -> None:
    known = {path: _imported_by(path) for path in SOURCES_OF_TOOLS}
    server = "onefold.tools.functions.server"
    users = [path for path, names in known.items() if {each.partition(".")[0] for each in names} & SDK]
    assert [path.name for path in users] == ["server.py"]
    starters = [path for path, names in known.items() if server in names]
    assert [path.relative_to(path.parents[1]).as_posix() for path in starters] == ["cli/mcp.py"]


@pytest.mark.parametrize("command", ["function-tools", "bundle validate"])
def test_no_other_command_imports_the_sdk_of_the_protocol(command: str) -> None:
    given = [*command.split(), SOURCES["input.fold.yaml"]] if " " in command else [command]
    names = imported(*given)
    assert not strangers(names) & SDK
    assert "onefold.tools.functions.server" not in names


def test_an_answer_that_stands_imports_nearly_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "work")
    repository.write({"a.fold.json": Path(SOURCES["input.fold.json"]).read_text(encoding="utf-8")})
    repository.git("add", "--all")
    there = str(repository.folder)
    known = {"XDG_CACHE_HOME": str(tmp_path)}
    # Files that were just written keep an answer from standing.
    settled = f"import time\nnow = time.time_ns\ntime.time_ns = lambda: now() + {3600 * 10**9}\n{PROGRAM}"
    command = [sys.executable, "-c", settled, "check", there]
    known = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run(command, capture_output=True, check=True, env=known)
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=known)
    names = json.loads(done.stderr)[1]
    assert "onefold.frontends" not in names
    assert strangers(frozenset(names)) == {"blake3"}
    assert not {"typing", "re", "argparse", "pathlib", "subprocess", "shutil"} & set(names)


def test_help_imports_nearly_nothing() -> None:
    names = imported("--help")
    assert strangers(names) == set()
    assert sum(each.startswith("onefold") for each in names) <= 20


def test_the_examples_are_there() -> None:
    assert all(Path(each).is_file() for each in SOURCES.values())
