"""The data folder of a local product: its database, secrets and logs, and their permissions."""

import fcntl
import hashlib
import json
import os
import pwd
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from deploy.local.checks import existing_parent
from deploy.local.layout import ROOT
from deploy.local.terminal import SetupError, say

DATABASE_USERS = ("postgres", "nobody")  # PostgreSQL refuses to run as root; then it runs as the first existing user
OUTSIDE = Path("/var/lib/docket")


@dataclass
class DataFolder:
    path: Path
    user: int | None = None  # the user id that runs the database; None: the current user
    _lock: IO[str] | None = field(default=None, repr=False)

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def cluster(self) -> Path:
        return self.path / "postgres"

    @property
    def environment(self) -> Path:
        """The file with the running product's environment. It exists only while the product runs."""
        return self.path / "environment.json"

    def prepare(self) -> None:
        """Create the folders. The database's user may enter them; no other user may read them."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.path.chmod(0o711 if self.user is not None else 0o700)
        self.logs.mkdir(mode=0o700, exist_ok=True)

    def hold(self) -> None:
        """Lock the folder until `let_go`, or until this process ends for any reason.

        Raises SetupError with the id of the process that holds it.
        """
        self._lock = (self.path / "lock").open("a+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            raise SetupError(
                f"Docket already runs from {self.path} (process {self._lock.read().strip() or 'unknown'}): "
                "stop it, or set DOCKET_DATA_DIR to another folder."
            ) from None
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()))
        self._lock.flush()

    def let_go(self) -> None:
        """Unlock the folder."""
        if self._lock is not None:
            self._lock.close()

    def secrets(self) -> dict[str, str]:
        """Passwords and keys, created at the first start; readable only by the current user."""
        file = self.path / "secrets.json"
        if file.exists():
            return dict(json.loads(file.read_text()))
        if self.cluster.exists():
            raise SetupError(
                f"{file} is missing, and the database beside it cannot be opened without it: restore the file, "
                f"or move {self.path} away to start with an empty database."
            )
        made = {name: secrets.token_hex(32) for name in ("SECRET_KEY", "superuser", "owner", "application")}
        _write_privately(file, made)
        return made

    def remembers(self, step: str, of: str = "") -> bool:
        """Whether this step was done in this folder with the same inputs. `of`: a hash of the inputs."""
        stamp = self.path / "done" / step
        return stamp.exists() and stamp.read_text() == of

    def remember(self, step: str, of: str = "") -> None:
        stamp = self.path / "done" / step
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(of)

    def forget_all(self) -> None:
        shutil.rmtree(self.path / "done", ignore_errors=True)

    @contextmanager
    def published(self, env: Mapping[str, str]) -> Iterator[None]:
        """Write the product's environment to a file while it runs, for `make manage`."""
        ours = {name: value for name, value in env.items() if os.environ.get(name) != value}
        _write_privately(self.environment, ours)
        try:
            yield
        finally:
            self.environment.unlink(missing_ok=True)


def _write_privately(file: Path, content: Mapping[str, str]) -> None:
    """Write atomically. From the first byte, only the current user may read the file."""
    draft = file.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
        json.dump(dict(content), output)
    draft.rename(file)


def find_data_folder(*, embedded: bool) -> DataFolder:
    """DOCKET_DATA_DIR, or .docket in the checkout.

    An embedded database started by root runs as another user. If that user cannot reach the checkout, the folder
    is below OUTSIDE, with a name made from the checkout's path.
    """
    chosen = os.environ.get("DOCKET_DATA_DIR")
    path = Path(chosen).expanduser().absolute() if chosen else ROOT / ".docket"
    user = database_user(path / "postgres") if embedded else None
    data = reachable_folder(path, user)
    if chosen and data.path != path:
        raise SetupError(
            f"DOCKET_DATA_DIR={path} cannot be reached by the user {name_of(user)}, who runs the database for root: "
            "choose a folder outside root's home."
        )
    if data.path != path:
        say(
            f"  Data is stored in {data.path}: the user {name_of(user)}, who runs the database for root, "
            f"cannot reach {path}."
        )
    return data


def reachable_folder(path: Path, user: int | None) -> DataFolder:
    """`path`; or a folder below OUTSIDE named after its parent, if the database's user cannot reach `path`."""
    if user is None or can_reach(path, user):
        return DataFolder(path, user)
    place = hashlib.sha256(str(path.parent).encode()).hexdigest()[:12]
    return DataFolder(OUTSIDE / f"{ROOT.name}-{place}", user)


def database_user(cluster: Path) -> int | None:
    """The user id that runs the database: None for the current user; for root, the cluster's owner or postgres."""
    if os.geteuid() != 0:
        return None
    if cluster.exists():
        return cluster.stat().st_uid
    for name in DATABASE_USERS:
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise SetupError("PostgreSQL does not run as root: start Docket as another user, or set DATABASE_URL.")


def can_reach(path: Path, user: int) -> bool:
    """Whether `user` may enter all folders above `path`."""
    probe = ["/bin/sh", "-c", 'cd "$1"', "sh", str(existing_parent(path.parent))]
    return (
        subprocess.run(
            probe, user=user, group=group_of(user), extra_groups=[], capture_output=True, check=False
        ).returncode
        == 0
    )


def group_of(user: int) -> int:
    return pwd.getpwuid(user).pw_gid


def name_of(user: int | None) -> str:
    return pwd.getpwuid(os.geteuid() if user is None else user).pw_name
