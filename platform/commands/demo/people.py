"""The demo's people: the accounts that can sign in, and colleagues who decided in the past."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from accounts.rights import AccessLevel
from audit import actions
from audit.entries import record_audit
from commands.demo.words import WORDS

DEMO_PASSWORD = "Docket-demo-1"
DEMO_ACCOUNTS = (
    ("admin@docket.test", "Amara", "Okafor", AccessLevel.ADMIN),
    ("head@docket.test", "Henrik", "Lindqvist", AccessLevel.HEAD_MODERATOR),
    ("moderator@docket.test", "Marta", "Ellwood", AccessLevel.MODERATOR),
    ("moderator2@docket.test", "Callum", "Frayne", AccessLevel.MODERATOR),
)
STAFF = 24
HEADS = 3
OFF_DUTY = 5  # one colleague in five is off duty


@dataclass(frozen=True, slots=True)
class Team:
    """The people who decide in the demo."""

    moderators: Sequence[User]
    heads: Sequence[User]

    def able(self, permission: str, barred: Sequence[int | None] = ()) -> list[User]:
        """The people who decide a step with this permission. In the demo, heads do not do moderators' work."""
        people = self.heads if permission == "head_moderator" else self.moderators
        return [person for person in people if person.pk not in barred]


def make_accounts() -> int:
    """Create the missing accounts; returns their number."""
    return sum(_make(*account[:3], account[3], DEMO_PASSWORD) is not None for account in DEMO_ACCOUNTS)


def make_staff() -> int:
    """Create the missing colleagues, whose accounts have no password; returns their number."""
    made = 0
    for number in range(STAFF):
        first_name, last_name = WORDS["first_names"][number], WORDS["last_names"][-number - 1]
        level = AccessLevel.HEAD_MODERATOR if number < HEADS else AccessLevel.MODERATOR
        person = _make(f"{first_name}.{last_name}@docket.test".lower(), first_name, last_name, level, None)
        if person:
            User.objects.filter(pk=person.pk).update(on_duty=number % OFF_DUTY != OFF_DUTY - 1)
            made += 1
    return made


def find_team() -> Team:
    """All active moderators and head moderators of the demo, ordered by id."""
    people = User.objects.filter(is_active=True, email__endswith="@docket.test").order_by("pk")
    levels = (AccessLevel.MODERATOR, AccessLevel.HEAD_MODERATOR)
    moderators, heads = ([person for person in people if person.access_level == level] for level in levels)
    return Team(moderators, heads)


def _make(email: str, first_name: str, last_name: str, level: str, password: str | None) -> User | None:
    """Create an account. None if it exists; then it stays unchanged."""
    if User.objects.filter(email=email).exists():
        return None
    with transaction.atomic():
        user = User.objects.create_account(email, password, first_name=first_name, last_name=last_name, level=level)
        record_audit(actions.ACCOUNT_CREATED, user.pk, user_id=None, level=level)
    return user
