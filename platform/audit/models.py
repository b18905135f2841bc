"""What was changed at the desk beside its processes (product.md, Organisation); so far that is duty."""

from django.db import models
from django.db.models.functions import Now


class Kind(models.TextChoices):
    """What an entry is about. Whoever changes something of a new kind adds it here."""

    ACCOUNT = "account", "Account"


class AuditEntry(models.Model):
    """One change: when, who, and a sentence. The application's database role can add entries, and nothing else.

    Sentences name nobody, and people are numbers, not relations: an erased account leaves its number here and no more.
    """

    APPEND_ONLY = True

    kind = models.CharField(max_length=32, choices=Kind.choices)
    subject_id = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now())
    # null: the product itself
    user_id = models.BigIntegerField(null=True)
    sentence = models.CharField(max_length=500)
    request_id = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["kind", "subject_id", "id"], name="audit_of")]

    def __str__(self) -> str:
        return self.sentence
