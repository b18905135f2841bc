"""Drafts and journeys as rows of the temporary tables from which `fillings.py` fills the real ones."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.utils import timezone

from commands.demo.drafts import Added, Draft, Run
from commands.demo.ways import CHECK, MODERATION, REQUEST, Journey
from reviews.revisions import REVISED_FIELDS
from reviews.screening import content_digest
from workflows.models import Priority

SALT_BYTES = 16
NOTHING = "{}"  # an array
# how long it takes at most until somebody sees that they were told of something
SEEN_WITHIN = timedelta(hours=18)


def arrival_row(draft: Draft) -> tuple[Any, ...]:
    """In the order of `demo_arrival`'s columns."""
    words, flagged = draft.words, draft.findings.flagged_words
    # copies are found by what authors sent, whatever the staff takes out of it
    sent = draft.received if draft.received and draft.revised and draft.revised.by else words
    moved = [run.times[-1] for run in draft.runs if _moves_review(run)]
    return (
        draft.id,
        draft.source,
        draft.external_id,
        draft.company_id,
        draft.country,
        draft.rating,
        *(words[name] for name in REVISED_FIELDS),
        draft.email,
        draft.verified,
        draft.status,
        draft.revision,
        json.dumps(flagged) if flagged else "[]",
        content_digest(draft.company_id, sent["title"], sent["text"], sent["constructive"]),
        draft.runs[0].times[0],
        moved[-1],
    )


def run_rows(draft: Draft) -> Iterator[tuple[Any, ...]]:
    """In the order of `demo_run`'s columns."""
    told, before, priority = 0, None, Priority.NORMAL
    for run in draft.runs:
        ending, flow = run.journey.ending, run.journey.way.flow
        told += bool(ending and ending.event)
        if run is draft.runs[0] and draft.arrived_with.is_harmful:
            priority = Priority.HARMFUL
        elif flow is not MODERATION:
            priority = Priority.NORMAL
        begun_data = _begin(draft, run, before)
        checks = flow is CHECK and before is not None
        yield (
            run.id,
            draft.id,
            before.id if before and flow is MODERATION else None,
            run.journey.number,
            str(flow),
            ending.name if ending else "",
            ending.event if ending else "",
            told,
            draft.findings.flagged,
            priority,
            json.dumps(run.known),
            run.begun.by,
            run.begun.text,
            Random(run.id).randbytes(SALT_BYTES) if run.begun.text else b"",
            json.dumps(begun_data),
            _moments(run.times),
            *map(_moments, _clocks(draft.country, run)),
            _moments(run.claims),
            _array("NULL" if deed.by is None else str(deed.by) for deed in run.deeds),
            *_written(run),
            run.assignee,
            run.snoozed_until,
            run.known.get("decider"),
            before.id if checks and before else None,
            _checked(before) if checks and before else None,
        )
        before = run


def _written(run: Run) -> tuple[Any, Any, Any]:
    """(words, salts, data) of each move; nothing where nobody wrote anything, as with most."""
    if not any(deed.text or deed.data for deed in run.deeds):
        return NOTHING, NOTHING, NOTHING
    data = [json.dumps(deed.data) if deed.data else "{}" for deed in run.deeds]
    return [deed.text for deed in run.deeds], run.salts, data


def _moments(moments: Sequence[datetime | None]) -> str:
    return _array("NULL" if moment is None else moment.isoformat() for moment in moments)


def _array(values: Iterable[str]) -> str:
    """As PostgreSQL reads it. The driver's own way of writing arrays takes five times as long."""
    return f"{{{','.join(values)}}}"


def _begin(draft: Draft, run: Run, before: Run | None) -> dict[str, Any]:
    """What the first entry tells beside where it led; what a process knows from its start is noted with it."""
    flow = run.journey.way.flow
    if flow is CHECK:
        return {}
    if run.request:
        run.known = {"request": run.request.id, "number": run.request.number, "ground": run.request.ground}
        return run.known
    if before is not None:
        return {"process": before.id}
    told = draft.arrived_with.noted
    run.known = run.known or {"screening": told}
    return told


