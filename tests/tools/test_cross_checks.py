"""Catalogues in a workspace, and sources that are checked together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from onefold.api import check, compile
from onefold.frontends.registry import FRONTENDS

PIN = f"blake3:{'0' * 64}"
CONFIGURATION = 'catalogs = ["catalog.yaml"]\n'
TOOLS = """\
catalog: team
tools:
  github.get_diff:
    input: {type: object, properties: {pr: {type: integer}}}
"""


@frozen
class Found:
    """One diagnostic as the JSON output has it."""

    path: str
    code: str
    spot: str
    related: tuple[str, ...]


def put(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def flow(workflow: str, *steps: str) -> str:
    return "\n".join([f"onefold: 1\nworkflow: {workflow}\nsteps:", *steps, ""])


def hi(text: str = "hi") -> str:
    return f"  a: {{kind: model, prompt: {text}}}"


def run(workflow: str, version: str = PIN, arguments: str = "{}", step: str = "a") -> str:
    return (
        f"  {step}: {{kind: subworkflow, workflow: {workflow}, version: '{version}', timeout: 1m, with: {arguments}}}"
    )


def call(tool: str) -> str:
    return f"  a: {{kind: tool, tool: {tool}, timeout: 1m}}"


def found(outcome: Any, *codes: str) -> list[Found]:
    """What was found, but for floating selectors; with `codes`, only those."""
    printed = json.loads(outcome.out)
    return [
        Found(result["path"], each["code"], _spot(each), tuple(map(_spot, each["related"])))
        for result in printed["results"]
        for each in result["diagnostics"]
        if each["code"] in codes or (not codes and each["code"] != "OF606")
    ]


def _spot(place: Any) -> str:
    span = place["span"]
    return f"{span['path']}:{span['start']['line']}:{span['start']['column']}"


def notes(outcome: Any) -> list[str]:
    return [each["message"] for each in json.loads(outcome.out).get("notes", ())]


@pytest.fixture
def checked(folder: Path, onefold: Any) -> Any:
    assert folder.is_dir()
    return lambda *paths: onefold("check", "--format", "json", *paths)


# Catalogues.


def test_a_catalogue_is_checked_as_what_it_is(folder: Path, checked: Any) -> None:
    put(folder, tools_fold_yaml="catalog: team\ntools: {x: {inputs: {}}}\nmodels: {w: {pinned: maybe}}\n")
    outcome = checked("tools.fold.yaml")
    assert outcome.code == 1
    assert found(outcome) == [
        Found("tools.fold.yaml", "OF201", "tools.fold.yaml:2:13", ()),
        Found("tools.fold.yaml", "OF203", "tools.fold.yaml:3:22", ()),
    ]
    assert json.loads(outcome.out)["results"][0]["version"] is None


@pytest.mark.parametrize("name", ["yaml", "toml", "json"])
def test_a_catalogue_may_be_written_in_any_data_format(folder: Path, checked: Any, name: str) -> None:
    frontend = next(each for each in FRONTENDS if each.name == name)
    assert frontend.print
    document: Any = {"catalog": "team", "tools": {"github.merge": {"input": {"type": "objekt"}}}, "modles": {}}
    folder.joinpath(f"catalog.{name}").write_text(frontend.print(document), encoding="utf-8")
    put(folder, onefold_toml=f'catalogs = ["catalog.{name}"]\n')
    (result,) = json.loads(checked(f"catalog.{name}").out)["results"]
    assert {(each["code"], each["ir_path"]) for each in result["diagnostics"]} == {
        ("OF218", 'tools["github.merge"].input.type'),
        ("OF201", "modles"),
    }


def test_a_catalogue_has_no_version(folder: Path, onefold: Any) -> None:
    put(folder, catalog_fold_yaml=TOOLS, w_fold_yaml=flow("w", hi()))
    assert onefold("hash", ".").out.endswith("  w.fold.yaml\n")
    assert onefold("hash", ".").code == 0
    for command in ("hash", "compile"):
        outcome = onefold(command, "catalog.fold.yaml")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == "onefold: `catalog.fold.yaml` is a catalogue, and only workflows have a version\n"
    assert check(folder / "catalog.fold.yaml").ok
    with pytest.raises(ValueError, match="a catalogue has no version"):
        compile(folder / "catalog.fold.yaml")


def test_the_first_key_tells_a_catalogue_from_a_workflow(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml="description: x\ncatalog: team\n", b_fold_yaml="steps: {}\nonefold: 1\ncatalog: x\n")
    assert found(checked("a.fold.yaml")) == []
    assert {each.code for each in found(checked("b.fold.yaml"))} == {"OF201", "OF202", "OF216"}


def test_workflows_are_compared_with_the_catalogues_of_their_workspace(folder: Path, checked: Any) -> None:
    put(folder, onefold_toml=CONFIGURATION, catalog_yaml=TOOLS, sub__w_fold_yaml=flow("w", call("github.get_dif")))
    wanted = [Found("sub/w.fold.yaml", "OF320", "sub/w.fold.yaml:4:25", ())]
    assert found(checked()) == found(checked("sub")) == found(checked("sub/w.fold.yaml")) == wanted
    assert [each.code for each in check(folder / "sub" / "w.fold.yaml").diagnostics] == ["OF320"]
    assert compile(folder / "sub" / "w.fold.yaml").diagnostics == ()


def test_a_note_says_once_what_no_catalogue_lists(folder: Path, checked: Any, onefold: Any) -> None:
    put(folder, a_fold_yaml=flow("a", call("x"), run("y", step="b")), b_fold_yaml=flow("b", call("x")))
    assert notes(checked()) == ["No catalogue lists tools or workflows, so their ids are not checked."]
    assert found(checked(), "OF329") == []
    assert onefold("check", "b.fold.yaml").code == onefold("check", "b.fold.yaml", "--strict").code == 0
    assert onefold("check", "b.fold.yaml").out.count("note[OF329]") == 1
    assert "OF329" not in onefold("check", "--ignore", "OF329").out
    put(folder, onefold_toml=CONFIGURATION, catalog_yaml="catalog: team\ntools: {x: {}}\nworkflows: {}\n")
    assert notes(checked()) == []
    assert notes(checked("b.fold.yaml")) == []


def test_nothing_is_said_of_catalogues_where_nothing_is_named(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml=flow("a", hi()))
    assert notes(checked()) == []


def test_a_broken_catalogue_is_told_of_and_nothing_is_compared_with_it(folder: Path, checked: Any) -> None:
    put(folder, onefold_toml=CONFIGURATION, catalog_yaml="catalog: team\ntools: {x: {inputs: {}}}\n")
    put(folder, w_fold_yaml=flow("w", call("z")))
    outcome = checked("w.fold.yaml")
    assert outcome.code == 1
    assert [(each.path, each.code) for each in found(outcome)] == [("catalog.yaml", "OF201")]
    assert notes(outcome) == []


def test_unused_entries_are_told_of_when_the_whole_workspace_is_checked(folder: Path, checked: Any) -> None:
    catalog = "catalog: team\ntools: {a.x: {}, a.z: {}, b.z: {}}\nverifiers: {v: {}}\nmodels: {m: {}}\n"
    catalog += f"workflows: {{o: {{version: '{PIN}'}}}}\n"
    put(folder, onefold_toml=CONFIGURATION, catalog_yaml=catalog, w_fold_yaml=flow("w", call("b.z")))
    put(folder, v_fold_yaml=flow("v", '  a: {kind: model, prompt: hi, tools: ["a.*"]}'))
    wanted = ["catalog.yaml:3:13", "catalog.yaml:4:10", "catalog.yaml:5:13"]
    assert [each.spot for each in found(checked(), "OF326")] == wanted
    assert [each.spot for each in found(checked(str(folder)), "OF326")] == wanted
    assert found(checked("w.fold.yaml", "v.fold.yaml"), "OF326") == []
    put(folder, broken_fold_yaml="onefold: 1\n")
    assert found(checked(), "OF326") == []


def test_shadowed_entries_point_at_the_one_that_counts(folder: Path, checked: Any) -> None:
    put(folder, onefold_toml='catalogs = ["one.yaml", "two.toml"]\n', w_fold_yaml=flow("w", call("x")))
    put(folder, one_yaml="catalog: one\ntools: {x: {}}\n", two_toml='catalog = "two"\n[tools.x]\n')
    (one,) = found(checked())
    assert one == Found("two.toml", "OF327", "two.toml:2:8", ("one.yaml:2:9",))


def test_the_texts_of_a_catalogue_are_looked_at_like_those_of_a_workflow(folder: Path, checked: Any) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9" * 2
    text = f"in\u200bvisible \u202e \u0430dmin {secret}"
    put(folder, catalog_json=json.dumps({"catalog": "c", "tools": {"a.b": {"description": text}}}))
    outcome = checked("catalog.json")
    assert sorted(each.code for each in found(outcome)) == ["OF240", "OF241", "OF242", "OF607"]
    assert secret not in outcome.out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "there is no such file"),
        ("onefold: [", "it cannot be read as a workflow"),
        ("onefold: 1\nworkflow: greet\n", "its fields are not well formed"),
        (flow("meet", hi()), "it defines the workflow `meet`"),
    ],
)
def test_a_file_in_a_catalogue_defines_its_workflow(folder: Path, checked: Any, text: str | None, reason: str) -> None:
    put(
        folder, onefold_toml=CONFIGURATION, catalog_yaml="catalog: team\nworkflows: {greet: {file: flows/greet.yaml}}\n"
    )
    put(folder, w_fold_yaml=flow("w", run("greet")))
    if text is not None:
        put(folder, flows__greet_yaml=text)
    outcome = checked()
    assert found(outcome, "OF333") == [Found("catalog.yaml", "OF333", "catalog.yaml:2:27", ())]
    assert reason in outcome.out
    put(folder, flows__greet_yaml=flow("greet", hi()))
    assert found(checked()) == []


@pytest.mark.parametrize("path", ["../greet.yaml", "/etc/hostname", "secrets/greet.yaml"])
def test_a_file_in_a_catalogue_stays_in_the_workspace(folder: Path, checked: Any, path: str) -> None:
    put(
        folder,
        a__onefold_toml=CONFIGURATION,
        a__catalog_yaml=f"catalog: team\nworkflows: {{greet: {{file: {path}}}}}\n",
    )
    put(folder, a__w_fold_yaml=flow("w", run("greet")), greet_yaml=flow("greet", hi()))
    assert [each.code for each in found(checked("a"))] == ["OF333"]


INPUTS = "inputs: {type: object, properties: {name: {type: string}}, required: [name]}\n"


def test_inputs_of_a_workflow_beside_it_are_checked(folder: Path, checked: Any) -> None:
    step = run("greet", arguments="{name: 3}")
    put(folder, greet_fold_yaml=flow("greet", hi()) + INPUTS, w_fold_yaml=flow("w", step))
    assert found(checked()) == [Found("w.fold.yaml", "OF325", f"w.fold.yaml:4:{step.index('3}') + 1}", ())]
    # Without a configuration nobody knows of the other file.
    assert found(checked("w.fold.yaml")) == []
    put(folder, onefold_toml="")
    assert [each.code for each in found(checked("w.fold.yaml"))] == ["OF325"]
    put(folder, onefold_toml='exclude = ["greet.*"]\n')
    assert found(checked("w.fold.yaml")) == []


def test_a_workflow_of_the_workspace_is_known_beside_the_catalogues(folder: Path, checked: Any) -> None:
    put(folder, onefold_toml=CONFIGURATION, catalog_yaml="catalog: team\nworkflows: {}\n")
    put(folder, w_fold_yaml=flow("w", run("greet")), sub__greet_fold_yaml=flow("greet", hi()))
    assert found(checked()) == found(checked("w.fold.yaml")) == []
    put(folder, w_fold_yaml=flow("w", run("great")))
    assert [each.code for each in found(checked("w.fold.yaml"))] == ["OF324"]


# Sources together.


def test_one_id_with_several_versions_is_told_of_once_with_all_places(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml=flow("w", hi()), b_fold_yaml=flow("w", hi()), c_fold_yaml=flow("w", hi("ho")))
    put(folder, d_fold_yaml=flow("w", hi("hu")), e_fold_yaml=flow("v", hi("ho")))
    outcome = checked()
    assert outcome.code == 1
    places = ("a.fold.yaml:2:11", "b.fold.yaml:2:11", "d.fold.yaml:2:11")
    assert found(outcome) == [Found("c.fold.yaml", "OF330", "c.fold.yaml:2:11", places)]
    assert [found(checked(f"{each}.fold.yaml")) for each in "acd"] == [[], [], []]
    assert found(checked("d.fold.yaml", "c.fold.yaml"))[0].path == "c.fold.yaml"


def test_one_version_in_several_formats_is_no_conflict(folder: Path, checked: Any) -> None:
    document: Any = {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}
    for each in FRONTENDS:
        assert each.print
        folder.joinpath(f"w{each.suffixes[0]}").write_text(each.print(document), encoding="utf-8")
    assert found(checked()) == []


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
def test_workflows_that_run_each_other_are_told_of_once(folder: Path, checked: Any, frontend: Any) -> None:
    def document(workflow: str, other: str, version: str = "stable") -> str:
        step = {"kind": "subworkflow", "workflow": other, "version": version, "timeout": "1m"}
        text = frontend.print({"onefold": 1, "workflow": workflow, "steps": {"go": step}})
        assert isinstance(text, str)
        return text

    suffix = frontend.suffixes[0]
    for workflow, other in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "e")):
        folder.joinpath(f"{workflow}{suffix}").write_text(document(workflow, other), encoding="utf-8")
    (circle,) = found(checked(), "OF331")
    assert (circle.path, [each.partition(":")[0] for each in circle.related]) == (
        f"a{suffix}",
        [f"b{suffix}", f"c{suffix}"],
    )
    text = folder.joinpath(f"a{suffix}").read_text(encoding="utf-8")
    line, column = map(int, circle.spot.split(":")[1:])
    assert text.split("\n")[line - 1][column - 1 :].lstrip('"').startswith("b")
    folder.joinpath(f"c{suffix}").write_text(document("c", "a", PIN), encoding="utf-8")
    assert found(checked(), "OF331") == []


def test_a_slip_in_the_id_of_a_workflow_beside_it_is_a_warning(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml=flow("ops.merge-all", hi()), b_fold_yaml=flow("b", run("ops.merge_all")))
    put(folder, c_fold_yaml=flow("c", run("ops.purge-all")))
    assert found(checked()) == [Found("b.fold.yaml", "OF332", "b.fold.yaml:4:36", ("a.fold.yaml:2:11",))]
    assert found(checked("b.fold.yaml")) == []


def test_what_is_found_together_is_silenced_like_everything_else(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml=flow("w", hi()), b_fold_yaml=flow("w", hi("ho")))
    text = (
        (folder / "b.fold.yaml").read_text(encoding="utf-8").replace("w\n", "w  # onefold: ignore[OF330] moving\n", 1)
    )
    put(folder, b_fold_yaml=text)
    assert found(checked()) == []
    assert found(checked("b.fold.yaml")) == []
    put(folder, b_fold_yaml=flow("w", hi("ho")), onefold_toml='[ignore]\n"/b.*" = ["conflicting-versions"]\n')
    assert found(checked()) == []


def test_the_order_of_what_is_found_is_that_of_the_sources(folder: Path, checked: Any) -> None:
    put(folder, a_fold_yaml=flow("w", hi()), b_fold_yaml=flow("w", call("x")).replace(", timeout: 1m", ""))
    codes = [(each.code, each.spot) for each in found(checked())]
    assert codes == [("OF330", "b.fold.yaml:2:11"), ("OF605", "b.fold.yaml:4:3")]
    assert checked().out == checked().out
