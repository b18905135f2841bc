"""`make chaos` and `make shift`: the drills, which start a throwaway product of their own."""

import os
import signal
from collections.abc import Sequence

from deploy.local import setup
from deploy.local.child import spawn
from deploy.local.console import ensure_console
from deploy.local.layout import PLATFORM, PYTHON, ROOT


def run(name: str, arguments: Sequence[str]) -> int:
    """The drill's exit status. `make chaos ARGS=--help` lists its arguments."""
    setup.run()
    ensure_console()
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLATFORM)]),
    }
    drill = spawn([PYTHON, "-m", f"drills.{name}", *arguments], env=env, output=1, death_signal=signal.SIGINT)
    try:
        return drill.wait()
    finally:
        drill.send_signal(signal.SIGINT)  # it ends what it has started
        drill.wait()
