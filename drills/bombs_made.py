"""What takes most to be read, of each kind that people and programs can send; and how it is sent."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from uuid import uuid4

import requests

from tests.testimonials.media_made import image_file, pdf_of_nested_forms, wav_of

SECONDS = 300  # for an answer: what hangs is a fault
MOST_CHARACTERS = 1_400_000  # of a list


# made before anybody is measured
NESTED = pdf_of_nested_forms(8, 9)
LARGE = image_file("PNG", (7_000, 7_000))
FILES = (
    NESTED,
    image_file("PNG", (9_999, 9_999)),
    image_file("TIFF", (9_000, 9_000), compression="tiff_lzw"),
    wav_of(19 * 60),
    image_file()[:600],
)


@dataclass(frozen=True, slots=True)
class Thrower:
    """`token`: of a head moderator, whose account is `account`; `key`: of a program that sends testimonials."""

    address: str
    token: str
    account: int
    key: str
    mailbox: Path

    def call(self, method: str, path: str, token: str = "", **content: object) -> int:
        """The status."""
        head = {"Authorization": f"Bearer {token or self.token}", "Idempotency-Key": str(uuid4())}
        if "data" in content and isinstance(content["data"], bytes):
            head["Content-Type"] = "image/png"
        answer = requests.request(method, f"{self.address}/api{path}", headers=head, timeout=SECONDS, **content)  # type: ignore[arg-type]
        return answer.status_code


def a_picture(by: Thrower, number: int) -> int:
    """A document, and the largest image that may be a picture."""
    return by.call("PUT", f"/user/{by.account}/avatar", data=NESTED if number % 2 else LARGE)


def a_testimonial(by: Thrower, number: int) -> int:
    about = {"source": "bombs", "external_id": str(number), "company": "Bombed Company", "consent": "asked"}
    content = FILES[number % len(FILES)] + number.to_bytes(2, "big")
    form = {"data": {"data": json.dumps(about)}, "files": {"file": ("file", content)}}
    return by.call("POST", "/ingest/testimonials", by.key, **form)


def a_mail(by: Thrower, number: int) -> int:
    """Formatting within formatting, and parts within parts."""
    nested = "".join(f"<b a={place}><i><font size={place}><p>" for place in range(20_000))
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{place}\r\n\r\n--b{place}\r\n" for place in range(500))
    head = f"From: client{number}@bombs.example\r\nSubject: {number}\r\nMessage-ID: <{number}@bombs.example>\r\n"
    body = f"{parts}\r\ncore" if number % 2 else f"Content-Type: text/html\r\n\r\n{nested}core"
    (by.mailbox / "tmp" / str(number)).write_bytes((head + body).encode())
    (by.mailbox / "tmp" / str(number)).rename(by.mailbox / "new" / str(number))
    return HTTPStatus.OK


def an_import(by: Thrower, number: int) -> int:
    """The longest list of patterns."""
    lines, size = ["term,mode,action"], 0
    while size < MOST_CHARACTERS:
        lines.append(f"(a{number}|b{len(lines)}){{50}}(c+d*)+,pattern,flag")
        size += len(lines[-1])
    return by.call("POST", "/banned-words/import", json={"csv": "\n".join(lines)})


def an_export(by: Thrower, number: int) -> int:
    """Whole histories, as objects and events."""
    return by.call("GET", f"/history/export?format={('csv', 'xes')[number % 2]}")


def a_pattern(by: Thrower, number: int) -> int:
    """Tried on all reviews of the desk."""
    term = f"(([a-z]+ ?)+[,.]? ?)+{number}$"
    return by.call("POST", "/banned-words/trial", json={"entry": {"term": term, "mode": "pattern"}})


BOMBS: Mapping[str, Callable[[Thrower, int], int]] = {
    "picture": a_picture,
    "testimonial": a_testimonial,
    "mail": a_mail,
    "import": an_import,
    "export": an_export,
    "pattern": a_pattern,
}
