"""The other tools, each with a small input of its own, as far as they are installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from dev.bench.measuring import Command


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
PEERS: Final = (
    Peer("ruff", ("ruff", "check", "--no-cache", "--isolated", "{}"), "a.py", "a = 1\n"),
    Peer("buf", ("buf", "build", "{}"), "a.proto", _PROTO),
    Peer("jsonnet", ("jsonnet", "{}"), "a.fold.json", ""),
    Peer("zizmor", ("zizmor", "--offline", "--quiet", "{}"), "github.yml", _GITHUB),
    Peer("yamllint", ("yamllint", "-d", "{rules: {}}", "{}"), "a.fold.yaml", ""),
    Peer("check-jsonschema", ("check-jsonschema", "--schemafile", "schema.json", "{}"), "a.fold.yaml", ""),
    Peer("miniwdl", ("miniwdl", "check", "{}"), "a.wdl", _WDL),
    Peer("cfn-lint", ("cfn-lint", "{}"), "cloud.yaml", _CLOUD),
)


def peers(folder: Path, installed: Path | None) -> Iterator[Command]:
    """The peers that can be run, in `folder`, where the generated workflow is; the others are named on the way."""
    places = f"{installed}/bin:{installed}/node_modules/.bin" if installed else None
    (folder / "schema.json").write_text(json.dumps({"type": "object"}), encoding="utf-8")
    for peer in PEERS:
        program = (shutil.which(peer.arguments[0], path=places) if places else None) or shutil.which(peer.arguments[0])
        if program is None:
            print(f"{peer.name} is not installed and left out")
            continue
        if peer.text:
            (folder / peer.file).write_text(peer.text, encoding="utf-8")
        arguments = [program, *(each.replace("{}", peer.file) if each == "{}" else each for each in peer.arguments[1:])]
        yield Command(peer.name, arguments, folder)
