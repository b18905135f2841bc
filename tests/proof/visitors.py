"""People who work with the processes of this application, in a web server that knows it."""

import json
import subprocess
import sys
from typing import Any

from tests.live import ROOT, LiveStaff, child_environment

SETTINGS = "tests.proof.settings"


def manage(*arguments: str) -> str:
    """The output of a command of the product with the additional processes."""
    environment = {**child_environment(), "DJANGO_SETTINGS_MODULE": SETTINGS}
    command = [sys.executable, "platform/manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def made(command: str, number: int) -> list[dict[str, int]]:
    """The tasks and processes that a command begins."""
    begun: list[dict[str, int]] = json.loads(manage(command, str(number)))
    return begun


def decide(staff: LiveStaff, task: int, outcome: str, form: dict[str, Any] | None = None) -> Any:
    assert staff.put(f"/tasks/{task}/lock").status_code == 200
    answer = staff.post(f"/tasks/{task}/decision", {"outcome": outcome, "form": form or {}})
    assert answer.status_code == 200, answer.text
    return answer.json()
