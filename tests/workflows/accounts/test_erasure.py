"""An erased account leaves its number, and nothing of the person in any table."""

from typing import Any

import pytest
from django.db import connection

from accounts.account_keys import create_account_key
from accounts.links import issue_link
from accounts.models import ApiKey, User
from accounts.throttle import digest
from groups.associations import associate
from tests.accounts.visitors import Visitor
from tests.factories import a_company, a_head_moderator, a_pending_task, an_account, an_admin
from tests.staff import Staff
from tickets.models import CannedReply
from workflows.engine.core.verification import find_faults
from workflows.models import TaskEvent

pytestmark = pytest.mark.usefixtures("database")

NAME, TITLE, KEY_NAME, PHONE = "Zephyrine Quillfeather", "Gongfarmer", "Quillfeather's own program", "+44 7700 900987"


def erase(staff: Staff, user_id: int, body: Any) -> Any:
    return staff.client.delete(f"/api/user/{user_id}", data=body, content_type="application/json")


def everything_stored() -> str:
    """All rows of all tables as text."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" AS t')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows)


def test_nothing_of_the_person_is_left_in_any_table_and_their_history_reads_on() -> None:
    admin = an_admin()
    staff = Staff(admin)
    person = an_account("MODERATOR", name=NAME)
    staff.patch(f"/user/{person.pk}", {"job_title": TITLE, "mobile_phone": PHONE, "country": 1})
    address = person.email
    own = Staff(person)
    task = a_pending_task()
    own.put(f"/tasks/{task.pk}/lock")
    own.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": f"{NAME} thinks so."}})
    own.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    own.post("/canned-replies", {"title": "Mine", "text": f"Yours, {NAME}", "scope": "mine"})
    associate(person.pk, a_company().pk, by=admin)
    create_account_key(person.pk, KEY_NAME, ["tickets"], by=admin)
    issue_link(person)
    Visitor().sign_in(address, "wrong")
    assert CannedReply.objects.filter(owner=person).exists()
    before = everything_stored()
    for trace in (NAME.split()[1], TITLE, "900987", address, digest(address).hex()):
        assert trace in before, trace

    assert erase(staff, person.pk, {"confirm": True}).status_code == 204

    after = everything_stored()
    for trace in (*NAME.split(), TITLE, KEY_NAME, "900987", address, digest(address).hex()):
        assert trace.lower() not in after.lower(), trace
    assert own.get("/user/me").status_code == 401
    assert not ApiKey.objects.filter(revoked_at=None).exists()
    assert staff.get(f"/user/{person.pk}").status_code == 404
    assert erase(staff, person.pk, {"confirm": True}).status_code == 404
    history = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()
    assert f"Former colleague {person.pk}" in str(history)
    assert not list(find_faults())
    task.refresh_from_db()
    assert task.assignee_id is None
    last = TaskEvent.objects.filter(process=task.process_id).latest("seq")
    assert last.data == {"from": person.pk}
    log = staff.get(f"/audit/account/{person.pk}").json()["items"]
    assert log[0]["text"] == "Erased."


@pytest.mark.parametrize("body", [{}, {"confirm": False}, {"confirm": "true"}])
def test_nothing_is_erased_without_the_tick(body: dict[str, Any]) -> None:
    person = an_account()
    assert erase(Staff(an_admin()), person.pk, body).status_code == 422
    assert User.objects.get(pk=person.pk).erased_at is None


def test_nobody_erases_themselves_or_somebody_above() -> None:
    head, admin = a_head_moderator(), an_admin()
    assert erase(Staff(head), head.pk, {"confirm": True}).json()["code"] == "own_rights"
    assert erase(Staff(head), admin.pk, {"confirm": True}).json()["code"] == "above_own_rights"


def test_the_address_of_an_erased_account_may_be_used_again() -> None:
    staff, person = Staff(an_admin()), an_account()
    erase(staff, person.pk, {"confirm": True})
    new = {"first_name": "New", "email_address": person.email, "access_level": "USER"}
    assert staff.post("/user", new).status_code == 201
