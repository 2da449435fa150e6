"""The configuration of a workspace: where it is found, what it says, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from onefold.api import BrokenConfiguration, check
from onefold.tools.workspace import Workspaces, workspace_root

GOOD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'
# A tool step without a timeout of its own: OF605, a warning.
SLOW = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "tool", "tool": "x"}}}'


def put(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def codes(outcome: Any) -> list[tuple[str, str]]:
    printed = json.loads(outcome.out)
    return [(each["code"], each["severity"]) for result in printed["results"] for each in result["diagnostics"]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("onefold.toml", 'exclude = ["old/"]\n'),
        ("pyproject.toml", '[tool.other]\nx = 1\n[tool.onefold]\nexclude = ["old/"]\n'),
        ("pyproject.toml", '[tool]\nonefold.exclude = ["old/"]\nother.since = 2024-01-01\n'),
    ],
)
def test_a_configuration_is_found_upwards_from_the_file(folder: Path, onefold: Any, name: str, text: str) -> None:
    folder.joinpath(name).write_text(text, encoding="utf-8")
    put(folder, a__b__c_fold_json=GOOD, a__old__d_fold_json="broken", old__e_fold_json="broken")
    assert onefold("check").out == "1 file checked: nothing found\n"
    assert onefold("check", "a/b").out == "1 file checked: nothing found\n"
    assert workspace_root(folder / "a" / "b" / "c.fold.json") == folder


def test_the_nearest_configuration_counts_and_its_own_file_comes_first(folder: Path) -> None:
    put(
        folder,
        onefold_toml="",
        a__onefold_toml="",
        b__pyproject_toml="[tool.onefold]\n",
        c__pyproject_toml="[tool.x]\n",
    )
    put(folder, d__onefold_toml='golden = "one"\n', d__pyproject_toml='[tool.onefold]\ngolden = "two"\n')
    workspaces = Workspaces()
    roots = [workspaces.of(folder / each / "w.fold").root for each in ("a", "b", "c", "d")]
    assert roots == [folder / "a", folder / "b", folder, folder / "d"]
    assert workspaces.of(folder / "d" / "w.fold").settings.golden == "one"


def test_a_project_that_does_not_speak_of_onefold_is_none_of_ours(folder: Path, onefold: Any) -> None:
    put(folder, pyproject_toml='[project]\ndependencies = ["onefold"]\nbroken', w_fold_json=GOOD)
    assert onefold("check").code == 0


def test_include_and_exclude_are_for_searches_and_not_for_named_files(folder: Path, onefold: Any) -> None:
    put(folder, onefold_toml='include = ["/flows/", "x.fold.json"]\nexclude = ["drafts/", "*.old.fold.json"]\n')
    put(folder, flows__a_fold_json=GOOD, flows__drafts__b_fold_json=GOOD, flows__c_old_fold_json=GOOD)
    put(folder, x_fold_json=GOOD, deep__flows__y_fold_json=GOOD)
    printed = json.loads(onefold("check", "--format", "json").out)
    assert [each["path"] for each in printed["results"]] == ["flows/a.fold.json", "x.fold.json"]
    assert onefold("check", "flows/drafts/b.fold.json").code == 0
    assert onefold("check", "deep").code == 2
    assert [line.split("  ")[1] for line in onefold("hash", ".").out.splitlines()] == [
        "flows/a.fold.json",
        "x.fold.json",
    ]


def test_nested_workspaces_keep_their_own_rules(folder: Path, onefold: Any) -> None:
    put(folder, onefold_toml='exclude = ["b.fold.json"]\n', inner__onefold_toml='exclude = ["c.fold.json"]\n')
    put(folder, a_fold_json=GOOD, b_fold_json=GOOD, inner__b_fold_json=GOOD, inner__c_fold_json=GOOD)
    printed = json.loads(onefold("check", "--format", "json").out)
    assert [each["path"] for each in printed["results"]] == ["a.fold.json", "inner/b.fold.json"]


def test_limits_hold_for_every_command(folder: Path, onefold: Any) -> None:
    put(folder, onefold_toml="[limits]\ndepth = 3\n", w_fold_json=GOOD)
    for command in ("check", "hash", "compile"):
        outcome = onefold(command, "w.fold.json")
        assert (outcome.code, "OF120" in outcome.out + outcome.err) == (1, True), command
    put(folder, onefold_toml="[limits]\nsource_bytes = 10\n")
    assert "OF119" in onefold("hash", "w.fold.json").err
    assert "OF119" in onefold("check", "-", "--from", "json", stdin=GOOD.encode()).out


def test_severities_and_ignores_are_handed_on(folder: Path, onefold: Any) -> None:
    put(folder, a_fold_json=SLOW, b__c_fold_json=SLOW)
    assert codes(onefold("check", "--format", "json")) == [("OF605", "warning")] * 2
    put(folder, onefold_toml='[severity]\ndefault-timeout = "error"\n')
    outcome = onefold("check", "--format", "json")
    assert (outcome.code, codes(outcome)) == (1, [("OF605", "error")] * 2)
    put(folder, onefold_toml='[severity]\nOF6 = "ignore"\n')
    assert codes(onefold("check", "--format", "json")) == []
    put(folder, onefold_toml='[ignore]\n"/b/*.json" = ["OF605 steps.a"]\n')
    assert codes(onefold("check", "--format", "json")) == [("OF605", "warning")]
    assert codes(onefold("check", "--format", "json", "b")) == []


BROKEN = {
    "an unknown key": ('exclud = ["x"]\n', "OF201", "exclud", "did you mean `exclude`?"),
    "an unknown limit": ("[limits]\ndeepness = 3\n", "OF201", "deepness", None),
    "a wrong type": ('exclude = "x"\n', "OF203", '"x"', "put it in brackets"),
    "a limit that is too large": ("[limits]\ndepth = 100000\n", "OF207", "100000", None),
    "no limit at all": ("[limits]\nnodes = 0\n", "OF207", "0", None),
    "an unknown severity": ('[severity]\nOF605 = "wraning"\n', "OF206", '"wraning"', "did you mean `warning`?"),
    "an unknown code": ('[severity]\nOF999 = "error"\n', "OF250", "OF999", None),
    "an unknown name": ('[severity]\ndefault-timout = "note"\n', "OF250", "default-timout", "`default-timeout`?"),
    "an unknown code to ignore": ('[ignore]\n"a" = ["OF6"]\n', "OF250", '"OF6"', None),
    "a catalogue that is not there": ('catalogs = ["x.yaml"]\n', "OF231", '"x.yaml"', None),
    "a catalogue that is none": ('catalogs = ["w.fold.json"]\n', "OF251", '"w.fold.json"', "begins with `catalog: ID`"),
    "what is no TOML": ("exclude = [\n", "OF106", "", None),
    "two keys": ("golden = 'a'\ngolden = 'b'\n", "OF104", "golden", None),
}


@pytest.mark.parametrize("command", ["check", "hash"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_configuration_is_exit_code_2_with_its_diagnostic(
    folder: Path, onefold: Any, name: str, command: str
) -> None:
    text, code, spot, help_line = BROKEN[name]
    put(folder, onefold_toml=text, w_fold_json=GOOD, v_fold_json=GOOD)
    outcome = onefold(command, ".")
    if command == "hash" and "catalogs" in text:
        # What a workflow is does not depend on catalogues.
        assert outcome.code == 0
        return
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("onefold: the configuration `onefold.toml` cannot be used") == 1
    assert f"error[{code}]" in outcome.err
    assert "--> onefold.toml:" in outcome.err
    assert help_line is None or help_line in outcome.err
    if command == "check":
        with pytest.raises(BrokenConfiguration) as raised:
            check(folder / "w.fold.json")
        (found, *_) = raised.value.diagnostics
        assert found.code == code
        assert found.span is not None
        assert found.span.text == spot


def test_mistakes_in_a_project_are_shown_in_their_table(folder: Path, onefold: Any) -> None:
    put(folder, pyproject_toml='[tool.x]\nexclud = 1\n[tool.onefold]\nexclud = ["x"]\n', w_fold_json=GOOD)
    outcome = onefold("check")
    assert outcome.code == 2
    assert "error[OF201]: `exclud` is not a field of the configuration." in outcome.err.replace(
        "`onefold`", "the configuration"
    )
    assert "--> pyproject.toml:4:1" in outcome.err
    put(folder, pyproject_toml="[tool.onefold]\nexclude = [\n")
    assert "error[OF106]" in onefold("check").err
    put(folder, pyproject_toml='[tool.x]\nsince = 2024-01-01\n[tool.onefold]\nexclud = ["x"]\n')
    assert "tool.onefold.exclud" in onefold("check").err


def test_the_json_output_is_one_object_when_the_configuration_is_broken(folder: Path, onefold: Any) -> None:
    put(folder, onefold_toml="x = 1\n", w_fold_json=GOOD)
    for form in ("json", "sarif"):
        outcome = onefold("check", "--format", form)
        assert outcome.code == 2
        json.loads(outcome.out)


def test_one_broken_workspace_does_not_stop_another(folder: Path, onefold: Any) -> None:
    put(folder, a__onefold_toml="x = 1\n", a__w_fold_json=GOOD, b__onefold_toml="", b__w_fold_json=GOOD)
    outcome = onefold("check", "a", "b")
    assert outcome.code == 2
    assert outcome.out == "1 file checked, 1 could not be read: nothing found\n"


def test_the_schema_of_configurations_is_published_and_holds(onefold: Any) -> None:
    schema = json.loads(onefold("schema", "config").out)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    validator.validate(
        {"exclude": ["x"], "limits": {"depth": 3}, "severity": {"OF6": "ignore"}, "ignore": {"a": ["OF605"]}}
    )
    refused: list[Any] = [{"exclud": []}, {"limits": {"depth": 1000}}, {"severity": {"OF6": "off"}}, {"catalogs": "x"}]
    for wrong in refused:
        assert not validator.is_valid(wrong), wrong


def test_standard_input_belongs_to_the_workspace_of_its_name(folder: Path, onefold: Any) -> None:
    put(folder, a__onefold_toml='[severity]\nOF605 = "ignore"\n')
    text = SLOW.encode()
    assert "OF605" in onefold("check", "-", "--from", "json", stdin=text).out
    assert "OF605" not in onefold("check", "-", "--stdin-filename", "a/w.fold.json", stdin=text).out


def test_a_pattern_that_matches_nothing_is_told_of_at_its_place(folder: Path, onefold: Any) -> None:
    put(
        folder,
        w_fold_json=GOOD,
        onefold_toml='include = ["!"]\nexclude = ["old/", "#x"]\n[ignore]\n"# y" = ["OF605"]\n',
    )
    outcome = onefold("check")
    assert outcome.code == 2
    assert [line for line in outcome.err.split("\n") if "OF" in line] == [
        "error[OF252]: The pattern `!` matches nothing.",
        "error[OF252]: The pattern `#x` matches nothing.",
        "error[OF252]: The pattern `# y` matches nothing.",
        '4 | "# y" = ["OF605"]',
    ]
