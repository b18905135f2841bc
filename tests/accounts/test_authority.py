"""Nobody raises their own rights or anybody else's above what they hold, by any call, in any order."""

import random
from functools import partial
from itertools import product
from typing import Any

import pytest

from accounts.models import User
from accounts.rights import PERMISSIONS, AccessLevel, default_access, rank
from tests.each import each
from tests.factories import an_account, an_admin
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff

pytestmark = pytest.mark.rule(11)

LEVELS = list(AccessLevel.values)
STAFF = ("MODERATOR", "HEAD_MODERATOR", "ADMIN")
# editors: the levels of the staff as they are, and each with the right to manage accounts
EDITORS = [(level, ["users", *default_access(level)]) for level in ("USER", *STAFF)]


def rights_of(user: User) -> tuple[int, frozenset[str]]:
    user.refresh_from_db()
    return rank(user.access_level), frozenset(user.cms_access)


def covers(holder: tuple[int, frozenset[str]], rights: tuple[int, frozenset[str]]) -> bool:
    return rights[0] <= holder[0] and rights[1] <= holder[1]


@pytest.mark.parametrize(("level", "access"), EDITORS, ids=[level for level, _ in EDITORS])
def test_an_account_is_created_at_most_with_what_its_creator_holds(level: str, access: list[str]) -> None:
    creator = an_account(level, access=access)
    for number, wanted in enumerate(LEVELS):
        body = {"first_name": "A", "email_address": f"new{number}@docket.test", "access_level": wanted}
        answer = Staff(creator).post("/user", {**body, "send_details": False})
        made = User.objects.filter(email=f"new{number}@docket.test").first()
        if rank(wanted) > rank(level):
            assert (answer.status_code, answer.json()["code"], made) == (403, "above_own_rights", None)
        else:
            assert made
            assert covers(rights_of(creator), rights_of(made))


def every_call(user_id: int, company_id: int) -> list[tuple[str, str, Any]]:
    path = f"/user/{user_id}"
    return [
        ("patch", path, {"first_name": "Mallory"}),
        ("patch", path, {"email_address": "mallory@docket.test"}),
        ("patch", path, {"active": False}),
        ("patch", path, {"cms_access": []}),
        ("patch", path, {"access_level": "USER"}),
        ("put", f"{path}/password", {"password": "Mallory-horse-1"}),
        ("post", f"{path}/link", {"send": False}),
        ("post", f"{path}/link", {"send": True}),
        ("post", f"{path}/keys", {"name": "Mallory", "scopes": ["restrict"]}),
        ("delete", f"{path}/keys/1", None),
        ("put", f"{path}/associations/{company_id}", None),
        ("delete", f"{path}/associations/{company_id}", None),
    ]


@each("editor, target", [(editor, level) for editor, level in product(EDITORS, STAFF) if rank(level) > rank(editor[0])])
def test_no_call_touches_an_account_of_a_higher_level(editor: tuple[str, list[str]], target: str) -> None:
    staff, person = Staff(an_account(editor[0], access=list(PERMISSIONS))), an_account(target, access=[])
    before = User.objects.filter(pk=person.pk).values().get()
    for method, path, body in every_call(person.pk, 1):
        answer = getattr(staff, method)(path, *([body] if body else []))
        assert (answer.status_code, answer.json()["code"]) == (403, "above_own_rights"), (method, path)
    erased = staff.client.delete(f"/api/user/{person.pk}", {"confirm": True}, content_type="application/json")
    assert erased.json()["code"] == "above_own_rights"
    assert User.objects.filter(pk=person.pk).values().get() == before


@each("missing", PERMISSIONS)
def test_no_call_touches_an_account_with_a_permission_that_the_caller_lacks(missing: str) -> None:
    if missing == "users":
        return  # without it, no call is reached at all (tests/api/test_policy.py)
    staff = Staff(an_account("ADMIN", access=[name for name in PERMISSIONS if name != missing]))
    person = an_account("USER", access=[missing])
    before = User.objects.filter(pk=person.pk).values().get()
    for method, path, body in every_call(person.pk, 1):
        answer = getattr(staff, method)(path, *([body] if body else []))
        assert (answer.status_code, answer.json()["code"]) == (403, "above_own_rights"), (method, path)
    assert User.objects.filter(pk=person.pk).values().get() == before
    lower = an_account("USER", access=[])
    answer = staff.patch(f"/user/{lower.pk}", {"cms_access": [missing]})
    assert (answer.status_code, answer.json()["code"]) == (403, "above_own_rights")


