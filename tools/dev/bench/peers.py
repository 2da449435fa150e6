"""The other tools, each with the generated workflow or a small input of its own, as far as they are installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dev.bench.measuring import Command, onefold, run


class Peer(NamedTuple):
    """A tool and what it is to check."""

    name: str
    arguments: tuple[str, ...]
    """`{}` stands for the input's path."""
    file: str
    text: str
    """Empty where its input is the generated workflow."""
    version: tuple[str, ...] = ("--version",)


_GITHUB: Final = (
    "on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo hi\n"
)
_WDL: Final = "version 1.0\nworkflow w {\n  input { String a }\n  output { String b = a }\n}\n"
_CLOUD: Final = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n"
_PROTO: Final = 'syntax = "proto3";\npackage a.v1;\nmessage A { string b = 1; }\n'
# What comes nearest to a check of a workflow: our own JSON Schema of one.
_SCHEMA: Final = "schema.json"
_SCHEMA_CHECK: Final = ("check-jsonschema", "--schemafile", _SCHEMA)
PEERS: Final = (
    Peer("ruff", ("ruff", "check", "--no-cache", "--isolated", "{}"), "a.py", "a = 1\n"),
    Peer("buf", ("buf", "build", "{}"), "a.proto", _PROTO),
    Peer("jsonnet", ("jsonnet", "{}"), "a.fold.json", ""),
    Peer("zizmor", ("zizmor", "--offline", "--quiet", "{}"), "github.yml", _GITHUB),
    Peer("yamllint", ("yamllint", "-d", "relaxed", "{}"), "a.fold.yaml", ""),
    Peer("yamllint, no rules", ("yamllint", "-d", "{rules: {}}", "{}"), "a.fold.yaml", ""),
    Peer("check-jsonschema", (*_SCHEMA_CHECK, "{}"), "a.fold.yaml", ""),
    Peer("miniwdl", ("miniwdl", "check", "{}"), "a.wdl", _WDL),
    Peer("cfn-lint", ("cfn-lint", "{}"), "cloud.yaml", _CLOUD),
)


def peers(folder: Path, installed: Path | None) -> Iterator[Command]:
    """The peers that can be run, in `folder`, where the generated workflow is; the others are named on the way."""
    _write_schema(folder)
    for peer in PEERS:
        program = _program(peer.arguments[0], installed)
        if program is None:
            print(f"{peer.name} is not installed and left out")
            continue
        if peer.text:
            (folder / peer.file).write_text(peer.text, encoding="utf-8")
        arguments = [program, *(each.replace("{}", peer.file) if each == "{}" else each for each in peer.arguments[1:])]
        yield Command(peer.name, arguments, folder)


def schema_check(name: str, folder: Path, files: Sequence[Path], installed: Path | None) -> Command | None:
    """A check of files against the JSON Schema of workflows; `None` where the peer is not installed."""
    program, *arguments = _SCHEMA_CHECK
    found = _program(program, installed)
    if found is None:
        return None
    _write_schema(folder)
    return Command(name, [found, *arguments, *map(str, files)], folder)


def _write_schema(folder: Path) -> None:
    written = run(onefold("schema", folder, "schema", "workflow")).output
    (folder / _SCHEMA).write_text(written, encoding="utf-8")


def _program(name: str, installed: Path | None) -> str | None:
    places = f"{installed}/bin:{installed}/node_modules/.bin" if installed else None
    return (shutil.which(name, path=places) if places else None) or shutil.which(name)
