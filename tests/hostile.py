"""Two workflows that hold whatever might mean something to a terminal, a page, a comment or a graph language."""

from __future__ import annotations

import json
from collections.abc import Mapping

_LINES = (
    "</pre></text></title></style></code><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> 'onload='x javascript:alert(1) data:text/html,x",
    "]]> <!-- --> --!> <![CDATA[ &lt;b&gt; &amp;#60; &#x3c;script&#x3e; <?xml?> <!DOCTYPE x [<!ENTITY y 'z'>]>",
    "`````` ``` ` ~~~ @everyone #1 [x](http://evil.example) ![x](http://evil.example/x.png) <http://evil.example>",
    "| a | b |\n# heading\n> quote\n- item\n+ item\n---\n***",
    '#quot; #35; end subgraph click href "x" call callback() --> s0 -.-> \\{{ } ]] )) %% %%{init: {}}%%',
    '\\N \\G \\l " ; } digraph { a -> b [label=<b>x</b> URL="javascript:alert(1)"] }',
    "\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 \x9b31m \x07 \x08 \x00 \x7f \r overwritten",
    "\u202eright to left\u202c \u2066isolated\u2069 \u200b\u2028\u2029\x85\ufeff \U000e0041 \ufffe",
    "tab\there, trailing space \n\n\n",
)
EVIL = "\n".join(_LINES)


def hostile(turn: int) -> str:
    """The workflow as JSON; turns 0 and 1 differ in every text."""
    words = EVIL if turn == 0 else EVIL.replace("alert", "prompt").replace("evil", "worse") + "</td></table></main>"
    condition = f"inputs.x == {json.dumps(words.replace(chr(0), ''))}"
    steps: Mapping[str, object] = {
        "ask": {"kind": "model", "prompt": words, "system": words, "outcomes": ["end"], "output": {"title": words}},
        "end": {
            "kind": "tool",
            "tool": "a:b/c.d",
            "timeout": "1m",
            "args": {words: [words, {words: words}], "k": words},
        },
        "fork": {"kind": "parallel", "branches": ["end", f"side-{turn}"]},
        f"side-{turn}": {"kind": "model", "prompt": words, "verify": [{"use": "v", "with": {words: words}}]},
        "gate": {"kind": "conditional", "on": condition, "then": "ask", "otherwise": "fork"},
    }
    value = {
        "onefold": 1,
        "workflow": "evil",
        "description": words,
        "inputs": {"type": "object", "description": words, "properties": {words: {"const": words}}},
        "start": "gate",
        "steps": steps,
        "transitions": [
            {"from": "ask", "to": "fork", "when": condition},
            {"from": "ask", "to": "gate", "on": "end", "when": condition, "priority": 1},
        ],
        "rubric": {"criteria": {"c": {"check": words}}},
        "budget": {"steps": 50 + turn, "tokens": 10},
    }
    return json.dumps(value)
