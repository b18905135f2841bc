"""The words of history's texts are read as those of the search: its index is built anew, beside the work that goes on.

Until the new index is there, words of texts are found without one.
"""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations
from django.db.models import Func, Value
from django.db.models.functions import Coalesce


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("workflows", "0023_testimonials"), ("search", "0001_words")]
    operations = [
        RemoveIndexConcurrently("eventtext", "event_text_words"),
        AddIndexConcurrently(
            "eventtext",
            GinIndex(Func(Coalesce("body", Value("")), function="docket_words"), name="event_text_words"),
        ),
    ]
