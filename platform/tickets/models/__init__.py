from tickets.models.canned import CannedReply
from tickets.models.files import MAX_NAME, Attachment, OriginalMail, ProgramSender, attachment_path, original_path
from tickets.models.messages import Delivery, Message, MessageKind, Via
from tickets.models.tickets import MAX_SUBJECT, Ticket, TicketLink, TicketStatus, new_token

__all__ = [
    "MAX_NAME",
    "MAX_SUBJECT",
    "Attachment",
    "CannedReply",
    "Delivery",
    "Message",
    "MessageKind",
    "OriginalMail",
    "ProgramSender",
    "Ticket",
    "TicketLink",
    "TicketStatus",
    "Via",
    "attachment_path",
    "new_token",
    "original_path",
]
