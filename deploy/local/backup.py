"""`make backup TO=folder`: copy the data folder of the running product. The product can start from the copy.

PostgreSQL's own tool copies the database, including its log until the end of the copy, so that the copy contains
everything committed before the start. The files are copied after it, so that none is missing except files erased since.
"""

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from deploy.local.cluster import without_postgres
from deploy.local.data_folder import DataFolder, can_reach, find_data_folder, name_of
from deploy.local.servers import Server, find_server
from deploy.local.steps import run_step, timed
from deploy.local.terminal import SetupError, say

ANCHORS = "anchors"  # copied first
# parts of the data folder: copied separately, recreated at the next start, or (UNFINISHED) uploads in progress
NOT_COPIED = ("postgres", "logs", "lock", "environment.json", ANCHORS)
UNFINISHED = "incoming"


def run(to: str) -> int:
    """`to`: the new folder. Raises SetupError if no product with an embedded database runs, or if the folder cannot be
    created.
    """
    if not to:
        raise SetupError("Name a new folder: make backup TO=/path/to/it.")
    data = find_data_folder(embedded=True)
    if not data.environment.exists():
        raise SetupError(
            f"Docket is not running from {data.path}: start it first, with 'make up'. "
            "While it does not run, a copy of the whole folder is a backup."
        )
    running = json.loads(data.environment.read_text())
    owner = running.get("DATABASE_OWNER_URL")
    if owner is None or not data.cluster.exists():
        raise SetupError(
            "The database is not Docket's own: back it up with the tools of its server (deploy/README.md)."
        )
    target = Path(to).expanduser().absolute()
    back_up(data, target, port=urlsplit(owner).port or 5432)
    say(f"  Its database starts with the same SECRET_KEY alone, which {_where_the_key_stands(data, running)}.")
    say(f"  It holds passwords and keys: keep it as safe as {data.path}.")
    say(f"  To start from it: DOCKET_DATA_DIR={target} make up")
    return 0


def _where_the_key_stands(data: DataFolder, running: Mapping[str, str]) -> str:
    key = running.get("SECRET_KEY") or os.environ.get("SECRET_KEY")
    return "is in it" if key in (None, data.secrets()["SECRET_KEY"]) else "this product has from its environment"


def back_up(data: DataFolder, target: Path, *, port: int) -> None:
    """Copy `data`, whose database listens on `port`, to a new folder, which does not exist after an interruption."""
    if target.exists() or data.path in (target, *target.parents):
        raise SetupError(f"{target} exists already, or lies in {data.path}: choose a new folder outside it.")
    if data.user is not None and not can_reach(target, data.user):
        raise SetupError(
            f"{target} cannot be reached by the user {name_of(data.user)}, who runs the database for root."
        )
    draft = DataFolder(target.with_name(f"{target.name}.new"), data.user)
    shutil.rmtree(draft.path, ignore_errors=True)
    draft.prepare()
    # before the database, so that its copy contains everything that the anchors confirm
    if (data.path / ANCHORS).exists():
        shutil.copytree(data.path / ANCHORS, draft.path / ANCHORS, copy_function=_copy, dirs_exist_ok=True)
    with timed("Database"):
        _copy_database(data, draft, find_server(data.cluster, data.user), port)
    with timed("Files"):
        _copy_files(data.path, draft.path)
    draft.path.rename(target)


def _copy_database(data: DataFolder, draft: DataFolder, server: Server, port: int) -> None:
    draft.cluster.mkdir(mode=0o700)
    if data.user is not None:
        os.chown(draft.cluster, data.user, -1)
    place = {"PGHOST": "127.0.0.1", "PGPORT": str(port)}
    superuser = {"PGUSER": "postgres", "PGPASSWORD": data.secrets()["superuser"]}

    def run_tool(what: str, tool: str, *arguments: str | Path) -> None:
        run_step(
            f"{what} ({tool})",
            [server.bin / tool, *arguments],
            log=data.logs / f"{tool}.log",
            env=without_postgres(os.environ) | place | superuser,
            cwd=draft.cluster,
            user=data.user,
        )

    options = ("--wal-method=stream", "--checkpoint=fast", "--no-password")
    run_tool("Copying the database", "pg_basebackup", "--pgdata", draft.cluster, *options)
    run_tool("Reading the copy", "pg_verifybackup", "--quiet", draft.cluster)


def _copy_files(source: Path, target: Path) -> None:
    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name == UNFINISHED or (Path(folder) == source and name in NOT_COPIED)]

    shutil.copytree(source, target, ignore=left_out, copy_function=_copy, dirs_exist_ok=True)


def _copy(source: str, target: str) -> None:
    with suppress(FileNotFoundError):  # erased since
        shutil.copy2(source, target)
