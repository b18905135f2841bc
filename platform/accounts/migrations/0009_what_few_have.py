"""Lists of accounts that rare words or a level narrow read these, not all accounts."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    # search makes the extension of trigrams
    dependencies = [("accounts", "0008_keys_follow_owners"), ("search", "0001_words")]
    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=GinIndex(
                fields=["name_order", "email"],
                opclasses=["gin_trgm_ops", "gin_trgm_ops"],
                name="user_words",
                gin_pending_list_limit=256,
            ),
        ),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(fields=["access_level", "name_order", "id"], name="user_level"),
        ),
    ]
