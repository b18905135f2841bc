"""Tags are listed by name in whatever case."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tags", "0004_what_few_have")]
    operations = [
        AddIndexConcurrently(model_name="tag", index=models.Index(Lower("name"), "id", name="tag_order")),
        AddIndexConcurrently(
            model_name="tag", index=models.Index("category", Lower("name"), "id", name="tag_category_order")
        ),
        AddIndexConcurrently(model_name="tag", index=models.Index("type", Lower("name"), "id", name="tag_type_order")),
        RemoveIndexConcurrently(model_name="tag", name="tag_name"),
        RemoveIndexConcurrently(model_name="tag", name="tag_category"),
        RemoveIndexConcurrently(model_name="tag", name="tag_type"),
    ]
