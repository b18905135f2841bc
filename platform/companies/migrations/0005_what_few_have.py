"""Lists of companies that few words, countries or closed ones narrow read these, not all companies."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Replace, Upper


class Migration(migrations.Migration):
    atomic = False
    # search makes the extension of trigrams
    dependencies = [("companies", "0004_testimonials"), ("search", "0001_words")]
    operations = [
        AddIndexConcurrently(
            model_name="company",
            index=models.Index(
                OpClass(Replace(Upper("postcode"), models.Value(" ")), "text_pattern_ops"), name="company_bare_postcode"
            ),
        ),
        RemoveIndexConcurrently(model_name="company", name="company_postcode"),
        AddIndexConcurrently(
            model_name="company",
            index=GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="company_words", gin_pending_list_limit=256),
        ),
        AddIndexConcurrently(
            model_name="company",
            index=models.Index(fields=["country", "name", "id"], name="company_country"),
        ),
        AddIndexConcurrently(
            model_name="company",
            index=models.Index(fields=["name", "id"], name="company_closed", condition=models.Q(status="closed")),
        ),
    ]
