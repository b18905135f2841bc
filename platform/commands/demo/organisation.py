"""The demo's company groups and organisation tags."""

from django.db import transaction

from accounts.models import User
from commands.demo.people import DEMO_ACCOUNTS
from companies.models import Company
from groups.changes import create_group
from groups.members import add_member
from groups.models import Group
from kit.slugs import slug_of
from tags.changes import create_tag
from tags.evaluation import evaluate_tag
from tags.members import add_tag_member
from tags.models import Tag, TagType
from tags.rules import Rule

INTERNAL = "Docket test companies"
GROUPS = ("Harbour Health", "Fourways Home Services", INTERNAL)
GROUPED, TAGGED = 4, 3  # companies in each group, and with the user-defined tag
SMART = {"match": "all", "conditions": [{"field": "rating", "compare": "at_most", "value": 2}]}


@transaction.atomic
def make_small_groups() -> int:
    """Make a few groups of the first companies; returns their number. If groups exist, it makes none."""
    if Group.objects.exists():
        return 0
    by, companies = _admin(), iter(Company.objects.order_by("pk").values_list("pk", flat=True))
    for name in GROUPS:
        group = create_group({"name": name, "slug": slug_of(name), "internal": name == INTERNAL}, by=by)
        for company, _ in zip(companies, range(GROUPED), strict=False):
            add_member(group.pk, company, by=by)
    return len(GROUPS)


def make_small_tags() -> int:
    """Make a user-defined and a smart tag, and evaluate all tags; returns the number of new tags. If tags other than
    system tags exist, it makes none.
    """
    if Tag.objects.exclude(type=TagType.SYSTEM).exists():
        return 0
    chosen = create_tag({"name": "New client", "category": "engagement"}, None, by=_admin())
    for company in Company.objects.order_by("-pk").values_list("pk", flat=True)[:TAGGED]:
        add_tag_member(chosen.pk, company, by=_admin())
    create_tag({"name": "Low ratings", "category": "service_level"}, Rule.model_validate(SMART), by=_admin())
    for tag in Tag.objects.order_by("pk").values_list("pk", flat=True):
        evaluate_tag(tag)
    return 2


def _admin() -> User:
    return User.objects.get(email=DEMO_ACCOUNTS[0][0])
