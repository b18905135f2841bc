"""The broker of the tests: the machine's RabbitMQ, of which they start one of their own."""

import shutil

from deploy.local.apt import try_to_install
from deploy.local.terminal import say

# Debian's own script on PATH serves root and one other user only; the one behind it serves everybody
SCRIPTS = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "rabbitmq-server")


def find_broker() -> str | None:
    """The script that starts one; None where it, or what it needs, is missing."""
    script = next((path for name in SCRIPTS if (path := shutil.which(name))), None)
    return script if shutil.which("epmd") else None


def ensure_broker() -> None:
    """Root on a Debian machine installs it. Otherwise one line says that its tests skip themselves."""
    if find_broker():
        return
    try_to_install("RabbitMQ", "rabbitmq-server")
    if not find_broker():
        say("docket: RabbitMQ is missing: install rabbitmq-server. Its tests are skipped.")
