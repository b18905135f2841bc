"""Reviews of Google Business Profile: of its API (version 4), and of Google Takeout, which has the same fields."""

import re
from collections.abc import Mapping
from typing import Any

from commands.imports.formats.reading import MORE, first_of, inner, text_of

_STARS = {"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5}
_UNSPECIFIED = "STAR_RATING_UNSPECIFIED"
# Google's own translation, beside what was written
_ORIGINAL = re.compile(r"\(Translated by Google\).*?\(Original\)\s*(.*)", re.DOTALL)
_TRANSLATION = re.compile(r"\s*\(Translated by Google\).*", re.DOTALL)


def recognises(cells: Mapping[str, Any]) -> bool:
    return "starRating" in cells and bool({"reviewId", "name", "createTime"} & cells.keys())


def read(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A row with our names, without a company: Google does not name it. Raises ValueError."""
    name = text_of(cells.get("name"))
    external_id = text_of(cells.get("reviewId")) or name.rpartition("/")[2]
    if not external_id:
        raise ValueError("external_id: the review has no id")
    reply = cells.get("reviewReply")
    more = {
        "reply": inner(reply, "comment"),
        "reply_at": inner(reply, "updateTime"),
        "location": name.partition("/reviews/")[0] or None,
        "updated_at": cells.get("updateTime"),
    }
    return {
        "source": "google",
        "external_id": external_id,
        "rating": _stars(cells.get("starRating")),
        "text": _original(text_of(cells.get("comment"))),
        "author_name": text_of(inner(cells, "reviewer", "displayName")),
        "anonymous": bool(inner(cells, "reviewer", "isAnonymous")),
        "posted_at": first_of(cells.get("createTime"), cells.get("updateTime")),
        MORE: {key: value for key, value in more.items() if value is not None},
    }


def _stars(value: Any) -> Any:
    """Takeout and the API write words; a number is read as any other."""
    if not isinstance(value, str) or value.isdigit():
        return value
    if value == _UNSPECIFIED or not value.strip():
        return None
    if (found := _STARS.get(value.strip().upper())) is None:
        raise ValueError(f"rating: {value[:40]!r} is not a number of stars")
    return found


def _original(text: str) -> str:
    if found := _ORIGINAL.fullmatch(text):
        return found[1].strip()
    return _TRANSLATION.sub("", text) or text
