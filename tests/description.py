"""The API's description, as it is served."""

import json
from functools import cache
from typing import Any

from api.routes import api


@cache
def description() -> dict[str, Any]:
    """Not to be changed: all tests of a process read the same."""
    read: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return read
