"""Facts that the law requires must be visible: a zero-width space is not a text."""

import pytest

from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff

NOTHING = ["\u200b", "\u2060 \ufeff", "\u3164"]


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_facts_and_notes_of_invisible_characters_are_refused(text: str) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    form = {"reason": "fake", "facts": text}
    refused = staff.post(f"/tasks/{task.pk}/decision", {"outcome": "reject", "form": form, "revision": 1})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["form.facts"])
    refused = staff.post(f"/tasks/{task.pk}/notes", {"text": text})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])
    edit = {"revision": 1, "reason": text, "title": "On time"}
    refused = staff.patch(f"/review/{task.process.subject_id}", edit)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["reason"])
