"""A revision is a full snapshot: who is named as the author belongs to it as the text does.

Each batch has a transaction of its own, so that nobody waits for long. What was interrupted can be run again.
"""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models, transaction

AT_ONCE = 5_000

# so far every review has one revision, and names its author as that was received
_FILL = """
UPDATE reviews_revision AS revision
   SET author_name = review.author_name, anonymous = review.anonymous,
       business_name = review.business_name, job_title = review.job_title
  FROM reviews_review AS review
 WHERE review.id = revision.review_id AND revision.id > %s AND revision.id <= %s
"""


def fill(apps, schema_editor):
    revisions = apps.get_model("reviews", "Revision").objects.using(schema_editor.connection.alias)
    bounds = revisions.aggregate(first=models.Min("pk"), last=models.Max("pk"))
    if bounds["last"] is None:
        return
    for after in range(bounds["first"] - 1, bounds["last"], AT_ONCE):
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute(_FILL, [after, after + AT_ONCE])


# rows that are written from now on are held to it at once; those that are there are looked at without a lock
_CONSTRAIN = """
ALTER TABLE reviews_revision
DROP CONSTRAINT IF EXISTS revision_by_staff_has_reason,
ADD CONSTRAINT revision_by_staff_has_reason CHECK (author_id IS NULL OR NOT (reason = '')) NOT VALID
"""
_VALIDATE = "ALTER TABLE reviews_revision VALIDATE CONSTRAINT revision_by_staff_has_reason"
_RELAX = "ALTER TABLE reviews_revision DROP CONSTRAINT revision_by_staff_has_reason"


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("accounts", "0003_known_addresses"),
        ("reviews", "0003_review_author_email_review_author_mobile_and_more"),
    ]

    operations = [
        AddIndexConcurrently("review", models.Index(fields=["content_digest"], name="review_content")),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(
            _CONSTRAIN,
            _RELAX,
            state_operations=[
                migrations.AddConstraint(
                    "revision",
                    models.CheckConstraint(
                        condition=models.Q(("author", None), models.Q(("reason", ""), _negated=True), _connector="OR"),
                        name="revision_by_staff_has_reason",
                    ),
                )
            ],
        ),
        migrations.RunSQL(_VALIDATE, migrations.RunSQL.noop),
    ]
