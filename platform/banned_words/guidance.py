"""The guidance for staff when somebody may come to harm. An admin can write it; the default is DEFAULT_GUIDANCE."""

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from banned_words.models import HarmGuidance

ONLY = 1
DEFAULT_GUIDANCE = """Somebody may come to harm. Read all of it now, before anything else.
If a life may be in danger at this moment, call the emergency services (999 or 112).
Tell a head moderator. Answer in your own words, never with a canned reply, and never publish or resolve it unread."""


def read_guidance() -> str:
    """The guidance of the desk; DEFAULT_GUIDANCE if no admin has written one."""
    found: str | None = HarmGuidance.objects.filter(pk=ONLY).values_list("text", flat=True).first()
    return DEFAULT_GUIDANCE if found is None else found


def change_guidance(text: str, *, by: User) -> None:
    """Set the desk's guidance. Writes an audit entry without the text."""
    with transaction.atomic():
        HarmGuidance.objects.update_or_create(pk=ONLY, defaults={"text": text, "changed_by": by})
        record_audit(actions.HARM_GUIDANCE_CHANGED, 0, user_id=by.pk)
