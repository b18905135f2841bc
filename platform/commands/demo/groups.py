"""The demo's company groups."""

from django.db import transaction

from accounts.models import User
from commands.demo.people import DEMO_ACCOUNTS
from companies.models import Company
from groups.changes import create_group
from groups.members import add_member
from groups.models import Group
from kit.slugs import slug_of

NAMES = ("Harbour Health", "Fourways Home Services")
INTERNAL = "Docket test companies"
MEMBERS = 4  # companies of each group


@transaction.atomic
def make_small_groups() -> int:
    """A few groups of the first companies; their number. None on a desk that has groups."""
    if Group.objects.exists():
        return 0
    by = User.objects.get(email=DEMO_ACCOUNTS[0][0])
    companies = iter(Company.objects.order_by("pk").values_list("pk", flat=True))
    names = (*NAMES, INTERNAL)
    for name in names:
        group = create_group({"name": name, "slug": slug_of(name), "internal": name == INTERNAL}, by=by)
        for company, _ in zip(companies, range(MEMBERS), strict=False):
            add_member(group.pk, company, by=by)
    return len(names)
