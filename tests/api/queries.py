"""The statements that a call sends: a budget for each hot call, and lists that cost the same at any length."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

# statements that begin or end a transaction are not counted
FRAMES = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@contextmanager
def statements() -> Iterator[list[str]]:
    """The list is filled when the block ends."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured if not query["sql"].startswith(FRAMES)]


# The most statements of the calls that people wait for all day; frames of transactions are not counted.
BUDGET = {
    "counts": 3,  # the session, the snapshot, one's own items
    "counts made anew": 8,  # and the lock, the counting, the known row read twice, its update
    "queues": 2,  # the session, the snapshot
    # the session; the stored days, today's moves and people; the snapshot, and what is barred in it
    "dashboard of a moderator": 6,
    # and the team in five; what is open by stars; overdue items, their subjects, readers; batches; agreement; jobs, the
    # verification
    "dashboard": 20,
    "list": 5,  # the session; the tasks with holder and assignee, what is next; reviews with companies; readers
    # instead of what is next: limits, the words as the database reads them, what has them; items, or their ids first
    "list by words": 8,
    "list by a filter": 9,  # and the ids in order; what is next in two; twice that no sort is wanted
    "item": 6,  # the session with the task, the review, its company's figures, escalation notes, reasons, the draft
    "item of a large company": 5,  # whose figures are held
    # the session; what is next with my leases, the claim with its entry; then the item without the task, which is there
    "next": 8,
    "next with a key": 10,
    "next again": 9,  # the key twice, the session; the item and what `next` reads of it
    "hold": 3,  # the session with the task for the permission; the task under its lock, the claim with its entry
    "heartbeat": 3,  # no entry
    "release": 3,
    # the session with the task for the permission; under the lock the task, the review's conditions and revision; the
    # review's status with all rows of the engine
    "approval": 4,
    "rejection": 5,  # and the reason
    "presence": 4,  # the session with the review, the caller's blind items, the caller's presence, that of others
    # the session, the task for the permission; under the lock the task, the review, its words, its revision, the banned
    # words, copies, what was found, the process, the task, the entry with its text, the draft; the newest revision
    "edit": 14,
    "conversation": 12,
    "reply": 13,  # with who else gets it
    # what is kept from the caller, the review, its company's figures; its processes, their entries, the people; the
    # open task twice; revisions; requests; statements; the copies, theirs; its author, the others, theirs; whose result
    # is kept from the caller
    "story": 19,
    "history": 4,  # the session, the process, the entries with their texts, the people
    # the session; second looks that the caller may take; the company, its reviews, what waits, its requests,
    # its groups, its tags, its months
    "company": 9,
    # the session, the company, second looks that the caller may take; by quarter and compared, or the list
    "company figures": 5,
    # one's turn, the attempt, three questions of the throttle; the account, and once more locked; forgiveness, the
    # session, the address
    "sign in": 10,
    # the snapshot with its lock, the counting, the known row read twice, its update; the outbox, mail
    "metrics": 8,
    "metrics again": 0,
    "session": 1,
    "sign out": 2,
    # the key, its calls under their lock and this one; which are known, the lock's patience, companies, words, copies,
    # first revisions, numbers twice; reviews by COPY; processes with their tasks, links and entries
    "delivery": 14,
    "delivery again": 6,  # the key, its calls and this one; which are known, and which of these were not verified
    # the key, its calls under their lock and this one; the review, its newest process, that locked with its subject and
    # read again before and after; the subject's lock and the process's, it read again; what runs beside, the task; the
    # review, the event's place and the event, its enqueued job and the NOTIFY, what else ends, all rows of the engine
    "withdrawal": 23,
    "withdrawal again": 14,
    "claim and decide by two calls": 9,  # with the key of the second
    "next and decide by two calls": 16,  # with both keys
    "claim and decide": 6,  # inside the engine: docs/design/figures.md
    "next and decide": 5,
}
ROWS = 20


def within_budget(name: str, call: Callable[[], Any], status: int = 200) -> None:
    sent = sent_by(call, status)
    assert len(sent) <= BUDGET[name], f"{len(sent)} statements for {name}:\n" + "\n".join(sent)


def as_many_for_more_rows(call: Callable[[], Any], add: Callable[[], object], status: int = 200) -> None:
    """A call sends as many statements for 20 rows as for one. `add` makes a row."""
    add()
    few = sent_by(call, status)
    for _ in range(ROWS - 1):
        add()
    many = sent_by(call, status)
    assert len(many) == len(few), "\n".join(many)


def sent_by(call: Callable[[], Any], status: int = 200) -> list[str]:
    """The statements of a call; asserts its status."""
    with statements() as found:
        answer = call()
    assert answer.status_code == status, answer.content
    return found
