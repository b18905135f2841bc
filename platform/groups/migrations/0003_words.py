"""A list of groups with rare words reads these, not all groups."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    atomic = False
    # search makes the extension of trigrams
    dependencies = [("groups", "0002_associations"), ("search", "0001_words")]
    operations = [
        AddIndexConcurrently(
            model_name="group",
            index=GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="group_words", gin_pending_list_limit=256),
        ),
    ]
