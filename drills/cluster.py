"""`make cluster`: two nodes of the product, on an outside database with TLS and a replica, and on three brokers.

People work at both nodes. The broker that leads is killed, then the database, and its replica is promoted; no process
of the product is started again. Then all is audited, as after `make chaos`.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import django
import requests

from deploy.local import leftovers
from deploy.local.broker import find_broker
from deploy.local.checks import reserve_port
from deploy.local.child import signal_group, spawn
from deploy.local.cluster import Cluster
from deploy.local.data_folder import DataFolder
from deploy.local.product import Address, base_environment, manage, web_command
from deploy.local.servers import find_server
from deploy.local.steps import run_step
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_folder
from drills.chaos import HOLD_SECONDS
from drills.receivers import mail_server, webhook_receiver
from tests.certificates import encrypt_only
from tests.commands.worker.rabbit import Rabbit, a_rabbit
from tests.deploy.running import wait_for

if TYPE_CHECKING:
    from drills.kinds import Kind

DECISIONS, PEOPLE, LEADERS = 600, 6, 2
NODES = 2
LOOK_SECONDS = 0.02
HANGS = 180  # s
ANSWER_SECONDS = 2


@dataclass(frozen=True)
class Databases:
    """A primary that waits for its replica with each commit. Clients name both, and use the one that writes."""

    primary: Cluster
    replica: Cluster
    supervisor: Supervisor  # never asked to start one again

    def fail_over(self) -> None:
        """kill -9 of the primary with all its processes; then its replica is told to take over."""
        self.supervisor.kill(self.primary.program.name)
        leftovers.kill_all_in(self.primary.folder.resolve(), "postgres")
        command: list[str | Path] = [self.replica.server.bin / "pg_ctl", "promote", "--wait", "-D", self.replica.folder]
        run_step("Promoting the replica", command, log=self.replica.logs / "promote.log", user=self.replica.user)

    @property
    def urls(self) -> dict[str, str]:
        parameters = {
            "host": "localhost,localhost",
            "port": f"{self.primary.port},{self.replica.port}",
            "target_session_attrs": "read-write",
            "sslmode": "verify-full",
            "sslrootcert": str(self.replica.folder / "server.crt"),  # a copy of the primary's
        }
        both, found = urlencode(parameters), {name: urlsplit(url) for name, url in self.primary.urls.items()}
        return {name: f"postgresql://{one.username}:{one.password}@{one.path}?{both}" for name, one in found.items()}


@contextmanager
def databases(data: DataFolder) -> Iterator[Databases]:
    server = find_server(data.cluster, data.user)
    primary, replica = (
        Cluster(data.path / name, server, data.secrets(), data.logs, data.user) for name in ("primary", "replica")
    )
    primary.prepare()
    encrypt_only(primary.folder, data.user)
    with Supervisor(data.logs) as supervisor:
        supervisor.start(primary.program)
        primary.wait_until_ready(supervisor)
        place = f"host=localhost port={primary.port} user=postgres sslmode=require"
        copy: list[str | Path] = [server.bin / "pg_basebackup", "-R", "-c", "fast", "-D", replica.folder, "-d", place]
        replica.folder.mkdir(mode=0o700)
        os.chown(replica.folder, -1 if data.user is None else data.user, -1)
        home = {"HOME": str(replica.folder)}  # a client looks there for a certificate of its own
        env = {**os.environ, "PGPASSWORD": data.secrets()["superuser"], **home}
        run_step("Copying the database", copy, log=data.logs / "copy.log", env=env, user=data.user, cwd=replica.folder)
        supervisor.start(replace(replica.program, name="replica", env={**replica.program.env, **home}))
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        wait_for("the replica", lambda: primary.ask("SELECT state FROM pg_stat_replication") == "streaming")
        yield Databases(primary, replica, supervisor)


@contextmanager
def brokers() -> Iterator[list[Rabbit]]:
    """Three that make a cluster. Raises SetupError where RabbitMQ is missing."""
    script = find_broker()
    if script is None:
        raise SetupError("RabbitMQ is missing: install rabbitmq-server.")
    with ExitStack() as stack:
        first = stack.enter_context(a_rabbit(script))
        rabbits = [first, *(stack.enter_context(a_rabbit(script, first)) for _ in range(2))]
        for rabbit in rabbits:
            rabbit.start()
        yield rabbits


@contextmanager
def nodes(env: dict[str, str], logs: Path) -> Iterator[list[str]]:
    """Web server, worker and scheduler of each node; the addresses. Raises AssertionError when one of them ends."""
    ports = [reserve_port() for _ in range(NODES)]
    running = dict[str, subprocess.Popen[bytes]]()
    try:
        for number, port in enumerate(ports, 1):
            for name, command in (
                ("web", web_command(Address("127.0.0.1", port))),
                ("worker", manage("docket_worker")),
                ("scheduler", manage("docket_scheduler")),
            ):
                with (logs / f"{name}-{number}.log").open("ab") as log:
                    running[f"{name} of node {number}"] = spawn(command, env=env, output=log.fileno())
        addresses = [f"http://127.0.0.1:{port}" for port in ports]
        for address in addresses:
            wait_for(address, partial(is_well, address))
        yield addresses
        ended = [name for name, process in running.items() if process.poll() is not None]
        assert not ended, f"ended by themselves: {ended}"
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                signal_group(process, signal.SIGKILL)


def is_well(address: str) -> bool:
    try:
        return requests.get(f"{address}/healthz", timeout=ANSWER_SECONDS).ok
    except requests.RequestException:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    began = time.monotonic()
    with (
        mail_server() as mail,
        webhook_receiver() as webhooks,
        throwaway_folder() as data,
        brokers() as rabbits,
        databases(data) as both,
    ):
        env = base_environment(data) | both.urls
        env |= {"BROKER_URL": ";".join(rabbit.url for rabbit in rabbits), "DOCKET_HOLD_SECONDS": HOLD_SECONDS}
        env |= {"MAIL_URL": f"smtp://127.0.0.1:{mail.port}"}
        run_step("Migrations", manage("migrate", "--database", "owner"), log=data.logs / "migrate.log", env=env)
        os.environ.update(env)
        django.setup()
        from drills.chaos_shift import harmed  # noqa: PLC0415 (needs django.setup())

        with nodes(env, data.logs) as addresses:
            found = harmed(addresses, _harm(addresses, rabbits, both), mail, webhooks, given)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return int(found > 0)


def _harm(
    addresses: Sequence[str], rabbits: Sequence[Rabbit], both: Databases
) -> Callable[[Callable[[], None]], Iterable[str]]:
    """Kill the broker that leads, twice, then the database."""
    from drills.kinds import Kind, kinds  # noqa: PLC0415 (needs django.setup())
    from tests.factories import a_head_moderator  # noqa: PLC0415

    by_name = {kind.name: kind for kind in kinds(addresses[0], a_head_moderator())}
    served = [
        Kind("web", f"web of node {number}", kinds(address, a_head_moderator())[0].begin)
        for number, address in enumerate(addresses, 1)
    ]

    def harm(until_more: Callable[[], None]) -> Iterator[str]:
        for _ in range(LEADERS):
            until_more()
            name = next(rabbit for rabbit in rabbits if rabbit.runs).leader()
            leader = next(rabbit for rabbit in rabbits if rabbit.name == name)
            leader.kill()
            yield from _times("the leading broker", [by_name["worker"]])
            until_more()
            leader.start()
        until_more()
        both.fail_over()
        yield from _times("the database, from its promotion", [*served, by_name["worker"], by_name["scheduler"]])
        until_more()

    return harm


def _times(killed: str, kinds: Iterable["Kind"]) -> Iterator[str]:
    """How long until the work of each kind is done again. Raises TimeoutError."""
    began = time.monotonic()
    waiting = {kind.title: kind.begin() for kind in kinds}
    while waiting:
        for title in [title for title, works in waiting.items() if works()]:
            yield f"{killed:<36}{title:<24}{time.monotonic() - began:>6.1f} s"
            del waiting[title]
        if time.monotonic() - began > HANGS:
            raise TimeoutError(f"{', '.join(waiting)}: not back within {HANGS} s of the end of {killed}")
        time.sleep(LOOK_SECONDS)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make cluster ARGS=…", description="Kill brokers and database of two nodes.")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help=f"at least: {DECISIONS}")
    parser.add_argument("--people", type=int, default=PEOPLE, help=f"who decide at the same time: {PEOPLE}")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
