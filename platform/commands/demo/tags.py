"""The demo's organisation tags."""

from accounts.models import User
from commands.demo.people import DEMO_ACCOUNTS
from companies.models import Company
from tags.changes import create_tag
from tags.evaluation import evaluate_tag
from tags.members import add_tag_member
from tags.models import Tag, TagType
from tags.rules import Rule

MEMBERS = 3  # companies of the user-defined tag
SMART = {"match": "all", "conditions": [{"field": "rating", "compare": "at_most", "value": 2}]}


def make_small_tags() -> int:
    """A user-defined and a smart tag; their number. All tags are evaluated. None on a desk that has such tags."""
    if Tag.objects.exclude(type=TagType.SYSTEM).exists():
        return 0
    by = User.objects.get(email=DEMO_ACCOUNTS[0][0])
    chosen = create_tag({"name": "New client", "category": "engagement"}, None, by=by)
    for company in Company.objects.order_by("-pk").values_list("pk", flat=True)[:MEMBERS]:
        add_tag_member(chosen.pk, company, by=by)
    create_tag({"name": "Low ratings", "category": "service_level"}, Rule.model_validate(SMART), by=by)
    for tag in Tag.objects.order_by("pk").values_list("pk", flat=True):
        evaluate_tag(tag)
    return 2
