"""Requirements of the machine, checked before anything is changed."""

import errno
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from deploy.local.layout import NODE_MODULES, PYTHON, ROOT
from deploy.local.terminal import SetupError

NODE = "20.19 or later, or 22.12 or later"  # required by the console's build tool
SPACE_TO_SET_UP = 1_500  # MB for the environment, packages, their caches and the first database
SPACE_TO_START = 200  # MB
CONTAINER_MEMORY = Path("/sys/fs/cgroup/memory.max")  # bytes
_reservations: list[socket.socket] = []  # open until this process ends


def check_node() -> None:
    """Raises SetupError if Node or npm is missing, or too old to build the console."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise SetupError(f"Node is missing: install Node {NODE}, with npm.")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    found = re.match(r"v(\d+)\.(\d+)", version)
    release = (int(found[1]), int(found[2])) if found else (0, 0)
    if not ((20, 19) <= release < (21, 0) or release >= (22, 12)):
        raise SetupError(f"Node {NODE} is needed, and this machine has {version or 'none'}: install a newer one.")


def check_space(folder: Path) -> None:
    """Raises SetupError if the disk of the checkout or of `folder` has too little free space."""
    needed = SPACE_TO_START if PYTHON.exists() and NODE_MODULES.exists() else SPACE_TO_SET_UP
    for place in {ROOT, existing_parent(folder)}:
        free = shutil.disk_usage(place).free // 1_000_000
        if free < needed:
            raise SetupError(f"The disk is full: {free} MB are free for {place}, and {needed} MB are needed.")


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int:
    """The memory in MB that this process may use: the machine's, or its container's limit."""
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    with suppress(OSError, ValueError):  # the file does not exist, or contains "max"
        limits.append(int(CONTAINER_MEMORY.read_text()))
    return min(limits) >> 20


def existing_parent(folder: Path) -> Path:
    return folder if folder.exists() else existing_parent(folder.parent)


def check_port(host: str, port: int) -> None:
    """Raises SetupError if the web server cannot listen on this port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            example = f"as in 'make up PORT={reserve_port()}'"
            raise SetupError(
                f"Port {port} is in use: stop the program that uses it, or choose another port, {example}."
            ) from None
        if error.errno == errno.EACCES:
            raise SetupError(f"Port {port} is reserved for root: choose one above 1023.") from None
        raise SetupError(f"Docket cannot listen on HOST={host} ({error.strerror}): correct it.") from None


def reserve_port() -> int:
    """A free loopback port for a server, which may restart on it until this process ends.

    This process keeps the port bound, so that the system gives it to no other program. It does not listen, so that a
    server with SO_REUSEADDR can. This works on Linux only; elsewhere another program may take the port meanwhile.
    """
    reservation = socket.socket()
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reservation.bind(("127.0.0.1", 0))
    port = int(reservation.getsockname()[1])
    if sys.platform == "linux":
        _reservations.append(reservation)
    else:
        reservation.close()
    return port
