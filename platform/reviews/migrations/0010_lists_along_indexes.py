"""Lists of a company and of a status in the order of arrival, each along an index; three indexes become one.

Built beside the work that goes on; what they replace serves until they are there.
"""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0009_letters_to_who_asked")]
    operations = [
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                fields=["company", "received_at", "id"], include=("status", "rating"), name="review_of_company"
            ),
        ),
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(fields=["status", "received_at", "id"], name="review_stands"),
        ),
        RemoveIndexConcurrently(model_name="review", name="review_company"),
        RemoveIndexConcurrently(model_name="review", name="review_by_company"),
        RemoveIndexConcurrently(model_name="review", name="review_standing"),
    ]
