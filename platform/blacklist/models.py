from django.db import models
from django.db.models import Q
from django.utils import timezone


class BlacklistEntry(models.Model):
    """An email address or mobile number, stored as a keyed digest. Its reviews go to investigation.

    A legacy entry is stored as imported until it is hashed (`blacklist.legacy`).
    """

    digest = models.BinaryField(max_length=32, unique=True, null=True)
    # the version of the newest key in the digest (blacklist.digests)
    key_version = models.PositiveSmallIntegerField(default=1)
    # legacy entries only: the text from the file, and its form for comparison (blacklist.forms.legacy_key)
    raw = models.CharField(max_length=254, null=True)
    raw_key = models.CharField(max_length=254, null=True, unique=True)
    # enough for a person to recognise the entry: a…@example.com
    hint = models.CharField(max_length=254)
    notes = models.TextField(blank=True, default="")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "blacklist entries"
        constraints = [
            models.CheckConstraint(
                condition=Q(digest__isnull=False, raw=None, raw_key=None)
                | Q(digest=None, raw__isnull=False, raw_key__isnull=False),
                name="blacklist_hashed_or_legacy",
            )
        ]
        indexes = [
            # one for each order in which entries are listed (blacklist.lists)
            models.Index(fields=["added_at", "id"], name="blacklist_added"),
            models.Index(fields=["hint", "id"], name="blacklist_hint"),
            # entries to be hashed, and digests to be renewed under the newest key
            models.Index("id", name="blacklist_legacy", condition=Q(digest=None)),
            models.Index(fields=["key_version", "id"], name="blacklist_version", condition=Q(raw=None)),
        ]

    def __str__(self) -> str:
        return self.hint

    @property
    def is_legacy(self) -> bool:
        return self.raw is not None
