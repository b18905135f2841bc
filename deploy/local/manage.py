"""Run `manage.py` with the environment of the running product, or with an empty throwaway database."""

import json
import os
import subprocess

from deploy.local.data_folder import DataFolder, find_data_folder
from deploy.local.environment import ensure_environment, require_environment
from deploy.local.layout import ROOT
from deploy.local.product import base_environment, manage, start_database
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_database


def run(arguments: list[str], *, throwaway: bool) -> int:
    """Run the command; returns its exit status. Raises SetupError if no product of this version runs from the data
    folder.
    """
    if throwaway:
        ensure_environment("run")
        with throwaway_database() as env:
            return subprocess.run(manage(*arguments), cwd=ROOT, env=env, check=False).returncode
    data = find_data_folder(embedded=not os.environ.get("DATABASE_URL"))
    if not data.environment.exists():
        if arguments[:1] == ["docket_secret"] and data.cluster.exists():
            return _with_database_only(data, arguments)
        raise SetupError("Docket is not running: start it first, with 'make up'.")
    require_environment("run")
    env = {**os.environ, **json.loads(data.environment.read_text())}
    return subprocess.run(manage(*arguments), cwd=ROOT, env=env, check=False).returncode


def _with_database_only(data: DataFolder, arguments: list[str]) -> int:
    """Run the command with the database only, for commands that must run before the product can start: with a changed
    secret key it does not start.
    """
    data.hold()
    ensure_environment("run")
    with Supervisor(data.logs) as supervisor:
        env = base_environment(data) | start_database(supervisor, data, durable=True).urls
        return subprocess.run(manage(*arguments), cwd=ROOT, env=env, check=False).returncode
