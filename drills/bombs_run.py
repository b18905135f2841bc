"""One run of `make bombs`: what the calls of the others took, what each process used, and what is left of it."""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from accounts.keys import create_key
from accounts.sessions import open_session
from benchmarks.processor import Tree
from drills.audit import waiting
from drills.bombs_made import BOMBS, Thrower
from drills.people import Call
from drills.shift_figures import percentiles
from drills.shift_run import load, people_of, work
from mail.child import MOST_MEMORY
from testimonials.media.examine import LIMITS
from testimonials.models import Testimonial, TestimonialStatus
from tests.consistency import inconsistencies
from tests.deploy.running import Product
from tests.factories import an_admin

AFTER = 5.0  # seconds of the run, the bombs come
MOST_SLOWER = 2.0  # the 95th percentile of the others' calls, against a run without bombs
MOST_LARGER = 2.0  # memory of a process of the product, against its most before
QUIET_SECONDS = 900  # for what hangs
SAMPLED = 0.1  # seconds between two looks at the processes
REFUSED = (409, 413, 422, 429, 503)
# the most addresses in bytes, by a part of the command
LIMITED = {
    "mail.child": MOST_MEMORY,
    **{f"testimonials.media.examine {purpose}": limits.memory for purpose, limits in LIMITS.items()},
}
LASTING = ("server", "docket_worker", "docket_scheduler")

_fork = multiprocessing.get_context("fork")


def run(product: Product, mailbox: Path, given: argparse.Namespace) -> int:
    """The number of faults, which are printed."""
    _say(f"{given.reviews:,} reviews: {load(given.reviews):.0f} s")
    tokens, thrower = people_of(given.people), _thrower(product, mailbox)
    peaks: list[Mapping[str, int]] = []
    times: list[float] = []
    statuses: Counter[tuple[str, int]] = Counter()
    for each in (0, given.each):
        with _watched(product, peaks), _throwing(thrower, given.kinds, each, statuses):
            times.append(_slowest(work(product.port, tokens, time.monotonic() + given.seconds)))
        _say(f"{each} bombs of each kind: p95 of the others {1_000 * times[-1]:.0f} ms")
    found = [
        *_faults_of_answers(statuses, given.kinds, given.each),
        *_faults_of_others(times),
        *_faults_of_memory(*peaks),
    ]
    found += _what_is_left(product)
    for fault in found:
        print(f"fault: {fault}", flush=True)
    print(f"{len(found)} faults; others' p95 {times[1] / times[0]:.2f} times that without bombs", flush=True)
    return len(found)


def _thrower(product: Product, mailbox: Path) -> Thrower:
    admin, key = an_admin(), create_key("Bombs", ["ingest"])[0]
    token = open_session(admin, address="127.0.0.1")
    return Thrower(f"http://127.0.0.1:{product.port}", token, admin.pk, key, mailbox)


@contextmanager
def _throwing(thrower: Thrower, kinds: Sequence[str], each: int, statuses: Counter[tuple[str, int]]) -> Iterator[None]:
    """All at once, from a process of their own; the answers are counted at the end."""
    answers = _fork.SimpleQueue()
    process = _fork.Process(target=_throw, args=(thrower, kinds, each, answers), daemon=True)
    process.start()
    yield
    statuses.update(answers.get())
    process.join()


def _throw(thrower: Thrower, kinds: Sequence[str], each: int, answers: Any) -> None:
    bombs = [(name, number) for name in kinds for number in range(each)]
    time.sleep(AFTER)
    with ThreadPoolExecutor(max(len(bombs), 1)) as pool:
        thrown = [(name, pool.submit(BOMBS[name], thrower, number)) for name, number in bombs]
    answers.put([(name, 0 if bomb.exception() else bomb.result()) for name, bomb in thrown])


@contextmanager
def _watched(product: Product, peaks: list[Mapping[str, int]]) -> Iterator[None]:
    """Adds the most memory of the processes, in bytes: of LIMITED addresses, of LASTING what is resident."""
    ended, answers = _fork.Event(), _fork.SimpleQueue()
    process = _fork.Process(target=_watch, args=(product.supervisor.pid, ended, answers), daemon=True)
    process.start()
    yield
    ended.set()
    peaks.append(answers.get())
    process.join()


def _watch(root: int, ended: Any, answers: Any) -> None:
    most: dict[str, int] = {}
    while not ended.wait(SAMPLED):
        for pid in Tree(root).pids():
            with suppress(OSError, IndexError):
                command = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
                lines = Path(f"/proc/{pid}/status").read_text().splitlines()
                used = {name: int(rest.split()[0]) * 1024 for name, rest in _amounts(lines)}
                for mark in (*LIMITED, *LASTING):
                    if mark in command:
                        amount = used["VmPeak" if mark in LIMITED else "VmHWM"]
                        most[mark] = max(most.get(mark, 0), amount)
    answers.put(most)


def _amounts(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, _, rest = line.partition(":")
        if name in ("VmPeak", "VmHWM"):
            yield name, rest


def _slowest(calls: list[Call]) -> float:
    return percentiles([call.seconds for call in calls])[1]


def _faults_of_answers(statuses: Counter[tuple[str, int]], kinds: Sequence[str], each: int) -> Iterator[str]:
    for name in kinds:
        answers = {status: number for (kind, status), number in statuses.items() if kind == name}
        _say(f"{name}: {', '.join(f'{number} × {status}' for status, number in sorted(answers.items()))}")
        wrong = {status for status in answers if not (200 <= status < 300 or status in REFUSED)}  # noqa: PLR2004
        if wrong or sum(answers.values()) != each:
            yield f"bombs of the kind {name} were answered {answers}"


def _faults_of_others(times: list[float]) -> Iterator[str]:
    quiet, beside = times
    if beside > MOST_SLOWER * quiet:
        yield f"the others' p95 was {beside / quiet:.1f} times that without bombs"


def _faults_of_memory(quiet: Mapping[str, int], beside: Mapping[str, int]) -> Iterator[str]:
    for mark, amount in beside.items():
        most = LIMITED.get(mark) or MOST_LARGER * quiet.get(mark, 0)
        _say(f"{mark}: {amount / 1e6:,.0f} MB of {most / 1e6:,.0f}")
        if amount > most:
            yield f"{mark} used {amount / 1e6:,.0f} MB, {most / 1e6:,.0f} are its most"


def _what_is_left(product: Product) -> Iterator[str]:
    """Nothing is stuck: all jobs end, and so do all examinations."""
    until = time.monotonic() + QUIET_SECONDS
    while (jobs := _jobs()) and time.monotonic() < until:
        time.sleep(1)
    if jobs:
        yield f"these jobs do not end: {jobs}"
    if stuck := Testimonial.objects.filter(status=TestimonialStatus.EXAMINING).count():
        yield f"{stuck} files wait for their examination"
    if left := [command for command in product.processes() if "testimonials.media.examine" in command]:
        yield f"{len(left)} examinations go on"
    if not product.is_healthy():
        yield "the product is not well"
    for fault in inconsistencies():
        yield f"the data do not agree: {fault}"


def _jobs() -> dict[str, int]:
    return {topic: number for topic, number in waiting().items() if number}


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
