from __future__ import annotations

import json
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from drawings import faults, read_drawing
from golden_cases import ACCEPT, accept_cases, case_name, check_input

from onefold.kernel.ir.nodes import Parallel

FLOW = """fold 1
workflow w
budget { steps 50 }
tool fetch = github.get_diff { timeout 30s }
parallel checks { branches [lint, unit-test] join quorum 1 }
tool lint = ci.lint { timeout 5m }
tool unit-test = ci.test { timeout 5m }
conditional gate { on inputs.x > 1 && inputs.y == "a|b" then merge otherwise fetch }
subworkflow merge = ops.merge @ stable { timeout 5m }
fetch -> checks -> gate
fetch -> merge on failure
fetch -> merge on timeout
start fetch
"""


@pytest.fixture
def flow(folder: Path) -> str:
    (folder / "w.fold").write_text(FLOW, encoding="utf-8")
    return "w.fold"


def test_a_flowchart_has_a_subgraph_for_each_parallel_step(onefold: Any, flow: str) -> None:
    outcome = onefold("graph", flow)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        "flowchart TD\n"
        '  s0["fetch<br/>github.get_diff"]\n'
        '  subgraph s1["checks<br/>1 of 2 branches"]\n'
        '    s3["lint<br/>ci.lint"]\n'
        '    s5["unit-test<br/>ci.test"]\n'
        "  end\n"
        '  s2{{"gate<br/>inputs.x #62; 1 #38;#38; inputs.y #61;#61; #34;a#124;b#34;"}}\n'
        '  s4[["merge<br/>ops.merge #64; stable"]]\n'
        "  s1 -.-> s3\n"
        "  s1 -.-> s5\n"
        '  s2 -->|"then"| s4\n'
        '  s2 -->|"else"| s0\n'
        "  s1 --> s2\n"
        "  s0 --> s1\n"
        '  s0 -->|"failure, timeout"| s4\n'
        "  style s0 stroke-width:3px\n"
    )


def test_graphviz_gets_a_cluster_for_each_parallel_step(onefold: Any, flow: str) -> None:
    out = onefold("graph", flow, "--format", "dot").out
    assert "subgraph cluster_s1 {" in out
    assert "s1 -> s2 [ltail=cluster_s1];" in out
    assert "s1 -> s3 [style=dashed];" in out
    program = shutil.which("dot")
    if program is None:
        pytest.skip("there is no Graphviz on the path")
    done = subprocess.run([program, "-Tsvg"], input=out.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    assert b"github.get_diff" in done.stdout


def test_what_graphviz_would_take_for_an_escape_is_text(onefold: Any, folder: Path) -> None:
    words = '\\N \\l &lt; "'
    value = {"kind": "conditional", "on": f"inputs.x == {json.dumps(words)}", "then": "a"}
    steps = {"g": value, "a": {"kind": "model", "prompt": "x"}}
    text = json.dumps({"onefold": 1, "workflow": "w", "start": "g", "steps": steps})
    (folder / "w.json").write_text(text, encoding="utf-8")
    out = onefold("graph", "w.json", "--format", "dot").out
    assert r"inputs.x == \"\\\\N \\\\l &amp;lt; \\\"\"" in out
    program = shutil.which("dot")
    if program is None:
        pytest.skip("there is no Graphviz on the path")
    done = subprocess.run([program, "-Tsvg"], input=out.encode(), capture_output=True, check=True)
    drawn = unescape(done.stdout.decode())
    assert r'inputs.x == "\\N \\l &lt; \""' in drawn.replace("\xa0", " ")


def test_a_picture_is_a_file_of_its_own_for_light_and_dark(onefold: Any, flow: str) -> None:
    out = onefold("graph", flow, "--format", "svg").out
    assert out.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg ')
    assert "prefers-color-scheme: dark" in out
    drawing = read_drawing(out)
    assert faults(drawing) == []
    assert drawing.boxes.keys() == {"fetch", "checks", "lint", "unit-test", "gate", "merge"}
    assert drawing.regions.keys() == {"checks"}
    assert [each.name for each in drawing.labels] == ["then", "else", "failure, timeout"]
    assert "http" not in out.replace("http://www.w3.org/2000/svg", "")


def test_a_page_tells_in_words_what_the_picture_shows(onefold: Any, flow: str) -> None:
    out = onefold("graph", flow, "--format", "html").out
    assert faults(read_drawing(out[out.index("<svg") : out.index("</svg>") + 6])) == []
    assert "<code>gate</code></td><td>conditional</td>" in out
    assert "failure, timeout → <code>merge</code>" in out
    assert "<script" not in out


@pytest.mark.parametrize("case", accept_cases(), ids=case_name)
def test_every_golden_workflow_has_every_graph(onefold: Any, case: Path) -> None:
    checked = check_input(case / "input.fold.yaml")
    if checked.ir is None:
        pytest.skip("it does not compile")
    path = str(case / "input.fold.yaml")
    for form in ("mermaid", "dot", "svg", "html"):
        assert onefold("graph", path, "--format", form).code == 0
    parallels = sum(isinstance(step, Parallel) for step in checked.ir.steps.values())
    assert onefold("graph", path).out.count("subgraph") == parallels


def test_what_does_not_compile_has_no_graph(onefold: Any, folder: Path) -> None:
    (folder / "w.fold").write_text("fold 1 workflow w model a { prompt 1 }", encoding="utf-8")
    outcome = onefold("graph", "w.fold")
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF" in outcome.err
    assert onefold("graph", "none.fold").code == 2
    assert onefold("graph", str(ACCEPT)).code == 2


def test_a_graph_that_is_too_large_to_be_drawn_is_told(onefold: Any, folder: Path) -> None:
    steps = "\n".join(f'model s{index} {{ prompt "x" }}' for index in range(600))
    chain = " -> ".join(f"s{index}" for index in range(600))
    # A great many long lines that have nothing in common.
    lines = "\n".join(f"s{index} -> s{599 - index} on failure" for index in range(250))
    text = f"fold 1 workflow w budget {{ steps 900 }} {steps}\n{chain}\n{lines}"
    (folder / "w.fold").write_text(text, encoding="utf-8")
    outcome = onefold("graph", "w.fold", "--format", "svg")
    assert (outcome.code, outcome.out) == (2, "")
    assert "with 600 steps the graph is too large to be drawn" in outcome.err
    assert onefold("graph", "w.fold", "--format", "dot").code == 0
    (folder / "v.fold").write_text(text.replace('prompt "x"', 'prompt "y"', 1), encoding="utf-8")
    outcome = onefold("diff", "w.fold", "v.fold", "--format", "html")
    assert outcome.code == 1
    assert "With 600 steps the graph is too large to be drawn." in outcome.out
