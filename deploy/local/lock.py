"""Resolve pyproject.toml into requirements/*.txt: every package pinned, with hashes, without a registry's address."""

import os
import subprocess
from pathlib import Path

from deploy.local.environment import INSTALLER, ensure_installer
from deploy.local.layout import REQUIREMENTS, ROOT
from deploy.local.terminal import SetupError, say

OLDEST_PYTHON = "3.11"
DEV = REQUIREMENTS / "dev.txt"
# In this order: `run` and `server` are constrained to the tested versions in `dev`.
FILES: dict[str, list[str | Path]] = {
    "dev": ["pyproject.toml", "--group", "dev", "--group", "server"],
    "run": ["pyproject.toml", "--constraints", DEV],
    "server": ["--group", "server", "--constraints", DEV],
    "mining": ["--group", "mining"],
}


def run(options: list[str]) -> int:
    """Keep locked versions that pyproject.toml still allows. `--upgrade` takes the newest allowed versions."""
    for name, sources in FILES.items():
        _compile(name, sources, options)
    _compile("tool", ["-"], options, given=INSTALLER)
    return 0


def _compile(name: str, sources: list[str | Path], options: list[str], given: str = "") -> None:
    file = REQUIREMENTS / f"{name}.txt"
    form = ["--quiet", "--generate-hashes", "--universal", "--python-version", OLDEST_PYTHON]
    form += ["--no-annotate", "--no-header", "--no-emit-index-url"]
    resolved = subprocess.run(
        [ensure_installer(), "pip", "compile", *sources, "--output-file", file, *form, *options],
        cwd=ROOT,
        env={**os.environ, "UV_PYTHON_DOWNLOADS": "never"},
        input=given,
        text=True,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if resolved.returncode != 0:
        raise SetupError(f"{file} could not be resolved: correct pyproject.toml as the message above says.")
    say(f"{file.relative_to(ROOT)} written.")
