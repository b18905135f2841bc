"""Errors about tickets."""

from collections.abc import Mapping, Sequence
from typing import Any

from kit.errors import ConflictError, NotFoundError


class TicketNotFoundError(NotFoundError):
    message = "There is no ticket with this number."


class NewerMessageError(ConflictError):
    """Newer messages have come than the last one that was read. Holds them: the console shows them above the draft."""

    code = "newer_message"
    message = "A newer message has come. Read it first."

    def __init__(self, messages: Sequence[Mapping[str, Any]]) -> None:
        self.messages = messages
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"newer_messages": self.messages}


class UploadUnknownError(ConflictError):
    code = "upload_unknown"
    message = "An attachment is not there any more. Add it again."


class OtherCompanyError(ConflictError):
    """The review and the ticket belong to different companies, and the caller has not confirmed the link."""

    code = "other_company"
    message = "This review is of another company than the ticket."

    def __init__(self, company: str) -> None:
        self.company = company
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"company": self.company}


class NotMergeableError(ConflictError):
    code = "not_mergeable"
    message = "Only two open tickets of one client can become one."


class NotFailedError(ConflictError):
    code = "not_failed"
    message = "Only a message that could not be delivered can be sent again."


class MailUnreadableError(ConflictError):
    code = "mail_unreadable"
    message = "This mail cannot be read: no ticket can be made of it."


class MailWithoutSenderError(ConflictError):
    code = "mail_without_sender"
    message = "This mail names no sender. It can only be left here."
