"""Lists of tags that rare words, a category or a type narrow read these, not all tags."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    atomic = False
    # search makes the extension of trigrams
    dependencies = [("tags", "0003_orders"), ("search", "0001_words")]
    operations = [
        AddIndexConcurrently(
            model_name="tag",
            index=GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="tag_words", gin_pending_list_limit=256),
        ),
        AddIndexConcurrently(
            model_name="tag",
            index=models.Index(fields=["category", "name", "id"], name="tag_category"),
        ),
        AddIndexConcurrently(model_name="tag", index=models.Index(fields=["type", "name", "id"], name="tag_type")),
    ]
