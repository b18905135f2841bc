"""The whole product for a browser test: `python3 -m deploy.local.serve_for_tests`, in the root.

Starts everything on a free port (or PORT) with an empty data folder and the demo data. The first line on
standard output is the address, written when it answers; all other output goes to standard error. Runs until
its standard input closes, if that is a pipe, or until SIGTERM or SIGINT. Then it ends all processes and removes
the folder. DOCKET_SETTINGS_MODULE chooses other settings.
"""

import os
import stat
import sys

from deploy.local.checks import check_node, check_port, reserve_port
from deploy.local.console import ensure_console
from deploy.local.environment import ensure_environment
from deploy.local.product import Address, running_product
from deploy.local.terminal import one_line_failures
from deploy.local.throwaway import throwaway_folder
from deploy.local.up import chosen_address


def main() -> None:
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "DOCKET_DATA_DIR"):
        os.environ.pop(name, None)  # so that it never uses real data
    os.environ.setdefault("DOCKET_DATABASE_PATIENCE_SECONDS", "60")  # a busy machine must not look like an outage
    os.environ.setdefault("DOCKET_LOCK_TIMEOUT_MS", "60000")
    address = chosen_address() if os.environ.get("PORT") else Address("127.0.0.1", reserve_port())
    check_node()
    check_port(address.host, address.port)
    ensure_environment("run")
    ensure_console()
    with (
        throwaway_folder() as data,
        running_product(data, address, durable=False) as supervisor,
        supervisor.stopped_by_signals(),
    ):
        print(f"http://{address.host}:{address.port}", flush=True)
        caller = _caller()
        while not supervisor.stopping:
            if supervisor.tick(*caller) and not os.read(caller[0], 4096):
                break


def _caller() -> list[int]:
    """Standard input, if it is a pipe or socket: then it closes when the caller ends."""
    kind = os.fstat(sys.stdin.fileno()).st_mode
    return [sys.stdin.fileno()] if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind) else []


if __name__ == "__main__":
    with one_line_failures():
        main()
