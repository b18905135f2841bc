"""The answer of the process that reads mail: JSON and the files' bytes. No pickle: it must not choose types."""

from dataclasses import asdict
from datetime import datetime
from struct import Struct
from typing import Any

from mail.received import Address, Enclosure, Mail, Written

HEAD = Struct(">Q")  # the length of the block that follows
DIED = {"died": True}


def answer_of(mail: Mail) -> tuple[dict[str, Any], list[bytes]]:
    """The values as JSON types, and the contents of the files in their order."""
    values = {**asdict(mail), "sent_at": mail.sent_at and mail.sent_at.isoformat()}
    values["enclosures"] = [{"name": each.name, "type": each.type} for each in mail.enclosures]
    return values, [each.content for each in mail.enclosures]


def mail_of(answer: dict[str, Any]) -> Mail:
    """The inverse of `answer_of`. `answer` already has the `content` of each file."""
    return Mail(
        **{
            **answer,
            **{name: tuple(answer[name]) for name in ("in_reply_to", "references", "returned")},
            "sender": Address(**answer["sender"]),
            "author": Address(**answer["author"]),
            **{name: tuple(Address(**each) for each in answer[name]) for name in ("to", "copied")},
            "sent_at": answer["sent_at"] and datetime.fromisoformat(answer["sent_at"]),
            "written": Written(**answer["written"]),
            "enclosures": tuple(Enclosure(**each) for each in answer["enclosures"]),
        }
    )
