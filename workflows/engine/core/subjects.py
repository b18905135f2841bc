"""What a flow is about: the part of a room that the engine and the API need to know of it."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from django.db.models import QuerySet


class Subject(Protocol):
    """Reads the things that a flow's processes are about, by their ids."""

    kind: str

    def public(self, subject_id: int) -> Mapping[str, Any]:
        """What subscribers are told of it."""

    def summaries(self, ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        """What a row shows: id, title, excerpt, company, author_name, rating, source, flagged, received_at."""

    def editor(self, subject_id: int) -> Mapping[str, Any]:
        """The editor fields of the specification, section 3."""

    def holds(self, words: str, subject_id: Any) -> QuerySet[Any]:
        """Whether the text of one holds the words: a single value, to be asked of one row of a list after the other."""
