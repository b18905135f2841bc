"""The Python environment: exactly the locked requirements, verified by hash."""

import hashlib
import importlib.util
import json
import os
import sys
from typing import Literal, TypedDict, cast

from deploy.local.layout import BUILD, PYTHON, REQUIREMENTS, ROOT, VENV
from deploy.local.steps import run_step, setup_lock, timed
from deploy.local.terminal import SetupError

Group = Literal["run", "server", "dev"]
STAMP = VENV / "docket.json"
UV_HOME = BUILD / "uv"
INSTALLER = "uv==0.13.8"  # locked in requirements/tool.txt


class Stamp(TypedDict):
    """The origin of the environment: its home, and by group the hash of the installed requirements file."""

    home: str
    groups: dict[str, str]


def ensure_environment(*groups: Group) -> None:
    """Install at least these groups of requirements into `.venv`; `dev` includes the others.

    Does nothing if the stamp in `.venv` shows that they are installed.
    """
    if _holds(groups):
        return
    with setup_lock():
        if _holds(groups):
            return
        with timed("Python environment"):
            _install(groups)


def require_environment(*groups: Group) -> None:
    """Raises SetupError if the groups are not installed. Never installs: a running product uses the packages."""
    if not _holds(groups):
        raise SetupError("Docket runs with packages of another version: stop it, and start it again with 'make up'.")


def _holds(groups: tuple[Group, ...]) -> bool:
    stamp = _read_stamp()
    have = {group for group, digest in stamp["groups"].items() if digest == _digest(group)}
    return _is_usable(stamp) and ("dev" in have or have.issuperset(groups))


def _install(groups: tuple[Group, ...]) -> None:
    stamp = _read_stamp()
    wanted = sorted({*groups, *stamp["groups"]})
    if "dev" in wanted:
        wanted = ["dev"]
    uv = ensure_installer()
    env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    STAMP.unlink(missing_ok=True)
    if not _is_usable(stamp):
        run_step(
            "The environment", [uv, "venv", "--clear", "--quiet", "--python", sys.executable, VENV], env=env,
            log=BUILD / "logs" / "venv.log",
        )  # fmt: skip
    run_step(
        "Installing the Python packages",
        [
            uv,
            "pip",
            "sync",
            "--python",
            PYTHON,
            "--require-hashes",
            *(REQUIREMENTS / f"{name}.txt" for name in wanted),
        ],
        env=env,
        log=BUILD / "logs" / "packages.log",
    )
    STAMP.write_text(json.dumps(Stamp(home=_home(), groups={name: _digest(name) for name in wanted})))


def ensure_installer() -> str:
    """The pinned installer, in its own environment, so that a sync does not remove it."""
    uv = UV_HOME / "bin" / "uv"
    stamp = UV_HOME / f"{_digest('tool')}.made"
    if not (stamp.exists() and uv.exists()):
        if importlib.util.find_spec("ensurepip") is None:  # a separate package on Debian
            raise SetupError("Python's venv is incomplete: install it (apt-get install python3-venv).")
        logs = BUILD / "logs"
        run_step(
            "The installer's environment",
            [sys.executable, "-m", "venv", "--clear", UV_HOME],
            log=logs / "uv.log",
        )
        run_step(
            "Installing the installer",
            [
                UV_HOME / "bin" / "python",
                "-m",
                "pip",
                "install",
                "--require-hashes",
                "-r",
                REQUIREMENTS / "tool.txt",
            ],
            log=logs / "uv.log",
        )
        stamp.touch()
    return str(uv)


def _read_stamp() -> Stamp:
    try:
        return cast(Stamp, json.loads(STAMP.read_text()))
    except (OSError, ValueError):
        return Stamp(home="", groups={})


def _is_usable(stamp: Stamp) -> bool:
    return stamp["home"] == _home() and PYTHON.exists()


def _home() -> str:
    """The Python below the environment, and the checkout's path: if either changes, the environment is unusable.

    Not the Python that runs this code, because another shell, cron or sudo may have another Python first on its PATH.
    """
    return f"{PYTHON.resolve()} {ROOT}"


def _digest(group: str) -> str:
    return hashlib.sha256((REQUIREMENTS / f"{group}.txt").read_bytes()).hexdigest()
