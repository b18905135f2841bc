"""XES (IEEE 1849): a trace for each process, with the start of what a person decided beside its end."""

from collections.abc import Iterator
from html import escape

from workflows.engine.reading.exports.entries import (
    at_utc,
    decided_by_claim,
    entries_by_process,
    entry_type,
    queue_of,
    subject_name,
)
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import TaskEvent

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1849-2016" xes.features="" xmlns="http://www.xes-standard.org/">
<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
<extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
<extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
<global scope="trace"><string key="concept:name" value=""/></global>
<global scope="event"><string key="concept:name" value=""/>\
<string key="lifecycle:transition" value="complete"/>\
<date key="time:timestamp" value="1970-01-01T00:00:00.000000+00:00"/></global>
<classifier name="Step and outcome" keys="concept:name"/>
<classifier name="Step, outcome and transition" keys="concept:name lifecycle:transition"/>
<string key="lifecycle:model" value="standard"/>
"""


def xes_of_history(chosen: HistoryFilter) -> Iterator[str]:
    """All selected entries, in parts."""
    yield _HEAD
    before: int | None = None
    for part in entries_by_process(chosen):
        decided = decided_by_claim(part, chosen)
        lines: list[str] = []
        for entry in part:
            if entry.process_id != before:
                lines.append(_trace(entry, is_first=before is None))
                before = entry.process_id
            lines.append(_event(entry))
            if entry.pk in decided:
                lines.append(_start(entry, decided[entry.pk]))
        yield "".join(lines)
    yield "</log>\n" if before is None else "</trace>\n</log>\n"


def _trace(entry: TaskEvent, *, is_first: bool) -> str:
    process = entry.process
    attributes = _text("concept:name", f"process:{process.pk}") + _text("kind", process.kind)
    end = "" if is_first else "</trace>\n"
    return f"{end}<trace>{attributes}{_text('subject', subject_name(process))}\n"


def _event(entry: TaskEvent) -> str:
    person = f"account:{entry.actor_id}" if entry.actor_id is not None else ""
    codes = {
        "concept:name": entry_type(entry),
        "concept:instance": _instance(entry),
        "lifecycle:transition": "complete",
        "org:resource": person,
        "step": entry.node,
        "action": entry.action,
        "outcome": entry.outcome,
        "next_step": entry.to_node,
        "queue": queue_of(entry),
        "hash": bytes(entry.hash).hex(),
    }
    texts = "".join(_text(name, value) for name, value in codes.items() if value)
    numbers = _value("int", "seq", str(entry.seq)) + (
        _value("int", "task", str(entry.task_id)) if entry.task_id is not None else ""
    )
    return f"<event>{texts}{_value('date', 'time:timestamp', at_utc(entry))}{numbers}</event>\n"


def _start(claim: TaskEvent, decision: TaskEvent) -> str:
    """What the decision ends, at the time of the claim. It is no entry: it has neither a number nor a hash."""
    codes = {
        "concept:name": entry_type(decision),
        "concept:instance": _instance(decision),
        "lifecycle:transition": "start",
        "org:resource": f"account:{claim.actor_id}",
    }
    texts = "".join(_text(name, value) for name, value in codes.items())
    return f"<event>{texts}{_value('date', 'time:timestamp', at_utc(claim))}</event>\n"


def _instance(entry: TaskEvent) -> str:
    return f"task:{entry.task_id}" if entry.task_id is not None else ""


def _text(key: str, value: str) -> str:
    return _value("string", key, value)


def _value(tag: str, key: str, value: str) -> str:
    return f'<{tag} key="{key}" value="{escape(value)}"/>'
