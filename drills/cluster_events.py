"""What befalls the cluster of `make cluster` while people call, one event after the other."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event as Flag
from typing import NamedTuple

import requests

from deploy.local.checks import reserve_port
from deploy.local.child import spawn
from deploy.local.data_folder import DataFolder
from deploy.local.product import Address, base_environment, manage, web_command
from drills.chaos_shift import Shift
from drills.cluster_parts import Databases, find_faketime
from drills.kinds import Kind
from tests.commands.worker.rabbit import Rabbit
from tests.deciders import Decider
from tests.deploy.running import Product, wait_for
from tests.disks import fill, make_room
from tests.factories import a_company, a_moderator, a_pending_task, an_admin
from tests.live import LiveStaff, answers, at_once
from workflows.models import TaskEvent

HANGS = 180  # s
LOOK_SECONDS = 0.02
RACES, RACERS = 10, 6
WRITERS, CHANGES = 4, 5
REFUSALS = 20  # calls that meet the full disk
HOUR = 3_600  # s


@dataclass(frozen=True)
class Stage:
    """`front`: the address before the webs."""

    front: str
    nodes: Sequence[Product]
    rabbits: Sequence[Rabbit]
    both: Databases
    shift: Shift
    data: DataFolder
    settings: Mapping[str, str]
    kinds: Mapping[str, Kind]

    @property
    def webs(self) -> list[str]:
        return [f"http://127.0.0.1:{node.port}" for node in self.nodes]

    def away(self, since: float, until_more: Callable[[], None], *works: Callable[[], bool]) -> float:
        """Seconds since then until all works again, and until the last call that was refused."""
        waiting = list(works)
        while waiting := [work for work in waiting if not work()]:
            if time.monotonic() - since > HANGS:
                raise TimeoutError(f"{len(waiting)} parts do not work again within {HANGS} s")
            time.sleep(LOOK_SECONDS)
        worked = time.monotonic()
        until_more()
        return max([worked, *self.shift.refused_since(since)]) - since


class Seen(NamedTuple):
    """What an event itself saw, beside the audit after it. `away`: seconds."""

    away: float | None = None
    lost: int = 0
    doubled: int = 0


def race(stage: Stage, until_more: Callable[[], None]) -> Seen:
    """Many take one item over both webs, and who has it decides it over both at once."""
    racers = [a_moderator() for _ in range(RACERS)]
    people = [[LiveStaff(address, racer) for address in stage.webs] for racer in racers]
    doubled = lost = 0
    until_more()
    for _ in range(RACES):
        task = a_pending_task().pk
        path = f"/tasks/{task}"
        tries = [partial(both[number % len(both)].put, f"{path}/lock") for number, both in enumerate(people)]
        won = [both for both, answer in zip(people, at_once(tries), strict=True) if answer.ok]
        if not won:
            continue  # somebody of the shift was quicker
        decide = [partial(web.post, f"{path}/decision", {"outcome": "approve"}) for web in won[0]]
        acknowledged = sum(answer.ok for answer in at_once(decide))
        written = TaskEvent.objects.filter(task_id=task, action="decide").count()
        doubled += len(won) - 1 + max(written, acknowledged) - 1
        lost += acknowledged - written
    return Seen(None, max(lost, 0), max(doubled, 0))


def kill(name: str, stage: Stage, until_more: Callable[[], None]) -> Seen:
    """kill -9 of this process of each node, one after the other; `make up` starts it again."""
    times = []
    for node in stage.nodes:
        until_more()
        pid = node.pid(name)
        assert pid, f"{name} does not run"
        os.kill(pid, signal.SIGKILL)
        since = time.monotonic()
        times.append(stage.away(since, until_more, stage.kinds[name].begin()))
        _wait_until_back(node, name, pid)
    return Seen(max(times))


def kill_leader(stage: Stage, until_more: Callable[[], None]) -> Seen:
    until_more()
    name = next(rabbit for rabbit in stage.rabbits if rabbit.runs).leader()
    leader = next(rabbit for rabbit in stage.rabbits if rabbit.name == name)
    leader.kill()
    since = time.monotonic()
    away = stage.away(since, until_more, stage.kinds["worker"].begin())
    leader.start()
    return Seen(away)


def restart(stage: Stage, until_more: Callable[[], None]) -> Seen:
    """SIGTERM to webs and workers, one after the other: no call is refused."""
    since = time.monotonic()
    for node in stage.nodes:
        for name in ("web", "worker"):
            until_more()
            pid = node.pid(name)
            assert pid, f"{name} does not run"
            os.kill(pid, signal.SIGTERM)
            _wait_until_back(node, name, pid)
    until_more()
    return Seen(None, lost=len(stage.shift.refused_since(since)))


def _wait_until_back(node: Product, name: str, ended: int) -> None:
    wait_for(name, lambda: node.pid(name) not in (None, ended))
    if name == "web":
        wait_for(name, partial(answers, f"http://127.0.0.1:{node.port}/health/ready"))


def delay_replica(stage: Stage, until_more: Callable[[], None]) -> Seen:
    """It replays nothing: who changes something finds it at both webs, others what the replica has."""
    companies = [a_company(f"Company {number}") for number in range(WRITERS)]
    writers = [[LiveStaff(address, user) for address in stage.webs] for user in [an_admin() for _ in companies]]
    reader = LiveStaff(stage.front, an_admin())
    stage.both.catch_up()
    stage.both.delay()

    def misses(company: int, places: list[LiveStaff]) -> int:
        missed = 0
        for change in range(CHANGES):
            name = f"Renamed {company} {change}"
            changed = places[change % len(places)].patch(f"/company/{company}", {"name": name})
            assert changed.ok, changed.text
            missed += sum(name not in place.get("/companies/export").text for place in places)
        return missed

    missed = sum(at_once([partial(misses, one.pk, at) for one, at in zip(companies, writers, strict=True)]))
    assert "Renamed" not in reader.get("/companies/export").text, "the replica was not delayed, or it was not read"
    until_more()
    stage.both.catch_up()
    assert "Renamed" in reader.get("/companies/export").text, "the replica did not catch up"
    return Seen(None, lost=missed)


def fill_disk(stage: Stage, until_more: Callable[[], None]) -> Seen:
    """That of the primary's tables. All are refused in one sentence, and go on by themselves when there is room."""
    until_more()
    since = time.monotonic()
    fill(stage.both.disk)
    try:
        wait_for("calls that are refused", lambda: len(stage.shift.refused_since(since)) >= REFUSALS)
        told = requests.get(f"{stage.front}/healthz", timeout=60).json()
        assert told["database"] == "disk_full", told
    finally:
        make_room(stage.both.disk)
    since = time.monotonic()
    return Seen(stage.away(since, until_more, *(stage.kinds[name].begin() for name in ("web", "worker"))))


