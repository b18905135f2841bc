"""Reviews of Trustpilot: a row of the CSV that Trustpilot Business exports, or a review of its API."""

from collections.abc import Mapping
from typing import Any

from commands.imports.formats.reading import MORE, first_of, inner, text_of
from commands.imports.values import yes_or_no

DATES = ("review created (utc)", "createdat")
_CSV = {"review id", "review stars"}
# what is kept as raw data, by its names in CSV; the first that is there counts
_MORE_IN_CSV = {
    "reply": ("company reply", "company response", "business reply", "review reply"),
    "reply_at": ("company reply date (utc)", "business reply date (utc)", "review reply date (utc)"),
    "reference": ("reference id",),
    "language": ("review language",),
    "status": ("review status", "status"),
    "location": ("location name", "location id"),
    "tags": ("tags",),
}


def recognises(cells: Mapping[str, Any]) -> bool:
    return {name.lower() for name in cells} >= _CSV or ("stars" in cells and "consumer" in cells)


def read(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A row with our names. Raises ValueError."""
    return _of_api(cells) if "stars" in cells else _of_csv({name.lower(): value for name, value in cells.items()})


def _of_csv(cells: Mapping[str, Any]) -> dict[str, Any]:
    more = {name: first_of(*(cells.get(column) for column in columns)) for name, columns in _MORE_IN_CSV.items()}
    return _review(
        external_id=cells.get("review id"),
        company=first_of(cells.get("webshop name"), cells.get("domain name"), cells.get("domain url")),
        rating=cells.get("review stars"),
        title=cells.get("review title"),
        text=cells.get("review content"),
        author_name=cells.get("review username"),
        author_email=cells.get("review user email"),
        verified=cells.get("review verified"),
        posted_at=cells.get("review created (utc)"),
        more=more,
    )


def _of_api(cells: Mapping[str, Any]) -> dict[str, Any]:
    unit = cells.get("businessUnit")
    level = text_of(first_of(cells.get("verificationLevel"), cells.get("reviewVerificationLevel"))).lower()
    reply = first_of(cells.get("companyReply"), cells.get("reply"))
    return _review(
        external_id=cells.get("id"),
        company=first_of(inner(unit, "displayName"), inner(unit, "identifyingName")),
        rating=cells.get("stars"),
        title=cells.get("title"),
        text=cells.get("text"),
        author_name=inner(cells.get("consumer"), "displayName"),
        author_email=first_of(cells.get("referralEmail"), inner(cells.get("consumer"), "email")),
        verified=first_of(cells.get("isVerified"), level == "verified"),
        posted_at=cells.get("createdAt"),
        more={
            "reply": inner(reply, "text"),
            "reply_at": inner(reply, "createdAt"),
            "reference": cells.get("referenceId"),
            "language": cells.get("language"),
            "status": cells.get("status"),
            "location": first_of(inner(cells.get("location"), "name"), inner(cells.get("location"), "id")),
            "tags": cells.get("tags") or None,
            "experienced_at": cells.get("experiencedAt"),
        },
    )


def _review(*, verified: Any, more: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    if first_of(fields["external_id"]) is None:
        raise ValueError("external_id: the review has no id")
    return {
        **{name: value for name, value in fields.items() if value is not None},
        "source": "trustpilot",
        "verified": yes_or_no(verified),
        MORE: {name: value for name, value in more.items() if value is not None},
    }
