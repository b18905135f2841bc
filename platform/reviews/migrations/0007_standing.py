"""The indexes of the lists of reviews, and of a company's standing; built beside the work that goes on."""

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("companies", "0001_initial"),
        ("reviews", "0006_lists"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(fields=["received_at", "id"], name="review_received"),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("posted_at", "received_at"),
                models.F("id"),
                name="review_posted",
            ),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                django.db.models.functions.comparison.Coalesce("rating", 0), models.F("id"), name="review_rated"
            ),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(fields=["company", "id"], name="review_by_company"),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(fields=["status", "moved_at", "id"], name="review_moved"),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                django.db.models.functions.text.Lower("author_email"),
                condition=models.Q(("author_email", ""), _negated=True),
                name="review_author",
            ),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(fields=["company", "status"], include=("rating",), name="review_standing"),
        ),
        # the key's own index goes last: until then it serves what asks for a company; to drop one takes no time
        migrations.AlterField(
            model_name="review",
            name="company",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reviews",
                to="companies.company",
            ),
        ),
    ]
