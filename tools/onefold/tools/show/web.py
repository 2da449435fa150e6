"""A web page in one file: no script, no request, and a policy for the browser that says so."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

from onefold.tools.show.cells import escaped


def page(title: str, body: str, *sheets: str) -> str:
    """The whole document; `sheets` are style sheets, `body` is safe markup."""
    style = "\n".join(sheets)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{words(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def words(text: str) -> str:
    """Text on one line as markup; what nobody would see is written out."""
    return escape(escaped(text), quote=True)


def lines(text: str) -> str:
    """Text with its line ends and tabs as markup, for places where white space is kept."""
    return "\n".join("\t".join(words(cell) for cell in line.split("\t")) for line in text.split("\n"))


def sheet(package: str, name: str) -> str:
    """A style sheet of ours."""
    return files(package).joinpath(name).read_text(encoding="utf-8").strip()
