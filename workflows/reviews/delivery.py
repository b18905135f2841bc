"""The delivery of a letter, as history and the outbox record it."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from reviews.models import Letter
from workflows.models import OutboxMessage, TaskEvent


@dataclass(frozen=True, slots=True)
class Delivery:
    """`states`: each recorded state with its time, oldest first. `tries`: failed attempts of a letter that is still
    pending; `next_try`: the time of the next attempt, None if there is none.
    """

    states: list[tuple[datetime, str]]
    tries: int
    next_try: datetime | None


def delivery_of(letter: Letter) -> Delivery:
    states = TaskEvent.objects.filter(
        process_id=letter.process_id, action__in=("statement", "mail"), data__letter=letter.about
    )
    # only among pending messages: their index is small
    message = OutboxMessage.objects.filter(
        done_at__isnull=True, set_aside_at__isnull=True, topic="mail_letter", payload__letter=str(letter.pk)
    ).first()
    return Delivery(
        # the database sets `at` of every entry
        states=cast(list[tuple[datetime, str]], list(states.order_by("seq").values_list("at", "data__state"))),
        tries=message.attempts if message else 0,
        next_try=message.available_at if message and message.attempts else None,
    )
