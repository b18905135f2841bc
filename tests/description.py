"""The API's description as committed. A test in tests/repository says that it is served."""

import json
from functools import cache
from typing import Any

from tests.live import ROOT


@cache
def description() -> dict[str, Any]:
    """Not to be changed: all tests of a process read the same."""
    read: dict[str, Any] = json.loads((ROOT / "console/src/api/openapi.json").read_text())
    return read
