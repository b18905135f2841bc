"""Permission strings, and the lists that access levels start from (spec, sections 3 and 6; product.md, Rights)."""

import pytest

from accounts.rights import PERMISSIONS, AccessLevel, default_access
from tests.factories import an_account
from tests.repository.specified import named

pytestmark = pytest.mark.rule(11)
SPECIFICATION = named(3, "Known permission strings")

MODERATOR = {"moderation", "tickets", "backlog", "assigned_to_others", "testimonials", "search"}
HEAD_MODERATOR = MODERATOR | {
    "head_moderator",
    "bulk_moderation",
    "banned_words",
    "organisation",
    "groups",
    "tags",
    "users",
    "blacklist",
    "reporting",
    "top_level_add",
}
LEVELS = {
    "NO_DASHBOARD": set[str](),
    "USER": set[str](),
    "SUPER": set[str](),
    "RECEPTIONIST": set[str](),
    "ANALYST": set[str](),
    "DEVELOPER": set[str](),
    "MODERATOR": MODERATOR,
    "HEAD_MODERATOR": HEAD_MODERATOR,
    "ADMIN": {*SPECIFICATION, "moderation", "history"},
}


def test_the_permissions_are_those_of_the_specification_and_two_of_our_own() -> None:
    assert list(PERMISSIONS) == [*SPECIFICATION, "moderation", "history"]


def test_the_levels_are_those_of_the_specification() -> None:
    assert set(AccessLevel.values) == set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_starts_with_its_list(level: str) -> None:
    access = default_access(level)
    assert len(access) == len(set(access))
    assert set(access) == LEVELS[level]


def test_the_levels_are_called_as_in_the_specification() -> None:
    assert dict(AccessLevel.choices) == {
        "NO_DASHBOARD": "No Dashboard Access",
        "USER": "Standard User",
        "SUPER": "Super User",
        "RECEPTIONIST": "Receptionist",
        "ANALYST": "Analyst",
        "DEVELOPER": "Web Developer Role",
        "HEAD_MODERATOR": "Head Moderator",
        "MODERATOR": "Moderator",
        "ADMIN": "Docket Staff",
    }


def test_changing_an_accounts_permissions_does_not_change_its_level() -> None:
    default_access("MODERATOR").append("users")
    assert "users" not in default_access("MODERATOR")


def test_a_new_account_starts_with_its_levels_permissions() -> None:
    user = an_account("MODERATOR")
    assert set(user.cms_access) == MODERATOR
    user.cms_access.remove("tickets")
    assert (user.may("moderation"), user.may("tickets"), user.may("")) == (True, False, False)
