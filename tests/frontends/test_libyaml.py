"""PyYAML's C part is imported without the package around it, and the package is whole for whoever asks for it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from onefold.frontends.yaml.events import fast
events = [type(each).__name__ for each in fast("a: [1]")]
assert events[2:5] == ["MappingStartEvent", "ScalarEvent", "SequenceStartEvent"]
assert "yaml.scanner" not in sys.modules and "re" not in sys.modules
try:
    list(fast("a: ["))
except Exception as error:
    assert type(error).__name__ == "Declined"
import yaml
import yaml._yaml
assert yaml.__with_libyaml__
assert yaml.load("{a: [1, 2], b: !!str 3}", Loader=yaml.CSafeLoader) == {"a": [1, 2], "b": "3"}
assert yaml.dump({"a": 1}, Dumper=yaml.CSafeDumper) == "a: 1\\n"
assert [type(each) for each in yaml.scan("a", Loader=yaml.CLoader)][1] is yaml.tokens.ScalarToken
for text, kind in (("a: [", yaml.parser.ParserError), ("a: @", yaml.scanner.ScannerError),
                   ("\\x00", yaml.reader.ReaderError), ("*a", yaml.composer.ComposerError)):
    try:
        yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        assert type(error) is kind, (type(error), kind)
    else:
        raise AssertionError(text)
strange = [each for each in vars(yaml._yaml).values() if getattr(each, "__module__", "").startswith("onefold")]
assert not strange, strange
print("whole")
"""


def test_the_package_is_completed_when_somebody_asks_for_more() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stdout == "whole\n", done.stderr


def test_a_package_that_is_there_is_taken_as_it_is() -> None:
    program = "import yaml, yaml.scanner\nfrom onefold.frontends.yaml.libyaml import parser\n"
    program += "assert parser() is yaml._yaml.CParser\nassert yaml._yaml.ScannerError is yaml.scanner.ScannerError\n"
    subprocess.run([sys.executable, "-c", program], check=True)


TOGETHER = """
import sys, threading
from onefold.frontends.yaml.libyaml import parser
sys.setswitchinterval(1e-6)
together = threading.Barrier(9)
done = []

def ask(number):
    together.wait()
    if number % 3 == 0:
        parser()
        import yaml
        assert yaml.safe_load("a: [1]") == {"a": [1]}
    elif number % 3 == 1:
        from yaml import safe_load
        assert safe_load("a: 1") == {"a": 1}
    else:
        events = parser()("a: 1")
        while events.check_event():
            events.get_event()
        import yaml.scanner
        assert yaml.scanner.ScannerError
    done.append(number)

threads = [threading.Thread(target=ask, args=[number]) for number in range(9)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print(len(done))
"""


def test_threads_that_ask_at_once_all_get_what_they_ask_for() -> None:
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, check=False)
        assert done.stdout == "9\n", done.stderr
