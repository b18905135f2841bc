from django.db import models


class BlacklistEntry(models.Model):
    """An email address or mobile number whose reviews go to investigation, stored as a keyed digest."""

    digest = models.BinaryField(max_length=32, unique=True)
    key_version = models.PositiveSmallIntegerField(default=1)
    # enough for a person to recognise the entry: a…@example.com
    hint = models.CharField(max_length=100)
    notes = models.TextField(blank=True, default="")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "blacklist entries"

    def __str__(self) -> str:
        return self.hint
