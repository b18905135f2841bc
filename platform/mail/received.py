"""A mail that was read: plain values, safe to store and to show."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Address:
    """A person in a mail's header. `email`: in lower case; empty if the header has no address, as in some bounces."""

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

    Ids have no angle brackets; a mail without `message_id` gets one from its content. `text`: the sender's own words,
    plain, with links. `quoted`: earlier mail. `searched_only`: further text, only searched: HTML whose plain text is
    shown, and the content of text files. `left_out`: number of files that are only in the original, because they are
    too many or too large. `returned`: ids of mails whose delivery a bounce reports; `has_failed`: whether it failed for
    good.
    `sender`: who gets the answer; without an address if nobody does. `author`: who sent the mail. `copied`: the people
    of `Cc`; `to` includes them.
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
    searched_only: str
    enclosures: tuple[Enclosure, ...]
    left_out: int
    written: "Written"
    returned: tuple[str, ...]
    has_failed: bool


@dataclass(frozen=True, slots=True)
class Written:
    """Whether a program wrote a mail. `signs`: how many say so; one is not enough, because people's mails have one too.

    `kind`: an automatic reply, a delivery report, or a mail to a list; empty for a person.
    """

    kind: Literal["", "automatic", "bounce", "list"]
    signs: int


class UnreadableMailError(Exception):
    """A mail that cannot become a message. `reason`: a code, which the quarantine shows."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
