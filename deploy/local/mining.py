"""The environment of the test that replays exported histories with a process mining tool. Not part of the product."""

import hashlib
import os
import sys
from pathlib import Path

from deploy.local.environment import ensure_installer
from deploy.local.layout import BUILD, REQUIREMENTS
from deploy.local.steps import run_step, setup_lock, timed

LOCKED = REQUIREMENTS / "mining.txt"
HOME = BUILD / "mining"
PYTHON = HOME / "bin" / "python"


def ensure_mining() -> Path:
    """Install the locked packages, unless they are installed. Returns the environment's Python."""
    stamp = HOME / f"{hashlib.sha256(LOCKED.read_bytes()).hexdigest()}.made"
    with setup_lock():
        if not (stamp.exists() and PYTHON.exists()):
            with timed("Environment of process mining"):
                _install()
            stamp.touch()
    return PYTHON


def _install() -> None:
    uv, log = ensure_installer(), BUILD / "logs" / "mining.log"
    env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    create: list[str | Path] = [uv, "venv", "--clear", "--quiet", "--python", sys.executable, HOME]
    run_step("The environment of process mining", create, env=env, log=log)
    install: list[str | Path] = [uv, "pip", "sync", "--python", PYTHON, "--require-hashes", LOCKED]
    run_step("Installing the tool of process mining", install, env=env, log=log)
