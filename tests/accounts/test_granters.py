"""The 403 page names who can really help, and tells clients no names."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from accounts.rights import PERMISSIONS
from tests.factories import a_head_moderator, a_moderator, an_account, an_admin
from tests.staff import Staff


def granters(user: User, permission: str) -> list[str]:
    answer = Staff(user).get(f"/permissions/granters?permission={permission}")
    assert answer.status_code == 200
    return [person["name"] for person in answer.json()["items"]]


def test_those_are_named_whose_rights_cover_the_permission_and_the_account_the_highest_first() -> None:
    a_head_moderator("Hal Head")
    an_admin("Ada Admin")
    me = a_moderator("Mo Moderator")
    assert granters(me, "blacklist") == ["Ada Admin", "Hal Head"]
    assert granters(me, "history") == ["Ada Admin"]
    (ada,) = Staff(me).get("/permissions/granters?permission=history").json()["items"]
    assert (ada["email"], ada["access_level"]) == (User.objects.get(pk=ada["id"]).email, "ADMIN")
    head = a_head_moderator("Hester Head")
    assert granters(head, "history") == ["Ada Admin"]
    an_account("MODERATOR", name="Low Level", access=["users", "blacklist"])  # may not change who holds more
    assert granters(me, "blacklist") == ["Ada Admin", "Hal Head", "Hester Head"]


def test_who_is_deactivated_erased_or_the_caller_is_not_named_and_never_more_than_three() -> None:
    me = an_account("ADMIN", name="Me Myself", access=["users", "blacklist"])
    for number in range(5):
        an_admin(f"Admin {number}")
    User.objects.filter(first_name="Admin", last_name="1").update(is_active=False)
    assert granters(me, "blacklist") == ["Admin 0", "Admin 2", "Admin 3"]


def test_clients_are_told_no_names() -> None:
    an_admin("Ada Admin")
    for level in ("NO_DASHBOARD", "USER", "SUPER", "RECEPTIONIST", "ANALYST", "DEVELOPER"):
        assert granters(an_account(level), "search") == []
    assert granters(an_account("SUPER", access=[*PERMISSIONS]), "search") == []


def test_an_unknown_permission_is_refused_and_so_are_visitors() -> None:
    assert Staff(a_moderator()).get("/permissions/granters?permission=everything").status_code == 422
    assert Staff().get("/permissions/granters?permission=search").status_code == 401


def test_looking_whether_access_was_given_is_no_activity() -> None:
    person = an_account(access=["search"])
    waiting = Staff(person)
    used = timezone.now() - timedelta(minutes=30)
    person.access_tokens.update(used_at=used)
    assert waiting.get("/user/me/access").json() == {"cms_access": ["search"]}
    assert person.access_tokens.get().used_at == used
