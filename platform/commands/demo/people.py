"""The demo's people: those who can sign in, and the staff who decided before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.models import User
from accounts.rights import AccessLevel
from commands.demo.names import FIRST_NAMES, LAST_NAMES

DEMO_PASSWORD = "Docket-demo-1"
DEMO_ACCOUNTS = (
    ("admin@docket.test", "Amara", "Okafor", AccessLevel.ADMIN),
    ("head@docket.test", "Henrik", "Lindqvist", AccessLevel.HEAD_MODERATOR),
    ("moderator@docket.test", "Marta", "Ellwood", AccessLevel.MODERATOR),
    ("moderator2@docket.test", "Callum", "Frayne", AccessLevel.MODERATOR),
)
STAFF = 24
HEADS = 3
OFF_DUTY = 5  # every so many is


@dataclass(frozen=True, slots=True)
class Team:
    """The ids of those who decide. `names`: of those who are on duty, to whom work can be given."""

    moderators: tuple[int, ...]
    heads: tuple[int, ...]
    names: Mapping[int, str]

    def others(self, people: Sequence[int], *but: int | None) -> list[int]:
        """The people who may decide what these have decided before; anybody where nobody is left."""
        return [person for person in people if person not in but] or list(people)

    def on_duty(self, permission: str) -> list[int]:
        able = self.heads if permission == "head_moderator" else (*self.moderators, *self.heads)
        return [person for person in able if person in self.names]


def make_accounts() -> int:
    """The number of accounts that were made; those that exist are left as they are."""
    made = 0
    for email, first_name, last_name, level in DEMO_ACCOUNTS:
        if not User.objects.filter(email=email).exists():
            User.objects.create_account(email, DEMO_PASSWORD, first_name=first_name, last_name=last_name, level=level)
            made += 1
    return made


def make_staff() -> int:
    """Colleagues who nobody can sign in as; the number of those that were made."""
    known = set(User.objects.values_list("email", flat=True))
    made = 0
    for number in range(STAFF):
        first_name, last_name = FIRST_NAMES[number], LAST_NAMES[-number - 1]
        email = f"{first_name}.{last_name}@docket.test".lower()
        if email not in known:
            level = AccessLevel.HEAD_MODERATOR if number < HEADS else AccessLevel.MODERATOR
            person = User.objects.create_account(email, None, first_name=first_name, last_name=last_name, level=level)
            User.objects.filter(pk=person.pk).update(on_duty=number % OFF_DUTY != OFF_DUTY - 1)
            made += 1
    return made


def known_team() -> Team:
    """Everybody at this desk who moderates, in the order of their arrival."""
    people = User.objects.filter(is_active=True, email__endswith="@docket.test").order_by("pk")
    by_level = {
        level: tuple(people.filter(access_level=level).values_list("pk", flat=True))
        for level in (AccessLevel.MODERATOR, AccessLevel.HEAD_MODERATOR)
    }
    names = {person.pk: person.full_name for person in people if person.on_duty}
    return Team(by_level[AccessLevel.MODERATOR], by_level[AccessLevel.HEAD_MODERATOR], names)
