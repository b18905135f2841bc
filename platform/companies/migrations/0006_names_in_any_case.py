"""Companies are listed by name in whatever case."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("companies", "0005_what_few_have")]
    operations = [
        AddIndexConcurrently(model_name="company", index=models.Index(Lower("name"), "id", name="company_order")),
        AddIndexConcurrently(
            model_name="company", index=models.Index("country", Lower("name"), "id", name="company_country_order")
        ),
        AddIndexConcurrently(
            model_name="company",
            index=models.Index(Lower("name"), "id", name="company_closed_order", condition=models.Q(status="closed")),
        ),
        RemoveIndexConcurrently(model_name="company", name="company_country"),
        RemoveIndexConcurrently(model_name="company", name="company_closed"),
    ]
