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


THREADS = """
import sys
from threading import Thread
from onefold.frontends.yaml import libyaml
from onefold.frontends.yaml.events import fast

told = []

def read():
    told.append(len(list(fast("a: [1]"))))

def load():
    import yaml
    told.append(yaml.safe_load("a: [1]"))

class Meanwhile(libyaml._Classes):
    # While the package is begun, others ask for it; they are let run for a while, and must not see half of it.
    def __init__(self, *arguments):
        super().__init__(*arguments)
        if not threads:
            threads.extend([Thread(target=read), Thread(target=load)])
            for each in threads:
                each.start()
                each.join(0.1)

threads = []
libyaml._Classes = Meanwhile
read()
for each in threads:
    each.join()
assert sorted(told, key=str) == [10, 10, {"a": [1]}], told
print("whole")
"""


def test_threads_that_ask_for_the_package_while_it_is_begun_wait_for_it() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=False)
    assert done.stdout == "whole\n", done.stderr
