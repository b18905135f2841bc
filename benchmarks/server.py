"""The web server in its production configuration, with the processes and threads of `deploy.local.product`."""

import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.processor import Tree
from deploy.local.checks import reserve_port
from deploy.local.layout import ROOT
from deploy.local.product import Address, web

START_SECONDS = 300
# on a busy machine the database may answer late; answers with 503 cannot be measured
PATIENT = {"DOCKET_DATABASE_PATIENCE_SECONDS": "60", "DJANGO_SETTINGS_MODULE": "benchmarks.settings"}


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    tree: Tree


@contextmanager
def running_server() -> Iterator[Server]:
    """A running web server. Raises TimeoutError if it does not answer in time."""
    address = Address("127.0.0.1", reserve_port())
    process = subprocess.Popen(
        list(map(str, web(address, os.environ).command)),
        cwd=ROOT,
        env=os.environ | PATIENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_until_served(address.port)
        yield Server(address.port, Tree(process.pid))
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_until_served(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise TimeoutError(f"the web server does not answer within {START_SECONDS} s") from None
            time.sleep(0.1)
