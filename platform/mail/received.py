"""A mail that was read: plain values, safe to store and to show."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Address:
    """A person of a mail's header. `email` is in lower case; empty where a bounce names nobody."""

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
    what the sender wrote, plain, with links. `quoted`: earlier mail below it. `unshown`: what else it says, such as the
    HTML of a text that is shown plain, and what stands in text files. `left_out`: files that stand in the
    original alone, because there are too many or they are too large. `returned`: ids of mails whose delivery a bounce
    reports, and `has_failed` whether it is given up. `sender`: who gets the answer; without an address where nobody
    does. `author`: who has sent it. `copied`: the people of `Cc`, who are among those of `to` as well.
    """

    message_id: str
    in_reply_to: tuple[str, ...]
    references: tuple[str, ...]
    sender: Address
    author: Address
    to: tuple[Address, ...]
    copied: tuple[Address, ...]
    subject: str
    sent_at: datetime | None
    text: str
    quoted: str
    unshown: str
    enclosures: tuple[Enclosure, ...]
    left_out: int
    written: "Written"
    returned: tuple[str, ...]
    has_failed: bool


@dataclass(frozen=True, slots=True)
class Written:
    """Whether a program wrote a mail. `signs`: what speaks for it; one alone is none, because people have one as well.

    `kind`: a program's reply, a report about a delivery, or a mail to many; empty for a person.
    """

    kind: Literal["", "automatic", "bounce", "list"]
    signs: int


class UnreadableMailError(Exception):
    """A mail that cannot become a message. `reason` is a code for people at the quarantine."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