def _checked(before: Run) -> int:
    """The entry of the decision at which a second look is taken."""
    return before.journey.seq_of(before.journey.checked, "decide")


def _moves_review(run: Run) -> bool:
    """Whether the review stands elsewhere by it."""
    ending = run.journey.ending
    is_granted = run.journey.way.flow is REQUEST and ending is not None and ending.name == "restricted"
    return run.journey.way.flow is MODERATION or is_granted


class _Begun(NamedTuple):
    """What clocks ask a process for. A process itself takes ten times as long to make."""

    country: int
    created: datetime
    data: Mapping[str, Any]


def _clocks(country: int, run: Run) -> tuple[list[datetime | None], list[datetime | None]]:
    """(due, fires) of each step for people, by the flow's own clocks."""
    process: Any = _Begun(country, run.times[0], run.known)
    due: list[datetime | None] = []
    fires: list[datetime | None] = []
    for node, begun in zip(run.journey.steps, run.times, strict=False):
        fires.append(node.fires(process, begun, {}) if node.fires else None)
        due.append(node.due(process, begun, {}) if node.due else fires[-1])
    return due, fires


def step_rows(journey: Journey) -> Iterator[tuple[Any, ...]]:
    """`demo_step`: journey, place among its tasks, step for people from 1, and what is the same for all."""
    place, flow = 0, journey.way.flow
    for node in journey.way.arrival:
        place += 1
        yield (journey.number, place, 1, f"{flow}.{node.name}", node.task_type, "arrival", "", "DONE", "", "", 0)
    for step, node in enumerate(journey.steps, 1):
        place += 1
        move = journey.moves[step - 1] if step <= len(journey.moves) else None
        status = "NEW" if move is None else "CANCELED" if move.by == "source" else "DONE"
        outcome, origin = move.outcome if move else "", journey.origins[step - 1]
        kind = f"{flow}.{node.name}", node.task_type
        yield (journey.number, place, step, *kind, "work", node.queue, status, outcome, origin, len(node.bars))
    if journey.ending:
        kind = f"{flow}.{journey.ending.name}", journey.ending.task_type
        yield (journey.number, place + 1, len(journey.steps) + 1, *kind, "end", "", "DONE", "", "", 0)


def entry_rows(journey: Journey) -> Iterator[tuple[Any, ...]]:
    """`demo_entry`: what the history of each on this way tells."""
    for told in journey.entries:
        yield (journey.number, *told)


def added_rows(run: Run) -> Iterator[tuple[Any, ...]]:
    """`demo_added`: what this one's history tells besides."""
    for nth, added in _in_order(run):
        step = run.journey.steps[added.step - 1] if added.step else None
        yield (
            run.id,
            added.after,
            nth,
            run.journey.place_of(added.step) if added.step else None,
            added.at,
            added.action,
            step.name if step else "",
            added.outcome,
            added.by,
            added.text,
            Random(run.id << 8 | nth).randbytes(SALT_BYTES),
            json.dumps(added.data),
        )


def telling_rows(run: Run) -> Iterator[tuple[Any, ...]]:
    """`demo_telling`: before whom an entry was put, and when they saw it."""
    for nth, added in _in_order(run):
        for person in added.tells:
            yield (run.id, added.after, nth, person, _seen(added.at, run))
    for number, move in enumerate(run.journey.moves):
        if move.node.reports and move.by == "head":
            senders = {
                deed.by
                for deed, earlier in zip(run.deeds, run.journey.moves, strict=True)
                if earlier.target is move.node and deed.by
            }
            after = run.journey.seq_of(number, "decide")
            for person in sorted(senders - {run.deeds[number].by}):
                yield (run.id, after, 0, person, _seen(run.times[number + 1], run))


def _in_order(run: Run) -> Iterator[tuple[int, Added]]:
    nth, after = 0, 0
    for added in sorted(run.added, key=lambda one: (one.after, one.at)):
        nth = nth + 1 if added.after == after else 1
        after = added.after
        yield nth, added


def _seen(at: datetime, run: Run) -> datetime | None:
    seen = at + Random(run.id).random() * SEEN_WITHIN
    return seen if seen < timezone.now() else None
