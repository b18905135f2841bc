"""Which mails programs write: automatic replies, bounces, mailing lists (RFC 3834, RFC 3464, RFC 2919)."""

import re
from typing import Any

from mail.headers import Parsed, header, ids, raw_header

_BULK = {"bulk", "junk", "auto_reply", "auto-reply"}
_ROBOTS = {"mailer-daemon", "postmaster"}
_LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List", "X-Mailing-List")
_AUTOMATIC_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-AutoReply-From")
_REPORTS = ("delivery-status", "disposition-notification")
_FAILED = re.compile(r"^Action:\s*failed\b|^Status:\s*5\.", re.IGNORECASE | re.MULTILINE)
_MAX_REPORT = 100_000  # characters of a report that are searched


def is_automatic(message: Parsed) -> bool:
    """A program's reply, or anything that says that it must not be answered."""
    submitted = header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    if submitted and submitted != "no":
        return True
    if _precedence(message) in _BULK:
        return True
    return any(header(message, name).lower() not in ("", "no") for name in _AUTOMATIC_HEADERS)


def is_listed(message: Parsed) -> bool:
    return _precedence(message) == "list" or any(raw_header(message, name).strip() for name in _LIST_HEADERS)


def is_bounce(message: Parsed, sender: str) -> bool:
    """A report about the delivery of a mail, or any mail from nobody: it must never be answered (RFC 5321, 4.5.5)."""
    path = message.get("Return-Path")
    if path is not None and str(path).strip() in ("<>", ""):
        return True
    if sender.partition("@")[0] in _ROBOTS or raw_header(message, "X-Failed-Recipients").strip():
        return True
    return message.get_content_type() == "multipart/report" and _report_type(message) in _REPORTS


def returned_ids(message: Parsed) -> tuple[str, ...]:
    """The ids of the mails that a bounce returns, or of which it returns the header."""
    found: list[str] = []
    for part in _some_parts(message):
        kind = part.get_content_type()
        if part is not message and (number := raw_header(part, "Message-ID")):
            found += ids(number)
        elif kind == "text/rfc822-headers" and (text := _plain(part)):
            found += [each for line in re.findall(r"(?im)^message-id:(.*)$", text) for each in ids(line)]
    return tuple(dict.fromkeys(found))


def has_failed(message: Parsed) -> bool:
    """Whether a bounce says that the delivery is given up; delays are only reported."""
    if raw_header(message, "X-Failed-Recipients").strip():
        return True
    reports = [part for part in _some_parts(message) if part.get_content_type() == "message/delivery-status"]
    return any(_FAILED.search(text) for report in reports for text in _blocks(report))


def _precedence(message: Parsed) -> str:
    return header(message, "Precedence").lower()


def _report_type(message: Parsed) -> str:
    try:
        return str(message.get_param("report-type", "")).lower()
    except (ValueError, LookupError, TypeError):
        return ""


def _some_parts(message: Parsed) -> list[Any]:
    """The first parts, with those of returned mails."""
    found: list[Any] = []
    waiting: list[Any] = [message]
    while waiting and len(found) < 100:  # noqa: PLR2004 (a report has three)
        part = waiting.pop(0)
        found.append(part)
        payload = part.get_payload()
        if isinstance(payload, list):
            waiting += payload
    return found


def _blocks(report: Any) -> list[str]:
    """The header fields of a delivery report, which the standard library reads as messages."""
    payload = report.get_payload()
    if not isinstance(payload, list):
        return [_plain(report)]
    return ["\n".join(f"{name}: {value}" for name, value in block.items())[:_MAX_REPORT] for block in payload]


def _plain(part: Parsed) -> str:
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError):
        return ""
    return content[:_MAX_REPORT].decode("utf-8", "replace") if isinstance(content, bytes) else ""
