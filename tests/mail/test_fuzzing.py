"""Mails that are changed at random, real ones and ours: each is read or refused, in values that can be stored."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mail.reading import read_mail
from tests import effort
from tests.mail.real import real_mails
from tests.mail.test_reading import read_or_refused, require_storable
from tests.mail.written import a_bounce, a_mail, with_parts

REASONS = {"empty", "no_header", "no_sender", "too_large", "unreadable"}
OURS = (
    a_mail("Yes.\n\nOn Mon, 2 Nov 2026, Desk wrote:\n> Is it?"),
    a_bounce("m7.token@docket.test"),
    with_parts([("Content-Type: text/html; charset=utf-8", b"<p>Hi <a href='https://example.com'>there</a>")]),
    with_parts(
        [("Content-Transfer-Encoding: base64\r\nContent-Type: image/png; name*=utf-8''a%20b.png", b"iVBORw0KGgo=")]
    ),
)
# what breaks parsers, a piece in a line
DIRT = rb"""
\r\n
\n\n
\x00
--
=?utf-8?b?
?=
=?hex?q?=00?=
=?utf-7?q?+2ADcAA-?=
; charset=
; boundary=
\xff\xfe
\xed\xa0\x80
=
<
begin 644 x\r\n
Content-Type: multipart/mixed\r\n
Content-Type: message/rfc822\r\n
Content-Type: message/delivery-status\r\n
Content-Type: ;;;\r\n
Content-Transfer-Encoding: base64\r\n
Content-Disposition: attachment; filename*0*=utf-8''%; filename*2=x\r\n
Date: Fri, 32 Feb 99999 25:61 +9999\r\n
From: <<<>>>,,@\r\n
From: a@b, (((\r\n
Message-ID: <>\r\n
"""
PIECES = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([line.decode("unicode_escape").encode("latin-1") for line in DIRT.strip().split(b"\n")]),
)
# where, how many bytes are replaced, by what
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 60), PIECES), min_size=1, max_size=12)
UNHURRIED = settings(
    deadline=None,
    max_examples=effort.RANDOM_MAILS.size,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


def changed(raw: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    for where, length, piece in changes:
        at = int(where * len(raw))
        raw = raw[:at] + piece + raw[at + length :]
    return raw


def require_read_or_refused(raw: bytes) -> None:
    mail, reason = read_or_refused(raw)
    if mail is None:
        assert reason in REASONS
    else:
        require_storable(mail)


@UNHURRIED
@given(st.sampled_from(OURS), CHANGES)
def test_our_mails_changed_at_random(raw: bytes, changes: list[tuple[float, int, bytes]]) -> None:
    require_read_or_refused(changed(raw, changes))


@UNHURRIED
@given(st.integers(0, 10_000), CHANGES)
def test_real_mails_changed_at_random(number: int, changes: list[tuple[float, int, bytes]]) -> None:
    mails = real_mails()
    require_read_or_refused(changed(mails[number % len(mails)].read_bytes(), changes))


@UNHURRIED
@given(st.binary(max_size=2_000))
def test_anything_is_read_or_refused(raw: bytes) -> None:
    require_read_or_refused(raw)
    require_read_or_refused(b"From: a@example.com\n" + raw)


@pytest.mark.parametrize("seed", range(5))
def test_a_word_in_the_body_is_never_lost(seed: int) -> None:
    """Headers may be broken in every way: what is below them is shown or enclosed."""
    chance = random.Random(seed)
    head, _, body = OURS[0].partition(b"\n\n")
    lines = head.split(b"\n")
    for _ in range(30):
        at = chance.randrange(len(lines))
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)] + bytes(chance.randrange(256) for _ in range(4))
    broken = b"\n".join(line for line in lines if line.strip())
    mail = read_mail(b"From: a@example.com\n" + broken + b"\n\n" + body)
    files = "".join(each.content.decode("utf-8", "replace") for each in mail.enclosures)
    assert "Is it?" in mail.text + mail.quoted + files
