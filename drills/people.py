"""One person of `make shift`: what the console polls, and the work, each over a connection of its own."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from benchmarks.client import Answer, Client, UnexpectedAnswerError

# Seconds between two calls; the console's own constants have the same values (console/src/features).
COUNTS, LIST, QUEUES, DECISIONS, MENTIONS, FIGURES = 3.0, 5.0, 5.0, 15.0, 15.0, 30.0
PRESENCE, HEARTBEAT = 10.0, 30.0
CYCLE = 10.0  # a decision every ten seconds (figures.md, Speed: a shift)
TYPING = 1.5  # after which a draft is saved
QUEUE = "pending"
REJECTION = {"reason": "fake", "facts": "No such street."}
REJECTED = 0.3  # share of decisions with a form
ANY = (200, 204, 304, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504)
GOOD = (200, 204, 304)
POLL = {"Priority": "u=7"}  # nobody waits for it


@dataclass(slots=True)
class Call:
    kind: str
    began: float
    seconds: float
    status: int  # nought: no answer


@dataclass(slots=True)
class Person:
    """`open_item`: the number of the item on the screen; nought between two items."""

    port: int
    token: str
    seed: int
    calls: list[Call] = field(default_factory=list)
    open_item: int = 0
    cycle: float = CYCLE

    def poll(self, until: float) -> None:
        """What the console asks for on its own: each call again some seconds after its last answer."""
        with Line(self) as line:
            self._poll(line, until)

    def work(self, until: float) -> None:
        """Take the next item, read it, decide it: once in a cycle, however long the answers take."""
        with Line(self) as line:
            self._work(line, until)

    def _poll(self, line: "Line", until: float) -> None:
        chance = random.Random(self.seed)
        polls: dict[str, tuple[float, Callable[[], object]]] = {
            "counts": (COUNTS, lambda: line.poll("counts", "/cms/counts")),
            "list": (LIST, lambda: line.poll("list", f"/queues/{QUEUE}/tasks")),
            "queues": (QUEUES, lambda: line.poll("queues", "/queues")),
            "decisions": (DECISIONS, lambda: line.poll("own decisions", "/user/me/decisions")),
            "mentions": (MENTIONS, lambda: line.poll("mentions", "/mentions")),
            "figures": (FIGURES, lambda: line.poll("own figures", "/user/me/figures")),
            "presence": (
                PRESENCE,
                lambda: self.open_item and line.send("presence", "PUT", _presence(self.open_item), **POLL),
            ),
            "heartbeat": (HEARTBEAT, lambda: self.open_item and line.send("heartbeat", "PUT", _lock(self.open_item))),
        }
        due = {name: time.monotonic() + chance.uniform(0, every) for name, (every, _) in polls.items()}
        while (moment := min(due.values())) < until:
            time.sleep(max(0.0, moment - time.monotonic()))
            name = min(due, key=lambda name: due[name])
            every, ask = polls[name]
            ask()
            due[name] = time.monotonic() + every

    def _work(self, line: "Line", until: float) -> None:
        chance = random.Random(-self.seed)
        begin = time.monotonic() + chance.uniform(0, self.cycle)
        while begin < until:
            time.sleep(max(0.0, begin - time.monotonic()))
            for pause in self._one_item(line, chance):
                time.sleep(pause)
            begin = max(begin + self.cycle, time.monotonic())

    def _one_item(self, line: "Line", chance: random.Random) -> Iterator[float]:
        taken = line.send("next", "POST", f"/queues/{QUEUE}/next")
        if taken is None or taken.status != GOOD[0]:
            return
        item = taken.json()
        task = item["task_id"]
        self.open_item = task
        line.read("item", f"/tasks/{task}")
        line.send("presence", "PUT", _presence(task))
        yield self.cycle / 3
        decision: dict[str, Any] = {"outcome": "approve", "revision": item["subject"].get("revision", 1)}
        if chance.random() < REJECTED:
            decision = {**decision, "outcome": "reject", "form": REJECTION}
            line.send("draft", "PUT", f"/tasks/{task}/draft", {"outcome": "reject", "form": REJECTION})
            yield min(TYPING, self.cycle)
        self.open_item = 0  # as the console does: no heartbeat for what is being decided
        line.send("decision", "POST", f"/tasks/{task}/decision", decision)
        line.send("presence", "DELETE", _presence(task))


class Line:
    """A connection, opened again after it broke, and the ETags of the answers that came over it."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._client: Client | None = None
        self._tags: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()

    def poll(self, kind: str, path: str) -> Answer | None:
        """A GET whose answer nobody waits for."""
        return self.read(kind, path, **POLL)

    def read(self, kind: str, path: str, **headers: str) -> Answer | None:
        """A GET as the console sends it: an answer that has not changed comes without its body."""
        tag = {"If_None_Match": self._tags[path]} if path in self._tags else {}
        answer = self.send(kind, "GET", path, **tag, **headers)
        if answer is not None:
            try:
                self._tags[path] = answer.header("etag")
            except KeyError:
                self._tags.pop(path, None)
        return answer

    def send(self, kind: str, method: str, path: str, body: Any = None, **headers: str) -> Answer | None:
        """None without an answer."""
        began = time.monotonic()
        answer: Answer | None = None
        try:
            self._client = self._client or Client(self._person.port, self._person.token)
            answer = self._client.send(method, path, body, *ANY, **headers)
        except (OSError, UnexpectedAnswerError):
            self._hang_up()
        self._person.calls.append(Call(kind, began, time.monotonic() - began, answer.status if answer else 0))
        return answer

    def _hang_up(self) -> None:
        if self._client:
            self._client.close()
        self._client = None


def _presence(task: int) -> str:
    return f"/presence/task/{task}"


def _lock(task: int) -> str:
    return f"/tasks/{task}/lock"
