"""What the person who asked for a restriction is told, once, when the answer stands (after its hold)."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage

from restrictions.models import RequestStatus, RequestToRestrict
from reviews.models import Reason
from workflows.engine.history import last_decision
from workflows.engine.outbox import promise
from workflows.models import Process

_OUTCOMES = {RequestStatus.RESTRICTED: "restrict", RequestStatus.DECLINED: "decline"}
_SUBJECTS = {
    RequestStatus.RESTRICTED: "The review has been restricted",
    RequestStatus.DECLINED: "The review stays published",
    RequestStatus.CLOSED: "Your request has been closed",
}


def promise_answer(process: Process) -> None:
    """In the transaction of the end: told if and only if it stands."""
    promise("answer_request", {"process": process.pk, "request": process.data["request"]})


def answer_request(process_id: int, request_id: int) -> None:
    """Mail the answer to a request, at least once under a stable id. One that was opened again waits for its own."""
    request = RequestToRestrict.objects.select_related("review__company").get(pk=request_id)
    if request.status == RequestStatus.OPEN:
        return
    EmailMessage(
        subject=f"{_SUBJECTS[RequestStatus(request.status)]} (request {request.pk})",
        body=_letter(request, Process.objects.get(pk=process_id)),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[request.contact_email],
        headers={"Message-ID": f"<restriction-{request.pk}-{process_id}@{settings.MAIL_DOMAIN}>"},
    ).send()


def _letter(request: RequestToRestrict, process: Process) -> str:
    asked = f"{request.received_at:%-d %B %Y}"
    lines = [
        f"Dear {request.contact_name},",
        "",
        f"On {asked} you asked us to restrict a review of {request.review.company.name}"
        f" ({request.get_ground_display().lower()}).",
        "",
        *_answer(request, process),
        "",
        f"Your request has the number {request.pk}. If you reply, please give it.",
    ]
    return "\n".join(lines)


def _answer(request: RequestToRestrict, process: Process) -> list[str]:
    decided: Any = last_decision(process, _OUTCOMES.get(RequestStatus(request.status), ""))
    words = decided.text.body if decided and hasattr(decided, "text") else ""
    match request.status:
        case RequestStatus.RESTRICTED:
            reason = Reason.objects.filter(code=decided.data["reason"]).first() if decided else None
            why = [reason.sentence] if reason else []
            return ["We have restricted the review: it is no longer shown.", *why, "", "What we found:", words]
        case RequestStatus.DECLINED:
            return ["We have looked at the review and leave it as it is. Why:", words]
        case _:
            return ["The review is no longer published as it was, so that there is nothing left to decide."]
