"""The audit log of what people do outside processes (product.md, Organisation)."""

from django.db import models
from django.db.models.functions import Now


class Kind(models.TextChoices):
    """What an entry is about. Add a member for each new kind."""

    ACCOUNT = "account", "Account"
    BULK = "bulk", "Bulk batch"
    BLACKLIST = "blacklist", "Blacklist"
    COMPANY = "company", "Company"
    GROUP = "group", "Company group"
    TAG = "tag", "Organisation tag"
    # a file that an account has saved; the subject is the account
    EXPORT = "export", "Export"
    # reviews or tickets from a file, by the command line; the subject is 0
    IMPORT = "import", "Import"
    # a full address or number that an account has read; the subject is the request to restrict
    CONTACT = "contact", "Contact"
    # a whole address of a client that an account has read
    TICKET = "ticket", "Ticket"
    # a whole contact of an author that an account has read
    TESTIMONIAL = "testimonial", "Testimonial"
    CANNED_REPLY = "canned_reply", "Canned reply"
    VERIFICATION = "verification", "Verification"
    # of the list as a whole, such as an import: 0
    WORD = "word", "Banned word"
    REASON = "reason", "Reason code"
    # a key of no account, made and revoked by the command line
    KEY = "key", "API key"
    # an address that events are sent to
    WEBHOOK = "webhook", "Webhook"
    # a background job; the subject is its number in the outbox
    JOB = "job", "Background job"
    # a mail in quarantine
    MAIL = "mail", "Mail"
    # a text from before texts were in the chains, by the number of its row (decision 96)
    TEXT = "text", "Text"


class AuditEntry(models.Model):
    """One action: time, user, code and details, of which `actions.sentence_of` makes what people read. The
    application's database role can only insert. A trigger sets `at`, `seq`, `previous_hash` and `hash`, SHA-256 of the
    entry and of the previous hash of its log; it refuses a user other than the one in the setting `docket.actor`
    (decisions 45 and 67). The log of a subject is a chain.

    Details are ids, numbers and codes, and people are ids without a foreign key: an erased account leaves only its id.
    The trigger adds `seals`, digests of what was written before in the transaction (decision 96). No row is read with
    it.
    """

    APPEND_ONLY = True
    BY_DATABASE = ("at", "seq", "previous_hash", "hash")

    # of `Kind`; not as choices, so that a new one needs no migration
    kind = models.CharField(max_length=32)
    subject_id = models.BigIntegerField()
    at = models.DateTimeField(db_default=Now())
    # null: the product itself
    user_id = models.BigIntegerField(null=True)
    # of `actions`; empty for a remark
    code = models.CharField(max_length=32, default="", db_default="")
    details = models.JSONField(default=dict, db_default={})
    # of entries from before codes: what they say
    sentence = models.CharField(max_length=500, default="", db_default="")
    # the remark that this entry stands for
    remark_id = models.BigIntegerField(null=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    seq = models.IntegerField(default=0)
    previous_hash = models.BinaryField(max_length=32, default=b"")
    hash = models.BinaryField(max_length=32, default=b"")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject_id", "seq"], name="audit_seq")]
        indexes = [
            models.Index(fields=["kind", "subject_id", "id"], name="audit_of"),
            # all logs as one, and those of a kind
            models.Index(fields=["at", "id"], name="audit_at"),
            models.Index(fields=["kind", "at", "id"], name="audit_kind"),
            # what one account did in a period
            models.Index("user_id", "at", "id", name="audit_by", condition=models.Q(user_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id}: {self.code}"


class AuditHead(models.Model):
    """Length and last hash of the log of a subject, set by the trigger, so that removed last entries are detected."""

    READ_ONLY = True

    kind = models.CharField(max_length=32)
    subject_id = models.BigIntegerField()
    length = models.IntegerField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject_id"], name="audit_head_unique")]


class Remark(models.Model):
    """What a person has written into an audit log. Its entry holds its id and a digest: this text can be erased."""

    APPEND_ONLY = True

    text = models.TextField()