@each("level", STAFF)
@each("values", [{"access_level": "USER"}, {"cms_access": ["users"]}, {"active": False}, {"access_level": "ADMIN"}])
def test_nobody_changes_their_own_rights(level: str, values: dict[str, Any]) -> None:
    own = an_account(level, access=["users", "moderation"])
    before = rights_of(own)
    answer = Staff(own).patch(f"/user/{own.pk}", values)
    if answer.status_code != 200:  # a level that one has already is no change
        assert answer.status_code == 403
    assert rights_of(own) == before
    assert User.objects.get(pk=own.pk).is_active


def test_one_changes_ones_own_profile() -> None:
    own = an_account("MODERATOR", access=["users"])
    assert Staff(own).patch(f"/user/{own.pk}", {"job_title": "Clerk"}).json()["job_title"] == "Clerk"


def test_a_scope_is_given_by_who_holds_its_permission() -> None:
    needs = {"ingest": "history", "events": "history", "restrict": "moderation", "tickets": "tickets"}
    person = an_account()
    for scope, permission in needs.items():
        body = {"name": "A program", "scopes": [scope]}
        lacking = Staff(an_account("ADMIN", access=[name for name in PERMISSIONS if name != permission]))
        assert lacking.post(f"/user/{person.pk}/keys", body).status_code == 403
        holding = Staff(an_account("ADMIN", access=["users", permission]))
        assert holding.post(f"/user/{person.pk}/keys", body).status_code == 201


@pytest.mark.parametrize(
    "taken", [{"cms_access": ["users"]}, {"access_level": "USER", "cms_access": ["users"]}], ids=str
)
def test_a_right_that_is_taken_away_at_that_moment_is_not_given(
    taken: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = an_account("MODERATOR", access=["users", "moderation"])
    person, admin = an_account("USER", access=[]), Staff(an_admin())
    grant = partial(
        Staff(editor).patch, f"/user/{person.pk}", {"access_level": "MODERATOR", "cms_access": ["moderation"]}
    )
    changed = pause_before(monkeypatch, "accounts.changes.record_audit")  # written, and not committed
    with at_the_same_time(partial(admin.patch, f"/user/{editor.pk}", taken), changed) as taking:
        granted = blocked_or_done(grant, then=changed.let_go)
    assert (taking.result().status_code, granted.status_code) == (200, 403)
    assert rights_of(person) == (0, frozenset())


@pytest.mark.parametrize("seed", range(6))
def test_in_whatever_order_nobody_gets_more_than_the_callers_held(seed: int) -> None:
    """Random calls by several editors: no account's rights ever grow beyond those of the caller who changed them."""
    chance = random.Random(seed)
    people = [an_account(level, access=["users", *default_access(level)]) for level in (*STAFF, "USER")]
    people += [an_account(level) for level in ("MODERATOR", "USER")]
    highest = max(rank(person.access_level) for person in people[:4])
    for _ in range(60):
        editor, target = chance.choice(people[:4]), chance.choice(people)
        held, before = rights_of(editor), rights_of(target)
        values: dict[str, Any] = {}
        if chance.random() < 0.6:
            values["access_level"] = chance.choice(LEVELS)
        if chance.random() < 0.6:
            values["cms_access"] = chance.sample(PERMISSIONS, chance.randint(0, len(PERMISSIONS)))
        if "users" not in held[1]:
            continue
        answer = Staff(editor).patch(f"/user/{target.pk}", values)
        after = rights_of(target)
        assert after == before or (answer.status_code == 200 and covers(held, before) and covers(held, after))
        assert editor.pk != target.pk or after == before
    assert max(rank(User.objects.get(pk=person.pk).access_level) for person in people) <= highest