def fail_over(stage: Stage, until_more: Callable[[], None]) -> Seen:
    until_more()
    stage.both.kill_primary()
    stage.both.promote()
    since = time.monotonic()
    works = (stage.kinds[name].begin() for name in ("web", "worker", "scheduler"))
    return Seen(stage.away(since, until_more, *works))


def step_clock(name: str, stage: Stage, until_more: Callable[[], None]) -> Seen:
    """One more web, worker or scheduler works beside the others, and its clock goes an hour ahead, and an hour back."""
    port, clock = reserve_port(), stage.data.path / "clock"
    command = {
        "web": web_command(Address("127.0.0.1", port)),
        "worker": manage("docket_worker"),
        "scheduler": manage("docket_scheduler"),
    }[name]
    with _stepped(command, stage, clock) as process:
        if name == "web":
            address = f"http://127.0.0.1:{port}"
            wait_for(name, lambda: answers(f"{address}/health/ready"))
            with _guest(stage.shift, address) as guest:
                _step(clock, lambda: _more_of(guest))
        else:
            log = stage.data.logs / "stepped.log"
            wait_for(name, lambda: f"{name} ready" in log.read_text())
            _step(clock, until_more)
        assert process.poll() is None, f"the {name} with the stepped clock has ended"
    return Seen()


def _step(clock: Path, until_more: Callable[[], None]) -> None:
    for seconds in (0, HOUR, -HOUR, 0):
        clock.write_text(f"{seconds:+}")
        time.sleep(1)  # libfaketime reads it each second
        until_more()


def _more_of(guest: Decider) -> None:
    wanted = len(guest.answers) + 3
    wait_for("decisions at a stepped clock", lambda: len(guest.answers) >= wanted)


@contextmanager
def _guest(shift: Shift, address: str) -> Iterator[Decider]:
    guest, stop = Decider(address, a_moderator()), Flag()
    shift.guests.append(guest)
    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(guest.work, stop)
        try:
            yield guest
        finally:
            stop.set()
        work.result()


@contextmanager
def _stepped(command: Sequence[str | Path], stage: Stage, clock: Path) -> Iterator[subprocess.Popen[bytes]]:
    clock.write_text("+0")
    env = {**base_environment(stage.data), **stage.settings}
    env |= {"LD_PRELOAD": str(find_faketime()), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_CACHE_DURATION": "1"}
    env |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
    with (stage.data.logs / "stepped.log").open("ab") as log:
        process = spawn(command, env=env, output=log)
    try:
        yield process
        process.terminate()
        assert process.wait(timeout=60) == 0, f"the process with the stepped clock ended with {process.returncode}"
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


HAPPENS: Mapping[str, Callable[[Stage, Callable[[], None]], Seen]] = {
    "race": race,
    "web": partial(kill, "web"),
    "worker": partial(kill, "worker"),
    "scheduler": partial(kill, "scheduler"),
    "leader": kill_leader,
    "restart": restart,
    "replica": delay_replica,
    "disk": fill_disk,
    "clock-web": partial(step_clock, "web"),
    "clock-worker": partial(step_clock, "worker"),
    "clock-scheduler": partial(step_clock, "scheduler"),
    "failover": fail_over,
}
