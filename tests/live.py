"""The real web server, and people who use it over the network."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import requests

from accounts.models import User
from accounts.sessions import open_session
from config.postgresql.patience import DEFAULT_PATIENCE_SECONDS
from deploy.local.checks import reserve_port
from deploy.local.product import Address, web_command

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 300
IMPATIENT = {"DOCKET_DATABASE_PATIENCE_SECONDS": str(DEFAULT_PATIENCE_SECONDS)}  # as in production, unlike other tests
T = TypeVar("T")


@contextmanager
def running_server(**environment: str) -> Iterator[str]:
    """The web server with the tests' database; yields its address."""
    port = reserve_port()
    process = start_server(port, **environment)
    try:
        wait_until_served(port)
        yield address_of(port)
    finally:
        process.terminate()
        try:
            process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def start_server(port: int, **environment: str) -> subprocess.Popen[bytes]:
    """The web server of `make up`. Does not wait until it is ready."""
    return subprocess.Popen(
        [*web_command(Address("127.0.0.1", port)), "--log-level", "error"],
        env={**child_environment(), **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_until_served(port: int) -> None:
    wait_until(lambda: answers(f"{address_of(port)}/healthz"), START_SECONDS)


def answers(url: str) -> bool:
    """Whether a server is there and well: refused, broken and late connections are none."""
    try:
        return requests.get(url, timeout=60).ok
    except requests.RequestException:
        return False


def address_of(port: int) -> str:
    return f"http://127.0.0.1:{port}"


class LiveStaff:
    """One person with a connection of their own to the running server."""

    def __init__(self, address: str, user: User) -> None:
        self.user, self.base = user, f"{address}/api"
        self.http = requests.Session()
        self.http.trust_env = False
        self.http.headers["Authorization"] = f"Bearer {open_session(user, address='127.0.0.1')}"

    def get(self, path: str, **options: Any) -> requests.Response:
        return self.http.get(self.base + path, timeout=120, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> requests.Response:
        return self.http.post(self.base + path, json=body, timeout=120, **options)

    def put(self, path: str, body: Any = None) -> requests.Response:
        return self.http.put(self.base + path, json=body, timeout=120)

    def patch(self, path: str, body: Any = None) -> requests.Response:
        return self.http.patch(self.base + path, json=body, timeout=120)


def at_once(jobs: Sequence[Callable[[], T]]) -> list[T]:
    """Run all jobs in threads that start at the same moment; their results in the order of the jobs."""
    barrier = Barrier(len(jobs))

    def run(work: Callable[[], T]) -> T:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def has_ended(pid: int) -> bool:
    """Also where nobody has asked how it ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Raises TimeoutError when the condition does not come true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s: {condition}")
        time.sleep(0.02)


def child_environment() -> dict[str, str]:
    """The environment of a product process that uses the tests' database."""
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        # compiled once: where nothing may be kept, each process takes three times as long to start
        "PYTHONPYCACHEPREFIX": str(ROOT / ".build" / "bytecode"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
