"""A client that `@hey-api/openapi-ts` generates, type-checked, and calls of its functions."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deploy.local.layout import BUILD
from deploy.local.steps import setup_lock
from tests.clients.plan import Call
from tests.description import description

SOURCES = Path(__file__).with_name("typescript")
HOME = BUILD / "clients"
CHECKED = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]


def generate(folder: Path) -> Path:
    """Where the compiled client is."""
    with setup_lock():
        HOME.mkdir(parents=True, exist_ok=True)
        for file in SOURCES.iterdir():
            shutil.copy(file, HOME)
        _run("npm", "ci", "--no-audit", "--no-fund")
    described, source = folder / "openapi.json", folder / "typescript"
    described.write_text(json.dumps(description()))
    _run("node", "generate.mjs", described, source)
    (folder / "package.json").write_text('{"type": "module"}')
    _run("node_modules/.bin/tsc", *CHECKED, "--outDir", folder / "compiled", source / "index.ts")
    return folder / "compiled"


def called(client: Path, calls: Sequence[Call], address: str) -> dict[str, Any]:
    """The names of all functions of the client, and of each call its status and what it was parsed to."""
    plan = client / "plan.json"
    plan.write_text(json.dumps([call.as_json() for call in calls]))
    found: dict[str, Any] = json.loads(_run("node", "call.mjs", client, plan, address))
    return found


def _run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
