"""`make up`: install what is missing, then run the whole product until Ctrl-C."""

import os
import time

from deploy.local import leftovers
from deploy.local.checks import check_node, check_port, check_space
from deploy.local.console import ensure_console
from deploy.local.data_folder import find_data_folder
from deploy.local.environment import ensure_environment
from deploy.local.product import Address, is_demo, running_product
from deploy.local.terminal import SetupError, say

DEMO_ACCOUNTS = {
    "admin@docket.test": "administrator",
    "head@docket.test": "head moderator",
    "moderator@docket.test": "moderator",
    "moderator2@docket.test": "moderator",
}
DEMO_PASSWORD = "Docket-demo-1"  # noqa: S105 created only if DOCKET_ENV is not production
LAST_PORT = 65535


def run() -> int:
    started = time.monotonic()
    address = chosen_address()
    check_node()
    data = find_data_folder(embedded=not os.environ.get("DATABASE_URL"))
    check_space(data.path)
    data.prepare()
    data.hold()
    leftovers.end(data.path)
    check_port(address.host, address.port)
    say("Setting up Docket")
    ensure_environment("run")
    ensure_console()
    with running_product(data, address) as supervisor, supervisor.stopped_by_signals():
        say(f"  Ready ({time.monotonic() - started:.1f} s)")
        print(_greeting(address, str(data.logs)), flush=True)
        while not supervisor.stopping:
            supervisor.tick()
        say("Stopping …")
    return 0


def chosen_address() -> Address:
    """HOST and PORT, or their defaults."""
    port = os.environ.get("PORT", "8000")
    if not port.isdecimal() or not 0 < int(port) <= LAST_PORT:
        raise SetupError(f"PORT={port} is not a port: set a number from 1 to {LAST_PORT}.")
    return Address(os.environ.get("HOST") or "127.0.0.1", int(port))


def _greeting(address: Address, logs: str) -> str:
    lines = ["", f"Docket runs at {address.url}", ""]
    if is_demo({"DOCKET_ENV": "development", **os.environ}):
        lines += [f"  {email:<24} {DEMO_PASSWORD}   {level}" for email, level in DEMO_ACCOUNTS.items()] + [""]
    return "\n".join([*lines, f"Ctrl-C stops it. Logs: {logs}"])
