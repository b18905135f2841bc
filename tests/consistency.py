"""Check that state agrees with history by the rules of `docket verify`, also after kills (figures.md, rule 5)."""

from collections.abc import Iterator
from typing import Any

from tests.databases import as_owner
from workflows.consistency import verify
from workflows.engine.core.entry_data import UndeclaredDataError, require_declared, shape_of
from workflows.migrations._texts import FROM_BEFORE, TEXTS, filled
from workflows.models import TaskEvent

# tests make accounts without an entry, and the words of the migrations lose theirs when tables are emptied
WITHOUT_ENTRIES = ("account", "word")


def inconsistencies() -> Iterator[str]:
    """One message per disagreement; empty if all agrees."""
    enter_rows_of_tests()
    yield from verify()
    yield from _undeclared_data()


def enter_rows_of_tests() -> None:
    """An entry for each account and word that has none: what the migration gives the first words."""
    for text in TEXTS:
        if text.name in WITHOUT_ENTRIES:
            as_owner(filled(FROM_BEFORE, text).replace("WHERE", _UNSAID.format(name=text.name), 1))


_UNSAID = """WHERE NOT EXISTS (
        SELECT FROM audit_auditentry entry, jsonb_each(seals) seal WHERE seal.key = '{name}:' || found.id) AND"""


def _undeclared_data() -> Iterator[str]:
    """Entries that `record_event` would have refused: written past it, as the demo writes them."""
    for entry in TaskEvent.objects.exclude(data={}).select_related("process"):
        flow: Any = entry.process.flow_class
        node = flow.instance.node(entry.node) if entry.node else None
        try:
            require_declared(entry.action, entry.data, shape_of(flow, entry.action, node, entry.outcome))
        except UndeclaredDataError as error:
            yield f"entry {entry.seq} of process {entry.process_id}: {error}"
