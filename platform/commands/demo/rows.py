"""Drafts and journeys as rows of the temporary tables from which `statements.py` fills the real ones."""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from random import Random
from typing import Any

from commands.demo.days import reading_time
from commands.demo.drafts import Draft
from commands.demo.ways import FLOW, Journey
from reviews.screening import content_digest
from workflows.models import Priority, Process

# what every journey begins with: nobody works in these steps
ARRIVAL = (FLOW.received, FLOW.screened)


def draft_row(draft: Draft) -> tuple[Any, ...]:
    """In the order of `demo_arrival`'s columns."""
    piece, findings, journey = draft.piece, draft.findings, draft.journey
    title, text, hint = piece.title, piece.text, piece.hint
    return (
        draft.number,
        draft.source,
        draft.external_id,
        draft.company_id,
        draft.country,
        draft.rating,
        title,
        text,
        hint,
        *draft.author,
        draft.anonymous,
        draft.verified,
        journey.status,
        json.dumps(findings.flagged_words) if findings.flagged_words else "[]",
        content_digest(draft.company_id, title, text, hint),
        len(findings.flagged_words),
        Priority.HARMFUL if findings.is_harmful else Priority.NORMAL,
        json.dumps(findings.told()),
        journey.number,
        journey.ending.name if journey.ending else "",
        journey.ending.event if journey.ending else "",
        draft.times,
        *_clocks(draft),
        _claims(draft),
        [deed.by for deed in draft.deeds],
        [deed.text for deed in draft.deeds],
        draft.salts,
        [json.dumps(deed.data) if deed.data else "{}" for deed in draft.deeds],
    )


def _clocks(draft: Draft) -> tuple[list[datetime | None], list[datetime | None]]:
    """(due, fires) of each step for people, by the flow's own clocks."""
    process = _process_in(draft.country)
    due: list[datetime | None] = []
    fires: list[datetime | None] = []
    for node, begun in zip(draft.journey.steps, draft.times, strict=False):
        fires.append(node.fires(process, begun, {}) if node.fires else None)
        due.append(node.due(process, begun, {}) if node.due else fires[-1])
    return due, fires


@cache
def _process_in(country: int) -> Process:
    """What the clocks ask for a process's country alone."""
    return Process(country=country)


def _claims(draft: Draft) -> list[datetime | None]:
    """When whoever ended a step took it."""
    chance = Random(draft.number)
    ended = draft.times[1:]
    return [moment - reading_time(chance) if deed.by else None for moment, deed in zip(ended, draft.deeds, strict=True)]


def step_rows(journey: Journey) -> Iterator[tuple[Any, ...]]:
    """`demo_step`: journey, place among its tasks, step for people from 1, and what is the same for all."""
    place = 0
    for node in ARRIVAL:
        place += 1
        yield (journey.number, place, 1, f"{FLOW}.{node.name}", node.task_type, "arrival", "", "DONE", "", "")
    for step, node in enumerate(journey.steps, 1):
        place += 1
        move = journey.moves[step - 1] if step <= len(journey.moves) else None
        status = "NEW" if move is None else "CANCELED" if move.by == "source" else "DONE"
        outcome, origin = move.outcome if move else "", journey.origins[step - 1]
        kind = f"{FLOW}.{node.name}", node.task_type
        yield (journey.number, place, step, *kind, "work", node.queue, status, outcome, origin)
    if journey.ending:
        kind = f"{FLOW}.{journey.ending.name}", journey.ending.task_type
        yield (journey.number, place + 1, len(journey.steps) + 1, *kind, "end", "", "DONE", "", "")


def entry_rows(journey: Journey) -> Iterator[tuple[Any, ...]]:
    """`demo_entry`: journey, order, place of its task, move from 0, action, node, outcome, where it led."""
    order = 1
    yield (journey.number, order, None, 0, "start", "", "", journey.steps[0].name)
    for number, move in enumerate(journey.moves, 1):
        place = len(ARRIVAL) + number
        if move.by in ("moderator", "head"):
            order += 1
            yield (journey.number, order, place, number, "claim", move.node.name, "", "")
        order += 1
        action = {"clock": "fire", "source": "withdraw"}.get(move.by, "decide")
        yield (journey.number, order, place, number, action, move.node.name, move.outcome, move.target.name)
