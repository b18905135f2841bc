"""Recognises mails that programs write: automatic replies, bounces, mailing lists (RFC 3834, RFC 3464, RFC 2919).

One sign is not enough, because mails of people have them too: a mail written in a customer database has
`List-Unsubscribe`, a web form sends `auto-generated`, and a person may use the address `postmaster`. Two signs mean a
program. A sign that only programs leave, such as an empty return path, counts as two.
"""

import re
from typing import Any

from mail.charsets import to_text
from mail.headers import Parsed, header, ids, raw_header
from mail.received import Written

ENOUGH = 2  # signs
_REPLIED = {"auto-replied", "auto-notified"}  # Auto-Submitted: RFC 3834, RFC 5436
_BULK = {"bulk", "junk"}
_ROBOTS = {"mailer-daemon": 2, "postmaster": 1}  # people may use the second
_NOBODY = re.compile(r"(no|do-?not|never)[-_.]?reply|bounces?|daemon", re.IGNORECASE)
_LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List", "X-Mailing-List")
_AUTOMATIC_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-AutoReply-From")
_AWAY = re.compile(
    r"\s*(auto(matic|mated|matische|-)?\s*(re(ply|sponse)|antwort)|out of (the )?office|abwesenheit"
    r"|r[ée]ponse automatique|respuesta autom[áa]tica|risposta automatica|automatisch antwoord)",
    re.IGNORECASE,
)
_REPORTS = ("delivery-status", "disposition-notification")
_FAILED = re.compile(r"^Action:\s*failed\b|^Status:\s*5\.", re.IGNORECASE | re.MULTILINE)
# words of reports that have no standard form
_UNDELIVERED = re.compile(
    r"undeliver|not (?:be )?deliver|fail(?:ed|ure)|returned (?:to|mail)|unable to deliver|wasn.t able to deliver"
    r"|unzustellbar|non remis",
    re.IGNORECASE,
)
# subjects that only reports have
_OF_A_REPORT = re.compile(
    r"undeliver|delivery (?:status|failure|has failed|problem)|mail delivery|returned mail|failure notice|non-?delivery"
    r"|unzustellbar",
    re.IGNORECASE,
)
_DELAYED = re.compile(r"delay|still trying|will (?:be retried|keep trying|try again)|temporar|warning", re.IGNORECASE)
_ID_LINE = re.compile(r"(?im)^(?:original-)?message-id:(.*)$")
_MAX_REPORT = 100_000  # characters of a report that are searched


def classify_author(message: Parsed, author: str) -> Written:
    """Whether a person or a program wrote the mail. `author`: the address of `From`."""
    signs = {"automatic": _automatic(message), "bounce": _bounce(message, author), "list": _listed(message)}
    total = sum(signs.values()) + bool(_NOBODY.match(author.partition("@")[0]) and not raw_header(message, "Reply-To"))
    if total < ENOUGH:
        return Written("", total)
    kinds: Any = ("bounce", "automatic", "list")  # if equal, the first
    return Written(max(kinds, key=lambda kind: signs[kind]), total)


def _automatic(message: Parsed) -> int:
    """The signs of an automatic reply, or of a mail that asks for no answer."""
    submitted = header(message, "Auto-Submitted").partition(";")[0].partition("(")[0].strip().lower()
    precedence = _precedence(message)
    if submitted in _REPLIED or precedence.replace("-", "_") == "auto_reply":
        return ENOUGH
    if any(header(message, name).lower() not in ("", "no") for name in _AUTOMATIC_HEADERS):
        return ENOUGH
    suppressed = bool(raw_header(message, "X-Auto-Response-Suppress").strip())
    is_away = bool(_AWAY.match(header(message, "Subject")))
    return (submitted not in ("", "no")) + (precedence in _BULK) + suppressed + is_away


def _listed(message: Parsed) -> int:
    return (_precedence(message) == "list") + sum(bool(raw_header(message, name).strip()) for name in _LIST_HEADERS)


def _bounce(message: Parsed, author: str) -> int:
    """The signs of a delivery report. A mail with an empty return path counts: never answer it (RFC 5321, 4.5.5)."""
    if has_no_return_address(message) or raw_header(message, "X-Failed-Recipients").strip():
        return ENOUGH
    if message.get_content_type() == "multipart/report" and _report_type(message) in _REPORTS:
        return ENOUGH
    robot = _ROBOTS.get(author.partition("@")[0], 0)
    return robot + bool(robot and _OF_A_REPORT.search(header(message, "Subject")))


def has_no_return_address(message: Parsed) -> bool:
    """Whether the return path is empty, or `From` is a mailer daemon without an address."""
    path = message.get("Return-Path")
    if path is not None and str(path).strip() in ("<>", ""):
        return True
    # some servers write only the name
    return bool(re.match(r"\W*mailer-daemon\b(?!@)", header(message, "From"), re.IGNORECASE))


def returned_ids(message: Parsed) -> tuple[str, ...]:
    """The ids of the mails that a bounce encloses, in full or as a header, or names in its text or `In-Reply-To`."""
    found: list[str] = []
    for part in _some_parts(message):
        kind = part.get_content_type()
        if part is not message and (number := raw_header(part, "Message-ID")):
            found += ids(number)
        elif kind.startswith("text/") or kind == "message/delivery-status":
            found += [each for text in _blocks(part) for line in _ID_LINE.findall(text) for each in ids(line)]
    found += ids(raw_header(message, "In-Reply-To"))
    return tuple(dict.fromkeys(found))


def has_failed(message: Parsed) -> bool:
    """Whether a bounce reports that the delivery has failed for good. False for a delay."""
    if raw_header(message, "X-Failed-Recipients").strip():
        return True
    parts = _some_parts(message)
    reports = [part for part in parts if part.get_content_type() == "message/delivery-status"]
    if reports:
        return any(_FAILED.search(text) for report in reports for text in _blocks(report))
    texts = [_plain(part) for part in parts if part.get_content_type() == "text/plain"][:1]
    said = "\n".join([header(message, "Subject"), *texts])
    return bool(_UNDELIVERED.search(said)) and not _DELAYED.search(header(message, "Subject"))


def _precedence(message: Parsed) -> str:
    return header(message, "Precedence").lower()


def _report_type(message: Parsed) -> str:
    try:
        return str(message.get_param("report-type", "")).lower()
    except (ValueError, LookupError, TypeError):
        return ""


def _some_parts(message: Parsed) -> list[Any]:
    """The first 100 parts, including those of returned mails."""
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
    return to_text(content[:_MAX_REPORT], None) if isinstance(content, bytes) else ""
