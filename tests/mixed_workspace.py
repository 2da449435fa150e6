"""A workspace with a source of every sort: clean, doubtful, faulty, unreadable, naming texts and each other."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CLEAN: Final = '{{"onefold": 1, "workflow": "{id}", "steps": {{"a": {{"kind": "model", "prompt": "hi"}}}}}}'


def calling(identifier: str, other: str, version: str = "stable") -> str:
    """A workflow that runs another one."""
    step = f"{{kind: subworkflow, workflow: {other}, version: {version}, timeout: 1m}}"
    return f"onefold: 1\nworkflow: {identifier}\nsteps:\n  a: {step}\n"


FILES: Final = {
    "onefold.toml": 'catalogs = ["catalog.yaml", "more.toml"]\n[ignore]\n"doubtful*.json" = ["OF605"]\n',
    "catalog.yaml": "catalog: team\ntools:\n  git.merge: {}\n  git.unused: {}\nmodels: {writer: {}}\n",
    "more.toml": 'catalog = "more"\n[tools."git.merge"]\n[tools.x]\noops = 1\n',
    "clean.fold.json": CLEAN.format(id="clean"),
    "clean.fold.toml": 'onefold = 1\nworkflow = "tidy"\n[steps.a]\nkind = "model"\nprompt = "hi"\n',
    "clean.fold": 'fold 1\nworkflow sketch\nmodel a { prompt "hi" }\n',
    "doubtful.fold.json": CLEAN.format(id="doubtful").replace(
        '"hi"', '"hi", "retry": {"attempts": 2, "on": ["failure", "failure"]}'
    ),
    "ignored.fold.yaml": (
        "onefold: 1\nworkflow: ignored\nsteps:\n"
        "  # onefold: ignore[OF606]\n  a: {kind: subworkflow, workflow: b.one, version: latest, timeout: 1m}\n"
        "  b: {kind: model, prompt: hi} # onefold: ignore[OF605]\n"
    ),
    "faulty.fold.json": CLEAN.format(id="faulty").replace("prompt", "prompd"),
    "broken.fold.yaml": "onefold: 1\nworkflow: [\n",
    "empty.fold.toml": "",
    "marked.fold.json": "\ufeff" + CLEAN.format(id="marked").replace("prompt", "prömpt"),
    "odd name 'é.fold.yaml": "onefold: 1\nworkflow: odd\nsteps: {a: {kind: tool, tool: git.mrege, timeout: 1m}}\n",
    "texts/reads.fold.yaml": (
        "onefold: 1\nworkflow: reads\nsteps:\n  a: {kind: model, prompt: {file: prompt.md}}\n"
        "  b: {kind: model, prompt: {file: missing.md}}\n  c: {kind: model, prompt: {file: ../../out.md}}\n"
    ),
    "texts/prompt.md": "Sum up {{ inputs.nothing }} and {{ \n",
    "texts/tidy.fold.yaml": "onefold: 1\nworkflow: told\nsteps:\n  a: {kind: model, prompt: {file: tidy.md}}\n",
    "texts/tidy.md": "Say hello.\n",
    "texts/far.fold.yaml": "onefold: 1\nworkflow: far\nsteps:\n  a: {kind: model, prompt: {file: deep/far.md}}\n",
    "texts/deep/far.md": "Say more.\n",
    "b/one.fold.yaml": calling("b.one", "b.two"),
    "b/two.fold.yaml": calling("b.two", "b.one"),
    "b/three.fold.yaml": calling("b.three", "b.tow"),
    "b/twice.fold.yaml": calling("b.one", "clean", "latest"),
    "b/unlisted.fold.yaml": "catalog: unlisted\ntools: {y: {input: {type: objekt}}}\n",
    "sub/onefold.toml": "cataloks = 1\n",
    "sub/a.fold.json": CLEAN.format(id="sub.a"),
    "sub/b.fold.json": CLEAN.format(id="sub.b"),
    "other/onefold.toml": "[limits]\nsource_bytes = 20\n",
    "other/long.fold.json": CLEAN.format(id="long"),
}


def put_mixed(folder: Path) -> None:
    """Write all of it, and a file that is not UTF-8."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    folder.joinpath("bytes.fold.yaml").write_bytes(b"onefold: \xff\n")
    folder.joinpath("nowhere.fold.json").symlink_to("gone")
