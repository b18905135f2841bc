"""The list of banned words, with the number of matching reviews that people rejected and published."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from django.db import connection

from banned_words.models import Action
from kit.cursors import decode_cursor, encode_cursor
from reviews.models import ReviewStatus

PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
DAYS = 90
_LIST = "banned words"
_WHOLE = 1_000_000  # shares are integers, in millionths: a cursor cannot hold fractions
# sort keys of undecided entries: last in both directions
_UNDECIDED, _UNDECIDED_OF_DESCENDING = 2 * _WHOLE, -1
UPHELD = (ReviewStatus.REJECTED, ReviewStatus.RESTRICTED)

Sort = Literal["precision", "matches", "term"]
State = Literal["", "shadow", "stopped", "retired"]
_KEYS: dict[Sort, tuple[str, ...]] = {
    "precision": ("share", "-matches", "id"),
    "matches": ("-matches", "id"),
    "term": ("lower(term)", "id"),
}
_PRECISION_DESCENDING = ("share", "matches", "id")  # among equal shares, most matches first
_PAGE = f"""
WITH matched AS (
    SELECT DISTINCT (match ->> 'entry_id')::bigint AS entry_id, review.id, review.status
    FROM reviews_review review,
        jsonb_array_elements(review.flagged_words || coalesce(review.shadow_words, '[]'::jsonb)) match
    WHERE (NOT review.flagged_words = '[]'::jsonb OR review.shadow_words IS NOT NULL)
        AND review.received_at >= statement_timestamp() - interval '{DAYS} days'
        AND review.id <> ALL(%(without)s)
), figures AS (
    SELECT entry_id, count(*) AS matches, count(*) FILTER (WHERE status = ANY(%(upheld)s)) AS rejected,
        count(*) FILTER (WHERE status = '{ReviewStatus.PUBLISHED}') AS published
    FROM matched GROUP BY entry_id
), listed AS (
    SELECT word.id, word.term, word.mode, word.action, word.severity, word.language, word.notes, word.exceptions,
        word.endings, word.shadow, word.retired_at, word.stopped_at, word.updated_at,
        coalesce(figures.matches, 0)::int AS matches,
        coalesce(figures.rejected, 0)::int AS rejected, coalesce(figures.published, 0)::int AS published,
        coalesce({_WHOLE} * rejected / nullif(rejected + published, 0), %(undecided)s)::int AS share
    FROM banned_words_bannedword word LEFT JOIN figures ON figures.entry_id = word.id
    WHERE {{conditions}}
)
SELECT *, {{keys}} FROM listed {{beyond}} ORDER BY {{order}} LIMIT %(limit)s
"""
_TOTALS = """
SELECT action, count(*) FILTER (WHERE NOT shadow), count(*) FILTER (WHERE shadow),
    count(*) FILTER (WHERE stopped_at IS NOT NULL)
FROM banned_words_bannedword WHERE retired_at IS NULL GROUP BY action
"""


@dataclass(frozen=True, slots=True)
class WordFilters:
    """Filters, combined with AND. `without`: ids of reviews that are not counted."""

    q: str = ""
    action: str = ""
    language: str = ""
    state: State = ""
    without: Collection[int] = ()

    def conditions(self) -> tuple[str, dict[str, Any]]:
        parts = [f"word.retired_at IS {'NOT' if self.state == 'retired' else ''} NULL"]
        if self.state == "shadow":
            parts.append("word.shadow")
        if self.state == "stopped":
            parts.append("word.stopped_at IS NOT NULL")
        for name, value in (("action", self.action), ("language", self.language)):
            if value:
                parts.append(f"word.{name} = %({name})s")
        if self.q:
            parts.append("strpos(lower(word.term), lower(%(q)s)) > 0")
        return " AND ".join(parts), {"q": self.q, "action": self.action, "language": self.language}


@dataclass(frozen=True, slots=True)
class WordPage:
    items: list[dict[str, Any]]
    next_cursor: str | None


def word_page(
    filters: WordFilters, *, sort: Sort, descending: bool = False, cursor: str = "", limit: int = PAGE_SIZE
) -> WordPage:
    """One page of entries. Sort `precision`: lowest share of rejected matches first, or highest if `descending`;
    entries without decided matches last.

    Raises InvalidError for another list's cursor.
    """
    keys = _PRECISION_DESCENDING if sort == "precision" and descending else _KEYS[sort]
    size, name = min(limit, MAX_PAGE_SIZE), f"{_LIST} {sort} {descending}"
    conditions, values = filters.conditions()
    position = dict(zip(_names(keys), decode_cursor(cursor, of=name), strict=True)) if cursor else {}
    order = "DESC" if descending else "ASC"
    beyond = ""
    if position:
        marks = ", ".join(f"%({key})s" for key in position)
        beyond = f"WHERE ({', '.join(keys)}) {'<' if descending else '>'} ({marks})"
    statement = _PAGE.format(
        conditions=conditions,
        keys=", ".join(f"{key} AS {key_name}" for key, key_name in zip(keys, _names(keys), strict=True)),
        beyond=beyond,
        order=", ".join(f"{key} {order}" for key in keys),
    )
    parameters = {
        **values,
        **position,
        "limit": size + 1,
        "upheld": list(UPHELD),
        "without": list(filters.without),
        "undecided": _UNDECIDED_OF_DESCENDING if descending else _UNDECIDED,
    }
    with connection.cursor() as opened:
        opened.execute(statement, parameters)
        names = [column.name for column in opened.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in opened.fetchall()]
    last = rows[size - 1] if len(rows) > size else None
    next_cursor = encode_cursor([last[key] for key in _names(keys)], of=name) if last else None
    return WordPage([_row(row) for row in rows[:size]], next_cursor)


def word_totals() -> dict[str, int]:
    """Numbers of entries: all, by action, shadow entries (which are only counted), and entries stopped for their cost.
    `all` includes shadow and stopped entries.
    """
    with connection.cursor() as opened:
        opened.execute(_TOTALS)
        found = {action: counts for action, *counts in opened.fetchall()}
    by_action = {str(action): sum(found.get(str(action), ())[:2]) for action in Action}
    shadow, stopped = (sum(counts[place] for counts in found.values()) for place in (1, 2))
    return {**by_action, "all": sum(by_action.values()), "shadow": shadow, "stopped": stopped}


def _names(keys: tuple[str, ...]) -> list[str]:
    return [f"key_{number}" for number in range(len(keys))]


def _row(row: dict[str, Any]) -> dict[str, Any]:
    decided = row["rejected"] + row["published"]
    return {**row, "precision": row["rejected"] / decided if decided else None}
