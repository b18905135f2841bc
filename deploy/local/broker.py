"""The machine's RabbitMQ, with which the tests start their own broker."""

import shutil

from deploy.local.apt import try_to_install
from deploy.local.terminal import say

# Debian's script on PATH works only for root and the user rabbitmq; the script that it calls works for every user
SCRIPTS = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "rabbitmq-server")


def find_broker() -> str | None:
    """The script that starts a broker; None if the script or Erlang's epmd is missing."""
    script = next((path for name in SCRIPTS if (path := shutil.which(name))), None)
    return script if shutil.which("epmd") else None


def ensure_broker() -> None:
    """Install RabbitMQ if we are root on Debian. Otherwise print one line that its tests are skipped."""
    if find_broker():
        return
    try_to_install("RabbitMQ", "rabbitmq-server")
    if not find_broker():
        say("docket: RabbitMQ is missing: install rabbitmq-server. Its tests are skipped.")
