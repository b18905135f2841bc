"""`make cluster`: two webs, workers and schedulers on PgBouncer, HAProxy, a database with a replica and three brokers.

People call while one event after the other befalls it. After each, what was acknowledged is audited.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from deploy.local.checks import reserve_port
from deploy.local.product import base_environment, manage
from deploy.local.steps import run_step
from deploy.local.throwaway import throwaway_folder
from drills import cluster_parts as parts
from drills.chaos import HOLD_SECONDS, PEOPLE
from drills.receivers import Received, mail_server, webhook_receiver
from tests.config.pgbouncer import running_pgbouncer

if TYPE_CHECKING:
    from drills.audit import Fault
    from drills.cluster_events import Seen, Stage

ROW = "{:<42}{:>8}{:>7}{:>6}{:>9}  {}"
# What befalls the cluster, in this order, and the seconds that it may be away.
EVENTS: dict[str, tuple[str, float | None]] = {
    "race": ("races of one item over both webs", None),
    "web": ("each web killed", 2),
    "worker": ("each worker killed", 2),
    "scheduler": ("each scheduler killed", None),
    "leader": ("leading broker killed", 5),
    "restart": ("rolling restart of webs and workers", None),
    "replica": ("replica delayed", None),
    "disk": ("disk of the database full, until room", None),
    "clock-web": ("clock of one web stepped", None),
    "clock-worker": ("clock of one worker stepped", None),
    "clock-scheduler": ("clock of one scheduler stepped", None),
    "failover": ("primary killed, from the promotion", 10),  # the last: it leaves one database
}


@dataclass(frozen=True)
class Outcome:
    """What an event did. `faults`: what the audit after it found, and the one before it did not."""

    name: str
    seen: "Seen"
    faults: Sequence["Fault"]

    @property
    def lost(self) -> int:
        return self.seen.lost + sum(fault.lost for fault in self.faults)

    @property
    def doubled(self) -> int:
        return self.seen.doubled + sum(fault.doubled for fault in self.faults)

    @property
    def verdict(self) -> str:
        goal = EVENTS[self.name][1]
        if self.faults or self.lost or self.doubled:
            return "FAULT"
        return "late" if goal is not None and (self.seen.away or 0) > goal else "ok"

    @property
    def row(self) -> str:
        title, goal = EVENTS[self.name]
        times = ["–" if seconds is None else f"{seconds:.1f} s" for seconds in (self.seen.away, goal)]
        return ROW.format(title, *times, self.lost, self.doubled, self.verdict)


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    if lacking := list(parts.missing()):
        print("\n".join(lacking), file=sys.stderr)
        return 1
    began = time.monotonic()
    with mail_server() as mail, webhook_receiver() as webhooks, _stage(given.people, mail, webhooks) as stage:
        outcomes = list(_happening(given.only, stage, mail, webhooks))
        verified = _verify()
        print(f"{stage.shift.done()}, {len(mail.times)} mails, {len(webhooks.times)} events")
    print(ROW.format("event", "away", "goal", "lost", "doubled", "verdict"))
    for outcome in outcomes:
        print("\n".join([outcome.row, *(f"    {fault}" for fault in outcome.faults[:20])]))
    print(f"docket verify: {'ok' if verified else 'FAULT'}; {time.monotonic() - began:.0f} s", flush=True)
    return int(not verified or any(outcome.verdict != "ok" for outcome in outcomes))


def _happening(names: Sequence[str], stage: "Stage", mail: Received, webhooks: Received) -> Iterator[Outcome]:
    from drills.audit import Fault  # noqa: PLC0415 (needs django.setup())
    from drills.cluster_events import HAPPENS, Seen  # noqa: PLC0415

    known = set[str]()
    for name in names:
        print(f"  {EVENTS[name][0]} …", file=sys.stderr, flush=True)
        try:
            seen, failed = stage.shift.during(partial(HAPPENS[name], stage)), []
        except (AssertionError, TimeoutError) as error:
            seen, failed = Seen(), [Fault(f"{type(error).__name__}: {error}")]
            stage.shift.end()
        faults = [fault for fault in stage.shift.faults(mail, webhooks) if fault not in known]
        known.update(faults)
        yield Outcome(name, seen, [*failed, *faults])


def _verify() -> bool:
    """`docket verify`, which prints what it finds."""
    try:
        call_command("docket_verify")
    except SystemExit:
        return False
    return True


@contextmanager
def _stage(people: int, mail: Received, webhooks: Received) -> Iterator["Stage"]:
    """The running cluster, and the people who work at it; this process uses its database too."""
    with ExitStack() as stack:
        data = stack.enter_context(throwaway_folder())
        rabbits = stack.enter_context(parts.brokers())
        both = stack.enter_context(parts.databases(data))
        ports = [reserve_port() for _ in range(parts.NODES)]
        password, certificate = data.secrets()["application"], both.certificate.read_bytes()
        databases, programs = (both.primary.port, both.replica.port), both.primary.server.bin
        fronts = parts.haproxy(
            data.path / "haproxy", data.user, password, webs=ports, databases=databases, programs=programs
        )
        web, database = stack.enter_context(fronts)
        pooler = stack.enter_context(running_pgbouncer(database, password, certificate=certificate))
        settings = parts.settings_of(data, both, pooler, database, rabbits)
        settings |= {"DOCKET_HOLD_SECONDS": HOLD_SECONDS, "MAIL_URL": f"smtp://127.0.0.1:{mail.port}"}
        settings |= {"DOCKET_REPLICA_SECONDS": "0"}  # it is read however late it is
        env = base_environment(data) | settings
        run_step("Migrations", manage("migrate", "--database", "owner"), log=data.logs / "migrate.log", env=env)
        os.environ.update(env)
        django.setup()
        from drills.chaos_shift import a_shift  # noqa: PLC0415 (needs django.setup())
        from drills.cluster_events import Stage  # noqa: PLC0415
        from drills.kinds import kinds  # noqa: PLC0415
        from tests.factories import a_head_moderator  # noqa: PLC0415

        nodes = stack.enter_context(parts.nodes(data, ports, settings))
        front = f"http://127.0.0.1:{web}"
        by_name = {kind.name: kind for kind in kinds(front, a_head_moderator())}
        yield Stage(front, nodes, rabbits, both, a_shift(front, people, webhooks), data, settings, by_name)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make cluster ARGS=…", description="What may befall a cluster befalls it.")
    parser.add_argument("--only", nargs="+", choices=EVENTS, default=list(EVENTS), help="these events, in this order")
    parser.add_argument("--people", type=int, default=PEOPLE, help=f"who decide at the same time: {PEOPLE}")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
