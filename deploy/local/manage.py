"""Run `manage.py` with the environment of the running product, or with an empty throwaway database."""

import json
import os
import subprocess

from deploy.local.data_folder import find_data_folder
from deploy.local.environment import ensure_environment, require_environment
from deploy.local.layout import ROOT
from deploy.local.product import manage
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_database


def run(arguments: list[str], *, throwaway: bool) -> int:
    """The command's exit status. Raises SetupError when no product of this version runs from the data folder."""
    if throwaway:
        ensure_environment("run")
        with throwaway_database() as env:
            return subprocess.run(manage(*arguments), cwd=ROOT, env=env, check=False).returncode
    data = find_data_folder(embedded=not os.environ.get("DATABASE_URL"))
    if not data.environment.exists():
        raise SetupError("Docket is not running: start it first, with 'make up'.")
    require_environment("run")
    env = {**os.environ, **json.loads(data.environment.read_text())}
    return subprocess.run(manage(*arguments), cwd=ROOT, env=env, check=False).returncode
