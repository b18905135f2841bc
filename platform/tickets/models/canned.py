from django.conf import settings
from django.db import models
from django.utils import timezone


class CannedReply(models.Model):
    """A text with placeholders for replies. Without an owner it is shared, and head moderators manage it."""

    title = models.CharField(max_length=120)
    text = models.TextField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "canned replies"
        ordering = ["title", "id"]

    def __str__(self) -> str:
        return self.title
