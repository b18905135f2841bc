"""The stored form of matches, the same for reviews and testimonials."""

from collections.abc import Sequence
from typing import Any

from banned_words.matcher import Match

MAX_STORED = 200  # matches stored with their positions; further matches are only counted
_WEIGHT: dict[str, int] = {"hold": 0, "reject": 1, "flag": 2}


def flags_of(found: Sequence[tuple[str, Match]]) -> list[dict[str, Any]]:
    """At most MAX_STORED matches with their fields, as `FlaggedWord`, in the order of the text.

    Above the limit, matches with the action `flag` are dropped first, then those with `reject`.
    """
    if len(found) > MAX_STORED:
        weighed = sorted(range(len(found)), key=lambda place: _WEIGHT[found[place][1].action])
        found = [found[place] for place in sorted(weighed[:MAX_STORED])]
    return [_flag(field, match) for field, match in found]


def _flag(field: str, match: Match) -> dict[str, Any]:
    return {
        "word": match.word,
        "entry_id": match.entry_id,
        "field": field,
        "start": match.start,
        "end": match.end,
        "action": match.action,
        "view": match.view,
    }
