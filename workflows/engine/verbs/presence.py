"""Who has an item open. Opening is not claiming: no lock, no history entry, no activity (product.md, The API)."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta

from django.db.models.functions import Now

from accounts.models import User
from accounts.names import full_name
from kit.prepared import change, fetch
from workflows.models import Presence

LASTS = timedelta(seconds=25)  # product.md: sent every 10 s, expires after 25 s

People = list[tuple[int, str]]

_LOOK = """
INSERT INTO workflows_presence (kind, number, user_id, until)
VALUES (%(kind)s, %(number)s, %(user)s, statement_timestamp() + %(lasts)s)
ON CONFLICT (kind, number, user_id) DO UPDATE SET until = excluded.until
"""
_LOOKERS = """
SELECT seen.number, person.id, person.first_name, person.last_name
FROM workflows_presence AS seen JOIN accounts_user AS person ON person.id = seen.user_id
WHERE seen.kind = %(kind)s AND seen.number = ANY(%(numbers)s) AND seen.until > statement_timestamp()
  AND seen.user_id IS DISTINCT FROM %(besides)s
ORDER BY person.first_name, person.last_name, person.id
"""


def look_at(kind: str, number: int, *, by: User) -> People:
    """Record that a person has something open for the next 25 seconds; returns the others who have it open."""
    change(_LOOK, {"kind": kind, "number": number, "user": by.pk, "lasts": LASTS})
    return lookers(kind, [number], besides=by).get(number, [])


def look_away(kind: str, number: int, *, by: User) -> None:
    Presence.objects.filter(kind=kind, number=number, user=by).delete()


def lookers(kind: str, numbers: Collection[int], *, besides: User | None = None) -> dict[int, People]:
    """The people who have these items open, ordered by name; one statement. Items that nobody has open are left out."""
    if not numbers:
        return {}
    found: dict[int, People] = defaultdict(list)
    # plain SQL: every list polls this every five seconds, and building an ORM query takes longer than running it
    rows = fetch(_LOOKERS, {"kind": kind, "numbers": list(numbers), "besides": besides.pk if besides else None})
    for number, user_id, first_name, last_name in rows:
        found[number].append((user_id, full_name(first_name, last_name, user_id)))
    return dict(found)


def prune_presence() -> int:
    """Delete expired rows, which readers ignore; returns their number."""
    return Presence.objects.filter(until__lt=Now()).delete()[0]
