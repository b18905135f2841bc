"""A revision is a full snapshot: who is named as the author belongs to it as the text does."""

from django.db import migrations, models

# so far every review has one revision, and names its author as that was received
_FILL = """
UPDATE reviews_revision AS revision
   SET author_name = review.author_name, anonymous = review.anonymous,
       business_name = review.business_name, job_title = review.job_title
  FROM reviews_review AS review
 WHERE review.id = revision.review_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_known_addresses"),
        ("reviews", "0003_review_author_email_review_author_mobile_and_more"),
    ]

    operations = [
        migrations.AddField("revision", "anonymous", models.BooleanField(default=False)),
        migrations.AddField("revision", "author_name", models.CharField(blank=True, default="", max_length=300)),
        migrations.AddField("revision", "business_name", models.CharField(blank=True, max_length=300, null=True)),
        migrations.AddField("revision", "job_title", models.CharField(blank=True, max_length=300, null=True)),
        migrations.RunSQL(_FILL, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "revision",
            models.CheckConstraint(
                condition=models.Q(("author", None), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="revision_by_staff_has_reason",
            ),
        ),
    ]
