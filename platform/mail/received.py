"""A mail that was read: plain values, safe to store and to show."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Address:
    """A person of a mail's header. `email` is in lower case."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file in a mail. `name` is never a path; `type` is what the content says, not what the sender says."""

    name: str
    type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that was read.

    `message_id` and all other ids are without angle brackets; a mail without an id gets one from its content. `text`:
    what the sender wrote, plain, with links. `quoted`: earlier mail below it. `left_out`: files that stand in the
    original alone, because there are too many or they are too large. `returned`: ids of mails whose delivery a bounce
    reports, and `has_failed` whether it is given up.
    """

    message_id: str
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    sender: Address
    to: tuple[Address, ...]
    subject: str
    sent_at: datetime | None
    text: str
    quoted: str
    enclosures: tuple[Enclosure, ...]
    left_out: int
    automatic: bool
    bounce: bool
    listed: bool
    returned: tuple[str, ...]
    has_failed: bool

    @property
    def is_by_a_program(self) -> bool:
        """Never begins a ticket, and is never answered (RFC 3834)."""
        return self.automatic or self.bounce or self.listed


class UnreadableMailError(Exception):
    """A mail that cannot become a message. `reason` is a code for people at the quarantine."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
