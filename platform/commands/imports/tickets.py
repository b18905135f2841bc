"""Import threads of another help desk: one thread a line, with its messages in their order, or a file that it wrote.

    {"id": "conv_1", "turns": [{"role": "user", "content": "…"}, {"role": "agent", "content": "…"}]}

Also read: `messages` for `turns`; `from` and `text` in a message, its `id`, `author` and time `at`; `subject`,
`company`, `closed`, `closed_at`, and `client` with `name` and `email` in a thread (docs/importing.md). Files of other
products are translated to this form (docs/moving.md).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from audit import actions
from commands.imports.chunks import Chunk, import_chunks
from commands.imports.documents import MAX_OBJECT
from commands.imports.faults import BadRow, UnreadableFileError
from commands.imports.formats import zammad, zendesk
from commands.imports.formats.known import FILES, TICKETS, product_of, states_of
from commands.imports.formats.people import People
from commands.imports.lines import Lines
from commands.imports.mapping import require_one_order
from commands.imports.opening import InputBytes
from commands.imports.recorded import recorded
from commands.imports.rejects import Rejects
from commands.imports.repeats import Repeats
from commands.imports.rows import Row, Table
from companies.lookup import read_reference
from kit.email_addresses import is_email_address
from kit.text import as_name, is_blank, storable
from kit.times import in_utc, past_time
from tickets.models import MAX_SUBJECT, MessageKind
from tickets.writing import CONVERSATION, Client
from workflows.tickets.threads import SavedThread, Thread, ThreadMessage, save_threads

CHUNK = 250  # threads a transaction
MAX_TEXT = 100_000
MAX_ID_LENGTH = 200
UNNAMED = "Unknown client"
# who takes part in a conversation; beside them `note` and `system`, which are part of none
SPEAKERS = {
    **dict.fromkeys(("user", "client", "customer"), MessageKind.CLIENT),
    **dict.fromkeys(("agent", "staff", "assistant"), MessageKind.STAFF),
}
ROLES = {**SPEAKERS, "note": MessageKind.NOTE, "system": MessageKind.SYSTEM}
Translate = Callable[[Mapping[str, Any]], Mapping[str, Any]]


@dataclass(slots=True)
class Result:
    """Every line and every message of the file is in one of the counts."""

    threads: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    # messages that stood inside others
    inside: int = 0
    seconds: float = 0.0
    rejects: Path | None = None
    status: int = 0
    broken: str = ""

    @property
    def done(self) -> int:
        return sum(self.threads.values())

    def count(self, one: SavedThread, thread: Thread, turns: int) -> None:
        """A known thread is a duplicate, also where messages were added to it."""
        is_new = one.ticket_id is not None
        self.threads["imported" if is_new else "duplicate"] += 1
        self.messages["imported"] += turns if is_new else one.added
        self.messages["duplicate"] += 0 if is_new else turns - one.added
        self.inside += len(thread.messages) - turns if is_new else 0

    @property
    def lines(self) -> Iterator[str]:
        for name, counts in (("threads", self.threads), ("messages", self.messages)):
            shares = ", ".join(f"{counts[what]:,} {what}" for what in ("imported", "duplicate", "rejected"))
            yield f"{sum(counts.values()):,} {name}: {shares}."
        if self.inside:
            yield f"{self.inside:,} further messages stood inside others, and were imported as well."
        yield f"{self.seconds:.1f} s."
        for reason, times in self.reasons.most_common():
            yield f"  {times:,} rejected: {reason}"
        if self.rejects:
            yield f"Rejected threads, with the reason of each: {self.rejects}"


@dataclass(frozen=True, slots=True)
class Reader:
    """`translate`: of a file of another product. `once`: where an id stands in a file only once."""

    translate: Translate | None
    once: Repeats | None


def import_tickets(source: InputBytes, path: Path, options: Mapping[str, Any]) -> Result:
    """`options`: `source`, that the threads are from, `format`, `state`, `date_format` of CSV, `rejects`.

    A second run imports what is new. Raises UnreadableFileError.
    """
    states = states_of(dict(options["state"]))
    lines, result = Lines(source, limit=MAX_OBJECT), Result()
    table = Table(lines, kind=options["format"] if options["format"] in FILES else "")
    product = product_of(TICKETS, options["format"], table.first)
    if table.kind == "csv" and not product:
        raise UnreadableFileError(
            "Tickets are read from JSON, one thread a line, or from a file of Zendesk or Zammad: set --format."
        )
    if table.kind == "csv" and not options["date_format"]:
        dates = [name for name in table.columns if name.lower() in zendesk.DATES]
        require_one_order(path, dates, kind=table.kind, delimiter=table.delimiter)
    name, chosen = options["source"] or product or "import", options["rejects"]
    recording = recorded("tickets", actions.TICKETS_IMPORTED, lambda: {"number": result.threads["imported"]})
    with closing(Repeats()) as repeats, closing(People()) as people:
        if product == "zendesk" and table.kind == "json":
            people.read(path)
        translate = _translation(product, people, states, options["date_format"])
        # an export in JSON may hold a ticket again, as it was later
        reader = Reader(translate, repeats if not product or table.kind == "csv" else None)

        def take_in(chunk: Chunk, rejects: Rejects) -> None:
            _import_chunk(chunk, name, reader, rejects, result)

        result.seconds = import_chunks(
            table, source, result, take_in, size=CHUNK, path=path, chosen=chosen, within=recording
        )
    return result


def _translation(product: str, people: People, states: Mapping[str, bool], date_format: str) -> Translate | None:
    """How a row becomes a thread with our names; None for a file that has them."""
    if product == "zendesk":
        return lambda cells: zendesk.read(cells, people, states, date_format)
    return (lambda cells: zammad.read(cells, states)) if product == "zammad" else None


def _import_chunk(chunk: Chunk, name: str, reader: Reader, rejects: Rejects, result: Result) -> None:
    read: list[tuple[Row, Thread, int]] = []
    bad: list[tuple[BadRow, int]] = []
    for row in chunk:
        if isinstance(row, BadRow):
            bad.append((row, 0))
            continue
        ours: Mapping[str, Any] = {}
        try:
            ours = reader.translate(row.cells) if reader.translate else row.cells
            thread = _thread_of(ours)
            if reader.once:
                _require_no_repeat(row, thread, reader.once)
            read.append((row, thread, len(_turns_of(ours))))
        except ValueError as error:
            bad.append((BadRow(row.line, str(error), row.cells), len(_turns_of(ours))))
    saved = save_threads(name, [thread for _, thread, _ in read])
    for (row, thread, turns), one in zip(read, saved, strict=True):
        if one.refused:
            bad.append((BadRow(row.line, one.refused, row.cells), turns))
        else:
            result.count(one, thread, turns)
    for wrong, turns in sorted(bad, key=lambda pair: pair[0].line):
        rejects.add(wrong)
        result.threads["rejected"] += 1
        result.messages["rejected"] += turns
        result.reasons[wrong.reason] += 1
    rejects.flush()


def _require_no_repeat(row: Row, thread: Thread, repeats: Repeats) -> None:
    """Raises ValueError."""
    try:
        repeats.require_equal(thread.external_id, row.line, asdict(thread.client), row.cells)
    except ValueError as error:
        raise ValueError(f"id: {error}") from None


def _thread_of(cells: Mapping[str, Any]) -> Thread:
    """Raises ValueError."""
    external_id = cells.get("id", cells.get("external_id"))
    if not isinstance(external_id, str | int) or isinstance(external_id, bool) or not str(external_id).strip():
        raise ValueError("id: is missing")
    if len(str(external_id)) > MAX_ID_LENGTH:
        raise ValueError(f"id: is longer than {MAX_ID_LENGTH} characters")
    turns = _turns_of(cells)
    if not turns:
        raise ValueError("turns: there is no message")
    messages = [message for place, turn in enumerate(turns, 1) for message in _messages_of(turn, place)]
    spoken = [message for message in messages if message.kind in CONVERSATION]
    if not spoken:
        raise ValueError("turns: there are notes alone")
    ids = [message.external_id for message in messages if message.external_id is not None]
    if len(set(ids)) < len(ids):
        raise ValueError("turns: two messages have the same id")
    company, closed = cells.get("company"), cells.get("closed", False)
    if not isinstance(closed, bool):
        raise ValueError("closed: is neither true nor false")
    return Thread(
        storable(str(external_id).strip()),
        _subject_of(cells.get("subject"), spoken),
        _client_of(cells.get("client")),
        messages,
        None if company is None else read_reference(company),
        is_closed=closed,
        closed_at=_time_of(cells.get("closed_at"), "closed_at:") if closed else None,
    )


def _turns_of(cells: Mapping[str, Any]) -> Sequence[Any]:
    found = cells.get("turns", cells.get("messages"))
    return found if isinstance(found, list) else ()


def _messages_of(turn: Any, place: int) -> Iterator[ThreadMessage]:
    """The message, and an answer to it that stands inside of it, under the name of who gave it."""
    if not isinstance(turn, dict):
        raise ValueError(f"message {place}: is not an object")
    yield _message_of(turn, place)
    for name, text in turn.items():
        if name in SPEAKERS and isinstance(text, str) and not is_blank(text):
            yield _message_of({"role": name, "content": text}, place)


def _message_of(turn: Mapping[str, Any], place: int) -> ThreadMessage:
    speaker = turn.get("role", turn.get("from"))
    kind = ROLES.get(speaker.strip().lower()) if isinstance(speaker, str) else None
    if kind is None:
        raise ValueError(f"message {place}: does not say who wrote it")
    text = turn.get("content", turn.get("text"))
    if not isinstance(text, str) or is_blank(text):
        raise ValueError(f"message {place}: has no text")
    if len(text) > MAX_TEXT:
        raise ValueError(f"message {place}: is longer than {MAX_TEXT:,} characters")
    author, email = turn.get("author") or "", turn.get("email") or ""
    if not isinstance(author, str) or not isinstance(email, str) or (email and not is_email_address(email.strip())):
        raise ValueError(f"message {place}: its author has no name, or an address that is not valid")
    return ThreadMessage(
        kind,
        storable(text.strip()),
        _time_of(turn.get("at"), f"message {place}: its time"),
        external_id=_id_of(turn.get("id"), place),
        author_name=as_name(storable(author))[:300],
        author_email=email.strip() if kind == MessageKind.CLIENT else "",
    )


def _id_of(value: Any, place: int) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str | int) or isinstance(value, bool) or len(str(value)) > MAX_ID_LENGTH:
        raise ValueError(f"message {place}: its id is no text of up to {MAX_ID_LENGTH} characters")
    return storable(str(value).strip()) or None


def _time_of(value: Any, what: str) -> datetime | None:
    if value is None:
        return None
    try:
        moment = in_utc(value if isinstance(value, datetime) else datetime.fromisoformat(value))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} is not an ISO 8601 time") from error
    try:
        return past_time(moment)
    except ValueError as error:
        raise ValueError(f"{what} {error}") from error


def _subject_of(value: Any, messages: Sequence[ThreadMessage]) -> str:
    """Without one, how the first message begins."""
    given = as_name(storable(value)) if isinstance(value, str) else ""
    return (given or as_name(messages[0].text)[:80])[:MAX_SUBJECT] or "(no subject)"


def _client_of(value: Any) -> Client:
    if value is None:
        return Client(UNNAMED, "")
    if not isinstance(value, dict):
        raise ValueError("client: is not an object")
    name, email = value.get("name") or UNNAMED, value.get("email") or ""
    if not isinstance(name, str) or not isinstance(email, str) or (email and not is_email_address(email.strip())):
        raise ValueError("client: has no name, or an address that is not valid")
    return Client(as_name(storable(name))[:300] or UNNAMED, email.strip()[:254])
