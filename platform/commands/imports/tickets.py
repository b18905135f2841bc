"""Import threads of another help desk from NDJSON: one thread a line, with its messages in their order.

    {"id": "conv_1", "turns": [{"role": "user", "content": "…"}, {"role": "agent", "content": "…"}]}

Also read: `messages` for `turns`; `from` and `text` in a message, and its time `at`; `subject`, `company`, and
`client` with `name` and `email` in a thread (docs/importing.md).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from audit import actions
from commands.imports.chunks import Chunk, import_chunks
from commands.imports.faults import BadRow
from commands.imports.lines import Lines
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
from tickets.writing import Client
from workflows.tickets.threads import Thread, ThreadMessage, save_threads

CHUNK = 250  # threads a transaction
MAX_TEXT = 100_000
MAX_ID_LENGTH = 200
UNNAMED = "Unknown client"
SPEAKERS = {
    **dict.fromkeys(("user", "client", "customer"), MessageKind.CLIENT),
    **dict.fromkeys(("agent", "staff", "assistant"), MessageKind.STAFF),
}


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


def import_tickets(source: InputBytes, path: Path, name: str, chosen: Path | None) -> Result:
    """`name`: the source that the threads are from. A second run imports what is new."""
    table, result = Table(Lines(source), kind="ndjson"), Result()
    recording = recorded("tickets", actions.TICKETS_IMPORTED, lambda: {"number": result.threads["imported"]})
    with closing(Repeats()) as repeats:

        def take_in(chunk: Chunk, rejects: Rejects) -> None:
            _import_chunk(chunk, name, repeats, rejects, result)

        result.seconds = import_chunks(
            table, source, result, take_in, size=CHUNK, path=path, chosen=chosen, within=recording
        )
    return result


def _import_chunk(chunk: Chunk, name: str, repeats: Repeats, rejects: Rejects, result: Result) -> None:
    read: list[tuple[Row, Thread]] = []
    bad: list[BadRow] = []
    for row in chunk:
        if isinstance(row, BadRow):
            bad.append(row)
            continue
        try:
            thread = _thread_of(row.cells)
            _require_no_repeat(row, thread, repeats)
            read.append((row, thread))
        except ValueError as error:
            bad.append(BadRow(row.line, str(error), row.cells))
    saved = save_threads(name, [thread for _, thread in read])
    for (row, thread), number in zip(read, saved, strict=True):
        if isinstance(number, str):
            bad.append(BadRow(row.line, number, row.cells))
            continue
        what = "duplicate" if number is None else "imported"
        result.threads[what] += 1
        turns = len(_turns_of(row.cells))
        result.messages[what] += turns
        result.inside += len(thread.messages) - turns if what == "imported" else 0
    for wrong in sorted(bad, key=lambda row: row.line):
        rejects.add(wrong)
        result.threads["rejected"] += 1
        result.messages["rejected"] += len(_turns_of(wrong.cells))
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
    company = cells.get("company")
    return Thread(
        storable(str(external_id).strip()),
        _subject_of(cells.get("subject"), messages),
        _client_of(cells.get("client")),
        messages,
        None if company is None else read_reference(company),
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
    kind = SPEAKERS.get(speaker.strip().lower()) if isinstance(speaker, str) else None
    if kind is None:
        raise ValueError(f"message {place}: does not say who wrote it")
    text = turn.get("content", turn.get("text"))
    if not isinstance(text, str) or is_blank(text):
        raise ValueError(f"message {place}: has no text")
    if len(text) > MAX_TEXT:
        raise ValueError(f"message {place}: is longer than {MAX_TEXT:,} characters")
    return ThreadMessage(kind, storable(text.strip()), _time_of(turn.get("at"), place))


def _time_of(value: Any, place: int) -> datetime | None:
    if value is None:
        return None
    try:
        moment = in_utc(datetime.fromisoformat(value))
    except (TypeError, ValueError) as error:
        raise ValueError(f"message {place}: its time is not an ISO 8601 time") from error
    try:
        return past_time(moment)
    except ValueError as error:
        raise ValueError(f"message {place}: its time {error}") from error


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
