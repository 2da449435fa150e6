"""`python -m onefold.tools` is the command `onefold`."""

from __future__ import annotations

from onefold.tools.start import start

if __name__ == "__main__":
    start()
