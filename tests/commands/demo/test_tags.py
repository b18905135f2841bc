"""The demo's organisation tags."""

import pytest
from django.core.management import call_command

from commands.demo.organisation import TAGGED, make_small_tags
from tags.models import Tag, TagType

pytestmark = pytest.mark.usefixtures("database")


def test_the_small_demo_has_tags_with_figures() -> None:
    call_command("docket_demo", "--reviews", "60")
    made = make_small_tags()
    assert Tag.objects.exclude(type=TagType.SYSTEM).count() == made
    assert Tag.objects.get(type=TagType.USER).memberships.count() == TAGGED
    assert not Tag.objects.filter(counted_at=None).exists()
    assert make_small_tags() == 0
