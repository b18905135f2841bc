"""Measures a batch of bulk moderation, and bare statements that write the same rows at once. A call here is one item.

The worker runs in this process, so the processor time of this process is added to the web server's.
"""

import time
from dataclasses import dataclass

import psycopg

from benchmarks.beside import DECISION, PAGE, people_at_work
from benchmarks.client import Client
from benchmarks.crowd import Measured
from benchmarks.deciding import REJECTION
from benchmarks.desk import Desk, forget_connections
from benchmarks.processor import Tree
from benchmarks.report import Pair
from workflows.engine.outbox.outbox import perform, relay

ACCEPTED = 202
USUAL_WINDOWS = 5  # windows in which others' calls are measured without a batch
OTHERS = 1_000  # items in the batch of rejections, and in the batch that is rolled back
_BARE = (
    "UPDATE workflows_task SET status = 'DONE', outcome = 'backlog', finished = now() WHERE id = ANY(%(ids)s)",
    # OFFSET 0: each record is made once, and not once for each of its columns
    """INSERT INTO workflows_task SELECT (made.task).* FROM (
        SELECT jsonb_populate_record(task, jsonb_build_object(
            'id', nextval(pg_get_serial_sequence('workflows_task', 'id')), 'status', 'NEW', 'queue', 'backlog',
            'flow_task', 'review_moderation.backlog', 'outcome', '', 'finished', NULL)) AS task
        FROM workflows_task task WHERE id = ANY(%(ids)s) OFFSET 0) made""",
    """INSERT INTO workflows_taskevent
        (process_id, task_id, action, node, outcome, to_node, request_id, data, text_digest)
        SELECT process_id, id, 'decide', 'pending', 'backlog', 'backlog', '', '{}', '' FROM workflows_task
        WHERE id = ANY(%(ids)s)""",
    """UPDATE reviews_review review SET status = 'backlog', moved_at = now() FROM workflows_process process
        JOIN workflows_task task ON task.process_id = process.id
        WHERE task.id = ANY(%(ids)s) AND review.id = process.subject_id""",
)


@dataclass(frozen=True, slots=True)
class Batch:
    """The figures of a batch. `accepted_ms`: until the server accepted it. `seconds`: until it was done."""

    pair: Pair
    items: int
    accepted_ms: float
    seconds: float

    def __str__(self) -> str:
        return f"A batch of {self.items:,}: accepted in {self.accepted_ms:.0f} ms, done after {self.seconds:.1f} s."


def measure_bulk(items: int, desk: Desk, web: Tree) -> Batch:
    """Move at most `items` pending items to the backlog. Raises UnexpectedAnswerError."""
    ids = desk.take_some_pending(items)
    bare = _bare(desk, ids)
    finish_jobs()
    watched = [web, desk.database]
    before, own = [tree.milliseconds() for tree in watched], time.process_time()
    accepted, took, _ = _run(desk, ids)
    of_web, of_database = (tree.milliseconds() - start for tree, start in zip(watched, before, strict=True))
    of_web += (time.process_time() - own) * 1_000
    measured = Measured(len(ids), len(ids) / took, (of_web / len(ids), of_database / len(ids)))
    return Batch(Pair(measured, bare), len(ids), accepted * 1_000, took)


def measure_beside_bulk(items: int, desk: Desk, seconds: float) -> str:
    """How long others' calls take while a batch runs, and without it; as a sentence."""
    finish_jobs()
    if not desk.pending:
        return "No pending items are left to measure others' calls beside a batch."
    with people_at_work(desk) as watch:
        ids = desk.take_some_pending(items)
        first = time.monotonic()
        time.sleep(USUAL_WINDOWS * seconds)
        began = time.monotonic()
        accepted, took, _ = _run(desk, ids)
    end = began + took
    figures = ", ".join(
        f"a {kind} {watch.of(kind, began, end)} (without it {watch.of(kind, first, began)})"
        for kind in (PAGE, DECISION)
    )
    return (
        f"Others' calls beside a batch of {len(ids):,}, p50 / p95: {figures}; "
        f"the batch beside them: accepted in {accepted * 1_000:.0f} ms, done after {took:.1f} s."
    )


def measure_other_batches(desk: Desk) -> str:
    """Measures a batch with a form, and the rollback of a batch, which treats each item separately; as a sentence."""
    finish_jobs()
    number = min(OTHERS, len(desk.pending) // 4)
    rejected, put_off = desk.take_some_pending(number), desk.take_some_pending(number)
    _, rejecting, rejection = _run(desk, rejected, "reject", REJECTION)
    _, _, batch = _run(desk, put_off)
    client, began = Client(desk.port, desk.tokens[0]), time.monotonic()
    client.send("POST", f"/bulk/{batch}/rollback")
    _work()
    undoing = time.monotonic() - began
    done = client.get(f"/bulk/{rejection}").json()["done"]
    undone = client.get(f"/bulk/{batch}").json()["rolled_back"]
    forget_connections()
    return (
        f"Of a batch of {number:,}, {done:,} were rejected with a reason within {rejecting:.1f} s;"
        f" of another, {undone:,} were rolled back within {undoing:.1f} s."
    )


def finish_jobs() -> None:
    """Perform the jobs that earlier rows left, and close connections, which cannot be shared after a fork."""
    _work()
    forget_connections()


def _work() -> None:
    while relay(perform):
        pass


def _run(
    desk: Desk, ids: list[int], outcome: str = "backlog", form: dict[str, str] | None = None
) -> tuple[float, float, int]:
    """Run a batch. Returns the seconds until it is accepted and until it is done, and its id. A second person confirms
    it if necessary.
    """
    client, began = Client(desk.port, desk.tokens[0]), time.monotonic()
    order = {"queue": "pending", "outcome": outcome, "form": form or {}, "task_ids": ids}
    batch = client.send("POST", "/bulk", order, ACCEPTED).json()
    if batch["state"] == "confirming":
        Client(desk.port, desk.tokens[1]).send("POST", f"/bulk/{batch['id']}/confirm")
    accepted = time.monotonic() - began
    _work()
    took = time.monotonic() - began
    forget_connections()
    return accepted, took, batch["id"]


def _bare(desk: Desk, ids: list[int]) -> Measured:
    """Write the same rows with four statements, and roll back."""
    before, began = desk.database.milliseconds(), time.monotonic()
    with psycopg.connect(desk.dsn) as connection:
        for statement in _BARE:
            connection.execute(statement, {"ids": ids})
        connection.rollback()
    took = time.monotonic() - began
    return Measured(len(ids), len(ids) / took, ((desk.database.milliseconds() - before) / len(ids),))
