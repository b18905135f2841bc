"""What the audit log says."""

from typing import Any

from audit.actions import sentence_of
from audit.models import AuditEntry


def sentences(**of: Any) -> list[str]:
    """The sentences of the entries with these fields, the oldest first."""
    return [sentence for (sentence,) in told(**of)]


def told(*names: str, **of: Any) -> list[tuple[Any, ...]]:
    """The named fields of these entries, and their sentences."""
    entries = AuditEntry.objects.filter(**of).order_by("pk")
    return [(*(getattr(entry, name) for name in names), sentence_of(entry)) for entry in entries]
