"""The demo's company groups."""

import pytest
from django.core.management import call_command

from commands.demo.organisation import GROUPED, make_small_groups
from groups.models import Group, Membership

pytestmark = pytest.mark.usefixtures("database")


def test_the_small_demo_has_groups_with_companies() -> None:
    call_command("docket_demo", "--reviews", "60")
    made = make_small_groups()
    assert Group.objects.count() == made
    assert Group.objects.filter(internal=True).count() == 1
    assert Membership.objects.count() == made * GROUPED
    assert make_small_groups() == 0
