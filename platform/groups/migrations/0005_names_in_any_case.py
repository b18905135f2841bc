"""Groups are listed by name in whatever case."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("groups", "0004_associations_of_accounts")]
    operations = [
        AddIndexConcurrently(model_name="group", index=models.Index(Lower("name"), "id", name="group_order")),
        RemoveIndexConcurrently(model_name="group", name="group_name"),
    ]
