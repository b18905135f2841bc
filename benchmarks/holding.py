"""Rows for the calls that the console sends while somebody works on an item."""

from benchmarks import bare
from benchmarks.bare import Bare
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk
from benchmarks.row import For, Row, bare_read, client_of, getting

FORM = {"reason": "fake", "facts": "There is no such street in this town, and the photo is of another house."}


def _putting(path: str, body: object = None) -> For:
    """Each client repeats the same PUT for its own item."""

    def of(desk: Desk) -> Worker:
        items = desk.take_one_pending_each()

        def worker(number: int) -> Work:
            client, item = client_of(desk, number), items[number]
            client.send("PUT", f"/tasks/{item}/lock")
            return lambda: client.send("PUT", path.format(item), body)

        return worker

    return of


def _bare_putting(*statements: str) -> For:
    def of(desk: Desk) -> Worker:
        items = desk.take_one_pending_each()

        def worker(number: int) -> Work:
            client, item, me = Bare(desk.dsn), items[number], desk.people[number]
            client.claim(item, me)
            return lambda: client.write(*statements, task=item, me=me)

        return worker

    return of


ROWS = (
    Row(
        "heartbeat",
        "heartbeat of a lease",
        None,
        _putting("/tasks/{}/lock", {"extend": True}),
        _bare_putting(*bare.EXTEND),
    ),
    Row("presence", "presence at an item", None, _putting("/presence/task/{}"), _bare_putting(*bare.LOOK)),
    Row(
        *("draft", "draft of a form", None),
        *(_putting("/tasks/{}/draft", {"outcome": "reject", "form": FORM}), _bare_putting(bare.SAVE_DRAFT)),
    ),
    Row("mentions", "own mentions", None, getting("/mentions"), bare_read(bare.MENTIONS)),
)
