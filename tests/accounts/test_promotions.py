"""An account that belongs to companies becomes Docket Staff when a second administrator confirms it (decision 98)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Promotion, User
from accounts.promotions import CONFIRM_WITHIN
from accounts.rights import default_access
from audit.models import AuditEntry
from groups.models import Association
from tests.accounts.visitors import Visitor
from tests.audit_log import sentences
from tests.factories import PASSWORD, a_company, a_head_moderator, an_account, an_admin
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff

RAISED = {"access_level": "ADMIN"}


def a_client(companies: int = 2) -> User:
    client = an_account("SUPER")
    Association.objects.bulk_create(Association(user=client, company=a_company()) for _ in range(companies))
    return client


def level_of(account: User) -> str:
    return User.objects.get(pk=account.pk).access_level


def number_of(staff: Staff) -> int:
    assert staff.user
    return staff.user.pk


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_one_administrator_alone_makes_no_client_docket_staff() -> None:
    admin, other, client = an_admin(), an_admin(), a_client()
    an_account("ADMIN", access=["users"])  # without the other permissions
    User.objects.filter(pk=an_admin().pk).update(is_active=False)
    refused = Staff(admin).patch(f"/user/{client.pk}", RAISED)
    assert code(refused) == (409, "second_admin_needed")
    assert refused.json()["companies"] == 2
    assert refused.json()["confirmers"] == [{"id": other.pk, "name": other.full_name}]
    assert (level_of(client), sentences(kind="account")) == ("SUPER", [])
    # other levels, and accounts of no company, need nobody
    assert Staff(admin).patch(f"/user/{client.pk}", {"access_level": "HEAD_MODERATOR"}).status_code == 200
    assert Staff(admin).patch(f"/user/{an_account('SUPER').pk}", RAISED).status_code == 200


def test_a_second_administrator_confirms_what_the_first_asked_for() -> None:
    admin, other, client = Staff(an_admin()), Staff(an_admin()), a_client()
    path, access = f"/user/{client.pk}", ["users", "moderation"]
    asked = admin.post(f"{path}/promotion", {"cms_access": access})
    assert asked.status_code == 201
    shown = asked.json()["promotion"]
    assert (shown["by"]["id"], shown["companies"], shown["own"]) == (number_of(admin), 2, True)
    assert sorted(shown["cms_access"]) == sorted(access)
    assert level_of(client) == "SUPER"
    assert code(admin.post(f"{path}/promotion/confirm", {})) == (403, "own_promotion")
    assert code(other.patch(path, RAISED)) == (409, "second_admin_needed")  # confirming is a call of its own
    for reader, may_confirm in ((admin, False), (other, True), (Staff(a_head_moderator()), False)):
        read = reader.get(path).json()["promotion"]
        assert (read["own"], read["may_confirm"]) == (reader is admin, may_confirm)
    assert Staff(client).get(path).json()["promotion"] is None
    confirmed = other.post(f"{path}/promotion/confirm", {})
    assert (confirmed.status_code, confirmed.json()["promotion"]) == (200, None)
    client.refresh_from_db()
    assert (client.access_level, sorted(client.cms_access)) == ("ADMIN", sorted(access))
    assert sentences(kind="account") == [
        "A second administrator was asked for Docket Staff. It belongs to 2 companies.",
        f"Confirmed Docket Staff, asked for by account {number_of(admin)}.",
        "Level: Super User to Docket Staff. It belongs to 2 companies.",
        "Permissions given: Moderation; User accounts.",
    ]
    by = AuditEntry.objects.order_by("pk").values_list("user_id", flat=True)
    assert list(by) == [number_of(admin), number_of(other), number_of(other), number_of(other)]
    assert code(other.post(f"{path}/promotion/confirm", {})) == (409, "promotion_lapsed")


def more_companies(client: User, _: Staff) -> None:
    Association.objects.create(user=client, company=a_company())


def another_company(client: User, admin: Staff) -> None:
    admin.put(f"/user/{client.pk}/associations/{a_company().pk}")
    admin.delete(f"/user/{client.pk}/associations/{Association.objects.earliest('pk').company_id}")


def the_time(client: User, _: Staff) -> None:
    Promotion.objects.filter(account=client).update(expires_at=timezone.now())


def cancelled(client: User, admin: Staff) -> None:
    assert admin.delete(f"/user/{client.pk}/promotion").status_code == 204


def the_rights_of_who_asked(_: User, admin: Staff) -> None:
    User.objects.filter(pk=number_of(admin)).update(access_level="HEAD_MODERATOR")


def the_account_of_who_asked(_: User, admin: Staff) -> None:
    User.objects.filter(pk=number_of(admin)).update(is_active=False)


@pytest.mark.parametrize(
    "changes",
    [more_companies, another_company, the_time, cancelled, the_rights_of_who_asked, the_account_of_who_asked],
)
def test_what_was_asked_for_lapses_with(changes: Callable[[User, Staff], None]) -> None:
    admin, other, client = Staff(an_admin()), Staff(an_admin()), a_client()
    path = f"/user/{client.pk}"
    assert admin.post(f"{path}/promotion", {}).status_code == 201
    changes(client, admin)
    assert other.get(path).json()["promotion"] is None
    assert code(other.post(f"{path}/promotion/confirm", {})) == (409, "promotion_lapsed")
    assert level_of(client) == "SUPER"
    third = Staff(an_admin())
    assert other.post(f"{path}/promotion", {}).status_code == 201
    assert third.post(f"{path}/promotion/confirm", {}).status_code == 200


def test_it_is_asked_for_once_and_only_where_it_is_needed(head: Staff) -> None:
    admin, other, client = Staff(an_admin()), Staff(an_admin()), a_client()
    path = f"/user/{client.pk}/promotion"
    first = admin.post(path, {}).json()["promotion"]
    assert admin.post(path, {}).json()["promotion"] == first
    assert code(other.post(path, {})) == (409, "promotion_asked")
    assert len(sentences(kind="account")) == 1
    assert timezone.now() < Promotion.objects.get().expires_at <= timezone.now() + CONFIRM_WITHIN
    assert code(admin.post(f"/user/{an_account().pk}/promotion", {})) == (409, "promotion_not_needed")
    assert code(admin.post(f"/user/{number_of(admin)}/promotion", {})) == (403, "own_rights")
    for answer in (head.post(path, {}), head.delete(path), head.post(f"{path}/confirm", {})):
        assert code(answer) == (403, "above_own_rights")


def test_with_one_administrator_the_command_remains(capsys: pytest.CaptureFixture[str]) -> None:
    admin, client = Staff(an_admin()), a_client(1)
    path = f"/user/{client.pk}"
    for refused in (admin.patch(path, RAISED), admin.post(f"{path}/promotion", {})):
        assert code(refused) == (409, "second_admin_needed")
        assert refused.json()["confirmers"] == []
    call_command("docket_account", "level", client.email, "ADMIN")
    assert "It belongs to 1 company: Docket Staff see everything" in capsys.readouterr().err
    client.refresh_from_db()
    assert (client.access_level, client.cms_access) == ("ADMIN", default_access("ADMIN"))
    assert sentences(kind="account")[0] == "Level: Super User to Docket Staff. It belongs to 1 company."
    assert AuditEntry.objects.earliest("pk").user_id is None


def test_of_two_who_confirm_at_that_moment_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    (admin, *others), client = [Staff(an_admin()) for _ in range(3)], a_client()
    path = f"/user/{client.pk}/promotion"
    assert admin.post(path, {}).status_code == 201
    second, third = (partial(other.post, f"{path}/confirm", {}) for other in others)
    changed = pause_before(monkeypatch, "accounts.changes.record_audit")  # written, and not committed
    with at_the_same_time(second, changed) as confirming:
        other = blocked_or_done(third, then=changed.let_go)
    assert (confirming.result().status_code, code(other)) == (200, (409, "promotion_lapsed"))
    assert len([told for told in sentences(kind="account") if told.startswith("Confirmed")]) == 1


def test_a_company_that_is_added_at_that_moment_asks_for_a_second_administrator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    admin, other, client, company = Staff(an_admin()), Staff(an_admin()), an_account("SUPER"), a_company()
    raises = partial(admin.patch, f"/user/{client.pk}", RAISED)
    added = pause_before(monkeypatch, "groups.associations.record_audit")  # written, and not committed
    with at_the_same_time(partial(other.put, f"/user/{client.pk}/associations/{company.pk}"), added) as adding:
        raised = blocked_or_done(raises, then=added.let_go)
    assert (adding.result().status_code, code(raised)) == (204, (409, "second_admin_needed"))


def test_who_may_know_a_way_in_loses_it_when_it_is_confirmed() -> None:
    admin, other, client = Staff(an_admin()), Staff(an_admin()), a_client()
    path = f"/user/{client.pk}"
    assert Staff(a_head_moderator()).put(f"{path}/password", {"password": PASSWORD}).status_code == 204
    admin.post(f"{path}/promotion", {})
    assert code(other.post(f"{path}/promotion/confirm", {})) == (409, "address_unconfirmed")
    assert admin.get(path).json()["promotion"] is not None
    shown = {"shown": {"email_address": client.email}}
    assert other.post(f"{path}/promotion/confirm", shown).status_code == 200
    assert Visitor().sign_in(client.email, PASSWORD).status_code == 401
