"""What history may hold in its entries: ids, codes, numbers and moments, and nothing that names a person."""

from typing import Any

import pytest

from tests.factories import a_pending_task
from workflows.engine.core.entry_data import ENGINE_ENTRIES, UndeclaredDataError, require_declared
from workflows.engine.core.outcomes import OutcomeForm
from workflows.engine.core.transition.writer import record_event
from workflows.models import TaskEvent


@pytest.mark.parametrize(
    ("action", "data", "key"),
    [
        ("assign", {"to": {"id": 7, "name": "Marta Ellwood"}}, "to"),
        ("assign", {"to": "Marta"}, "to"),
        ("assign", {"to": 7, "name": "Marta"}, "name"),
        ("take_over", {"holder": True}, "holder"),
        ("note", {"to": 7, "text": "Ask Marta."}, "text"),
        ("snooze", {"until": "when Marta is back"}, "until"),
        ("release", {"by": 7}, "by"),
        ("decide", {"reason": "ask Marta"}, "reason"),
        ("mail", {"letter": "receipt", "state": "sent", "to": "o…@tan.example"}, "to"),
        ("revise", {"revision": 2, "changed": ["Marta Ellwood"]}, "changed"),
        ("revise", {"revision": 2, "screening": {"words": 1, "author": "Marta"}}, "screening.author"),
        ("amend", {"rating": "Marta"}, "rating"),
        ("start", {"copies": "Marta"}, "copies"),
    ],
)
def test_an_entry_accepts_only_the_data_declared_for_its_action(action: str, data: dict[str, Any], key: str) -> None:
    task = a_pending_task()
    with pytest.raises(UndeclaredDataError) as refusal:
        record_event(task.process, action, task=task, outcome="reject" if action == "decide" else "", data=data)
    assert f"data['{key}']" in str(refusal.value)
    assert "Marta" not in str(refusal.value)  # errors are logged, and logs are not erased
    assert not TaskEvent.objects.filter(action=action).exclude(seq=1).exists()


@pytest.mark.parametrize("value", [7, None])
def test_an_account_is_its_id(value: int | None) -> None:
    require_declared("assign", {"to": value}, ENGINE_ENTRIES["assign"])


def test_a_form_declares_its_entry_data() -> None:
    with pytest.raises(TypeError, match=r"Refund\.entry_data does not declare amount, payee"):

        class Refund(OutcomeForm):
            text_field = "why"
            why: str
            amount: int
            payee: str
