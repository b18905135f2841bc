"""Rows for the main work: claim and decide items."""

from benchmarks import bare
from benchmarks.bare import Bare, Decision
from benchmarks.crowd import CLIENTS, Work, Worker
from benchmarks.desk import Desk
from benchmarks.row import For, Row, client_of

API_SHARE, BARE_SHARE = 0.15, 0.25  # of the remaining pending items
QUEUE_OF_NEXT = "unverified"
REJECTION = {"reason": "fake", "facts": "There is no such street in this town."}


def _claim_and_decide(outcome: str, form: dict[str, str]) -> For:
    def of(desk: Desk) -> Worker:
        tasks = desk.take_pending(API_SHARE)

        def worker(number: int) -> Work:
            client, mine = client_of(desk, number), iter(tasks[number::CLIENTS])

            def work() -> None:
                task = next(mine)
                client.send("PUT", f"/tasks/{task}/lock")
                client.send("POST", f"/tasks/{task}/decision", {"outcome": outcome, "form": form, "revision": 1})

            return work

        return worker

    return of


def _bare_claim_and_decide(decision: Decision) -> For:
    def of(desk: Desk) -> Worker:
        tasks = desk.take_pending(BARE_SHARE)

        def worker(number: int) -> Work:
            client, mine, me = Bare(desk.dsn), iter(tasks[number::CLIENTS]), desk.people[number]

            def work() -> None:
                task = next(mine)
                client.claim(task, me)
                client.decide(task, me, decision)

            return work

        return worker

    return of


def _next_and_decide(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = client_of(desk, number)

        def work() -> None:
            answer = client.send("POST", f"/queues/{QUEUE_OF_NEXT}/next", None, 200, 204)
            if not answer.body:
                raise StopIteration
            task = answer.json()["task_id"]
            client.send("POST", f"/tasks/{task}/decision", {"outcome": "verify"})

        return work

    return worker


def _bare_next_and_decide(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, me = Bare(desk.dsn), desk.people[number]

        def work() -> None:
            task = client.claim_next(QUEUE_OF_NEXT, me)
            if task is None:
                raise StopIteration
            client.decide(task, me, bare.VERIFICATION)

        return work

    return worker


ROWS = (
    Row("decide", "claim + decide", 5, _claim_and_decide("approve", {}), _bare_claim_and_decide(bare.APPROVAL)),
    Row(
        *("reject", "claim + decide with a form", None),
        *(_claim_and_decide("reject", REJECTION), _bare_claim_and_decide(bare.REJECTION)),
    ),
    Row("next", "next + decide", None, _next_and_decide, _bare_next_and_decide),
)
