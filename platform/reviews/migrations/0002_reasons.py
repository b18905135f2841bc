"""The first reason codes (product.md, Reviews): rows, to which a house adds its own."""

from django.db import migrations

ILLEGAL, TERMS = "DECISION_GROUND_ILLEGAL_CONTENT", "DECISION_GROUND_INCOMPATIBLE_CONTENT"

# code, title, ground, the sentence that the author reads
REASONS = (
    ("fake", "Fake", TERMS, "We believe that the review is not based on anybody’s real experience."),
    ("conflict", "Conflict of interest", TERMS, "The author has an interest in the business or in a competitor of it."),
    ("incentivised", "Incentivised, undisclosed", TERMS, "The review was rewarded, and does not say so."),
    ("not-experience", "Not an experience", TERMS, "The review does not tell of an experience with the business."),
    ("wrong-business", "Wrong business", TERMS, "The review is about another business."),
    ("hate", "Hate", ILLEGAL, "The review attacks people for what they are."),
    ("threat", "Threat", ILLEGAL, "The review threatens somebody."),
    ("sexual", "Sexual content", TERMS, "The review holds sexual content."),
    ("personal-data", "Personal data", TERMS, "The review names or identifies a private person."),
    (
        "defamation",
        "Defamation",
        ILLEGAL,
        "The review states as a fact something that harms a reputation and is not shown.",
    ),
    ("illegal", "Illegal content", ILLEGAL, "The review holds content that the law forbids."),
    ("advertising", "Advertising", TERMS, "The review advertises something."),
    ("duplicate", "Duplicate", TERMS, "The same review has been published already."),
)


def add_reasons(apps, schema_editor):
    reason = apps.get_model("reviews", "Reason")
    reason.objects.using(schema_editor.connection.alias).bulk_create(
        reason(
            code=code,
            title=title,
            ground=ground,
            sentence=sentence,
            applies_to=["reject", "restrict"],
            position=position,
        )
        for position, (code, title, ground, sentence) in enumerate(REASONS)
    )


class Migration(migrations.Migration):
    dependencies = [("reviews", "0001_initial")]
    operations = [migrations.RunPython(add_reasons, migrations.RunPython.noop)]
