"""The audit log of what people do outside processes (product.md, Organisation)."""

from django.db import models
from django.db.models.functions import Now


class Kind(models.TextChoices):
    """What an entry is about. Add a member for each new kind."""

    ACCOUNT = "account", "Account"
    BULK = "bulk", "Bulk batch"
    BLACKLIST = "blacklist", "Blacklist"
    # a file that an account has saved; the subject is the account
    EXPORT = "export", "Export"
    # a full address or number that an account has read; the subject is the request to restrict
    CONTACT = "contact", "Contact"
    # a whole address of a client that an account has read
    TICKET = "ticket", "Ticket"
    CANNED_REPLY = "canned_reply", "Canned reply"
    VERIFICATION = "verification", "Verification"
    # of the list as a whole, such as an import: 0
    WORD = "word", "Banned word"


class AuditEntry(models.Model):
    """One action: time, user, sentence. The application's database role can only insert. A trigger sets the time, and
    refuses a user other than the one in the setting `docket.actor` (decision 45).

    Sentences contain no names, and people are ids without a foreign key: an erased account leaves only its id here.
    """

    APPEND_ONLY = True
    BY_DATABASE = ("at",)

    kind = models.CharField(max_length=32, choices=Kind.choices)
    subject_id = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now())
    # null: the product itself
    user_id = models.BigIntegerField(null=True)
    sentence = models.CharField(max_length=500)
    request_id = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["kind", "subject_id", "id"], name="audit_of"),
            # what one account did in a period
            models.Index("user_id", "at", "id", name="audit_by", condition=models.Q(user_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.sentence
