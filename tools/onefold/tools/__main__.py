"""`python -m onefold.tools` is the command `onefold`."""

from __future__ import annotations

import sys

from onefold.tools.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
