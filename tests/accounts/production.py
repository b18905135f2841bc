"""The product in a separate process with production settings."""

import json
import subprocess
import sys
from functools import cache
from typing import Any

from tests.live import ROOT, child_environment

_READ = """
import json
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str))
"""


def in_production(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with DOCKET_ENV=production over the tests' database."""
    known = {**child_environment(), "DOCKET_ENV": "production", "SECRET_KEY": "a-long-random-string-of-this-machine"}
    known.setdefault("DATABASE_URL", "postgresql://docket_app@127.0.0.1:5432/docket")
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**known, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@cache
def settings_in_production(**environment: str) -> dict[str, Any]:
    """All of them, by name."""
    done = in_production("-c", _READ, **environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
