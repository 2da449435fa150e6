"""A headless Chromium that tests ask about pages: what is seen, and what is requested. Only pipes lead to it."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)
# A browser that says nothing for so long will not.
_PATIENCE = 60


def chromium() -> str:
    """The path of the program; skips the test where there is none."""
    found = next((path for name in _PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("there is no Chromium on the path")
    return found


class Page:
    """One page that was loaded."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number = 0
        self._buffer = b""
        self._session: str | None = None
        self.requests: list[str] = []
        """What the page asked for, itself apart."""
        self.complaints: list[str] = []
        """What the browser logged, such as breaches of the page's own policy."""

    def load(self, path: Path, *, dark: bool = False, width: int = 1280, height: int = 1600) -> None:
        """Open a file and wait until it is there."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._address = path.absolute().as_uri()
        self.call("Page.navigate", url=self._address)
        while self._message().get("method") != "Page.loadEventFired":
            pass

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is, as plain values."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key."""
        code = {"Tab": 9, "Enter": 13}[key]
        text = {"Enter": "\r"}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            written = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **written)

    def picture(self, path: Path) -> None:
        """Write what is seen as a PNG."""
        path.write_bytes(b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command of the DevTools protocol and wait for its answer."""
        self._number += 1
        command: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self._number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], _PATIENCE)
            assert ready, "the browser does not answer"
            data = os.read(self._answers, 65_536)
            assert data, "the browser ended"
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Network.requestWillBeSent":
            address = message["params"]["request"]["url"]
            if address != getattr(self, "_address", ""):
                self.requests.append(address)
        elif message.get("method") == "Log.entryAdded":
            self.complaints.append(message["params"]["entry"]["text"])


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A page in a browser of its own; `profile` is a folder that it may fill."""
    program = chromium()
    command_reader, command_writer = os.pipe()
    answer_reader, answer_writer = os.pipe()

    def take_pipes() -> None:
        # The protocol is spoken on the descriptors 3 and 4. Copies keep the one from overwriting the other.
        reader, writer = os.dup(command_reader), os.dup(answer_writer)
        os.dup2(reader, 3)
        os.dup2(writer, 4)

    running = subprocess.Popen(
        [program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=take_pipes,
        close_fds=False,
    )
    os.close(command_reader)
    os.close(answer_writer)
    try:
        yield Page(command_writer, answer_reader)
    finally:
        running.kill()
        running.wait()
        os.close(command_writer)
        os.close(answer_reader)
