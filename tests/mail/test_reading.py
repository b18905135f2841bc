"""Whatever comes by mail becomes plain values that can be stored and shown, or is refused with a reason."""

import base64
import tracemalloc
import zipfile
from io import BytesIO

import pytest

from kit.text import storable
from mail.bounded import MAX_HEADERS, MAX_LEVELS, MAX_PARSED
from mail.parts import MAX_ENCLOSURE, MAX_ENCLOSURES, MAX_PARTS, MAX_TEXT
from mail.reading import MAX_MAIL, WITHOUT_ID, read_mail
from mail.received import Mail, UnreadableMailError
from tests.mail.real import real_mails
from tests.mail.written import a_bounce, a_mail, with_parts

# the reasons for which real mails cannot be read
WITHOUT_SENDER = {
    "error_emails_bad_encoded_subject.eml",
    "plain_emails_raw_email_incorrect_header.eml",
    "rfc2822_example13.eml",
}


def read_or_refused(raw: bytes) -> tuple[Mail | None, str]:
    """The mail, or why it is refused."""
    try:
        return read_mail(raw), ""
    except UnreadableMailError as error:
        return None, error.reason


def require_storable(mail: Mail) -> None:
    texts = [mail.message_id, mail.subject, mail.text, mail.quoted, *mail.in_reply_to, *mail.references]
    texts += [mail.sender.name, mail.sender.email, *(each.name for each in mail.enclosures)]
    for text in texts:
        storable(text)
    for line in (mail.message_id, mail.subject, mail.sender.name, mail.sender.email):
        assert "\n" not in line
        assert "\r" not in line
    assert mail.message_id
    assert not mail.sender.email or "@" in mail.sender.email


def test_every_real_mail_is_read_and_few_name_nobody() -> None:
    refused = set()
    for path in real_mails():
        mail, reason = read_or_refused(path.read_bytes())
        assert mail is not None, reason
        require_storable(mail)
        if not mail.sender.email:
            refused.add(path.name)
        else:
            assert mail.text or mail.enclosures or mail.subject
    assert refused == WITHOUT_SENDER


def test_real_bounces_name_the_mail_that_failed() -> None:
    bounces = [path for path in real_mails() if path.name.startswith("multipart_report")]
    mails = [read_mail(path.read_bytes()) for path in bounces]
    assert all(mail.written.kind == "bounce" and mail.returned for mail in mails)
    assert sum(mail.has_failed for mail in mails) >= 4


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "empty"),
        (b"\x00" * 100, "empty"),
        (b"\x00\x01\x02 no mail at all \xff", "no_header"),
        (b"hello world\n\nthis is a text", "no_header"),
        (b"From: a@example.com\n\n" + b"x" * MAX_MAIL, "too_large"),
    ],
    ids=["empty", "nul", "binary", "text", "large"],
)
def test_what_is_no_mail_has_a_reason(raw: bytes, reason: str) -> None:
    with pytest.raises(UnreadableMailError) as refused:
        read_mail(raw)
    assert refused.value.reason == reason


def test_a_plain_mail_is_read_whole() -> None:
    mail = read_mail(a_mail("Grüße\n\n  indented", subject="Ä question", In_Reply_To="<a@x> <b@y>", References="<r@z>"))
    assert (mail.sender.name, mail.sender.email) == ("Ann Client", "ann@client.example.com")
    assert (mail.subject, mail.text, mail.quoted) == ("Ä question", "Grüße\n\n  indented", "")
    assert (mail.message_id, mail.in_reply_to, mail.references) == ("1@client.example.com", ("a@x", "b@y"), ("r@z",))
    assert mail.sent_at is not None
    assert not mail.written.kind


def test_the_answer_goes_where_the_sender_wants_it() -> None:
    assert read_mail(a_mail(Reply_To="Form <visitor@example.org>")).sender.email == "visitor@example.org"
    assert read_mail(a_mail(Reply_To="a@example.org, b@example.org")).sender.email == "ann@client.example.com"


@pytest.mark.parametrize("date", ["", "yesterday", "Fri, 99 Foo 2026 99:99:99", "Mon, 30 Jun 3609 10:00:00 +0000"])
def test_a_missing_or_impossible_date_is_none(date: str) -> None:
    raw = a_mail().replace(b"Fri, 20 Nov 2026 10:00:00 +0000", date.encode())
    assert read_mail(raw).sent_at is None


def test_a_mail_without_an_id_has_the_same_made_id_each_time() -> None:
    first, second = read_mail(a_mail(message_id="")), read_mail(a_mail(message_id=""))
    assert first.message_id == second.message_id != read_mail(a_mail("Another.", message_id="")).message_id
    assert first.message_id.endswith(WITHOUT_ID)


@pytest.mark.parametrize(
    ("charset", "content", "text"),
    [
        ("x-unknown", "Grüße".encode(), "Grüße"),
        ("utf-8", "Grüße".encode("latin-1"), "Grüße"),
        ("hex", b"Hello", "Hello"),
        ("rot13", b"Hello", "Hello"),
        ("idna", b"Hello", "Hello"),
        ('utf-8; foo="', b"Hello", "Hello"),
        ("us-ascii", "“Hello”".encode("cp1252"), "“Hello”"),
        ("unicode_escape", b"a\\ud800b", "a\\ud800b"),
        ("punycode", b"Hello-", "Hello-"),
        ("utf-8", "Добрый день".encode() + b"\xff", "Добрый день\ufffd"),
        ("gb2312", "鎔基".encode("gb18030"), "鎔基"),
        ("ks_c_5601-1987", "똠방각하".encode("cp949"), "똠방각하"),
        ("shift_jis", "①髙".encode("cp932"), "①髙"),
        ("tis-620", "“ก”".encode("cp874"), "“ก”"),
        ("iso-8859-1", "€45 “soon”".encode("cp1252"), "€45 “soon”"),
        ("iso-8859-8-i", "שלום".encode("iso8859-8"), "שלום"),
        ("us-ascii", "Grüße".encode(), "Grüße"),
        ("utf-8", b"\xef\xbb\xbfHello", "Hello"),
        ("utf-8", b"a\x00b", "a\ufffdb"),
        ("utf-16", b"abc", "abc"),
        ("iso-2022-jp", b"\x1b$B\x2d\x21\x43\x6d\x4a\x38\x1b(B ok", "①注文 ok"),
        ("x-unknown", "Добрый день, где мой заказ?".encode("cp1251"), "Добрый день, где мой заказ?"),
        ("us-ascii", "Добрый день, где мой заказ?".encode("koi8-r"), "Добрый день, где мой заказ?"),
        ("x-unknown", "注文が届きません。".encode("cp932"), "注文が届きません。"),
        ("x-unknown", "注文が届きません。".encode("euc-jp"), "注文が届きません。"),
        ("us-ascii", "您好,我们的订单丢失了,请帮助。".encode("gb18030"), "您好,我们的订单丢失了,请帮助。"),
        ("x-unknown", "주문이 오지 않았습니다".encode("cp949"), "주문이 오지 않았습니다"),
        ("x-unknown", "C’est très cher, été".encode("cp1252"), "C’est très cher, été"),
    ],
)
def test_no_charset_is_fatal(charset: str, content: bytes, text: str) -> None:
    raw = f"From: a@example.com\nContent-Type: text/plain; charset={charset}\n\n".encode() + content
    assert read_mail(raw).text == text


def test_a_line_end_in_a_header_adds_no_header() -> None:
    encoded = base64.b64encode(b"Hi\r\nBcc: victim@example.com").decode()
    mail = read_mail(a_mail().replace(b"A question", f"=?utf-8?b?{encoded}?=".encode()))
    assert mail.subject == "Hi Bcc: victim@example.com"


@pytest.mark.parametrize(("charset", "encoding"), [("koi8-r", "koi8-r"), ("koi8-r", "utf-8"), ("utf-8", "utf-8")])
def test_a_header_that_is_not_encoded_is_in_the_charset_of_the_text(charset: str, encoding: str) -> None:
    raw = f"From: Мира <a@example.com>\nSubject: Заказ\nContent-Type: text/plain; charset={charset}\n\nx".encode(
        encoding
    )
    mail = read_mail(raw)
    assert (mail.subject, mail.sender.name) == ("Заказ", "Мира")


def test_html_becomes_text_with_its_links_and_quotes() -> None:
    markup = (
        "<html><head><style>p{color:red}</style><title>T</title></head><body><p>Dear  team,<br>see "
        "<a href='https://example.com/x'>the page</a> or <a href='https://example.org'>https://example.org</a></p>"
        "<script>alert(1)</script><ul><li>one<li>two</ul><img src='https://spy.example/p.gif'>"
        "<a href='javascript:alert(1)'>click</a>"
        "<div>On Mon, 2 Nov 2026 at 10:00, Desk wrote:</div><blockquote>We <b>asked</b></blockquote></body></html>"
    )
    mail = read_mail(with_parts([("Content-Type: text/html; charset=utf-8", markup.encode())]))
    assert mail.text == (
        "Dear team,\nsee the page <https://example.com/x> or https://example.org\n\n- one\n- two\n\nclick"
    )
    assert mail.quoted == "On Mon, 2 Nov 2026 at 10:00, Desk wrote:\n\n> We asked"


def test_the_plain_text_is_taken_and_the_html_when_there_is_none() -> None:
    plain, markup = (
        ("Content-Type: text/plain", b"*Hello* all"),
        ("Content-Type: text/html", b"<p><b>Hello</b> all</p>"),
    )
    assert read_mail(with_parts([plain, markup], kind="alternative")).text == "*Hello* all"
    blank = ("Content-Type: text/plain", b"  \r\n")
    assert read_mail(with_parts([blank, markup], kind="alternative")).text == "Hello all"


def test_html_as_deep_as_it_is_long_is_read() -> None:
    markup = b"<div>" * 200_000 + b"deep" + b"<blockquote>" * 5_000 + b"quoted"
    mail = read_mail(with_parts([("Content-Type: text/html", markup)]))
    assert "deep" in mail.text


def test_files_have_the_type_of_their_content_and_a_name_without_folders() -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"0" * 20
    # as RFC 2231 writes a name: in quotes the parser itself would replace what is not ASCII
    name = "name*=utf-8''..%2F..%2Fetc%2Fpass%E2%80%AEgnp.exe"
    disguised = f"Content-Type: image/png; {name}\r\nContent-Disposition: attachment"
    parts = [
        ("Content-Type: text/plain", b"see below"),
        ('Content-Type: text/plain; name="a.txt"\r\nContent-Disposition: attachment', png),
        (disguised, b"<svg onload=alert(1)>"),
        ("Content-Type: image/gif", b"GIF89a..."),
    ]
    mail = read_mail(with_parts(parts))
    assert mail.text == "see below"
    types = [(each.name, each.type) for each in mail.enclosures]
    assert types[0] == ("a.txt", "image/png")
    assert types[1] == ("pass_gnp.exe", "text/plain")
    assert types[2] == ("attachment.gif", "image/gif")


def test_an_archive_is_a_file_and_is_not_unpacked() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"0" * 50_000_000)
    part = (
        "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n"
        "Content-Disposition: attachment; filename=b.zip"
    )
    raw = with_parts([("Content-Type: text/plain", b"open it"), (part, base64.encodebytes(packed.getvalue()))])
    tracemalloc.start()
    try:
        mail = read_mail(raw)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert [(each.name, each.type, len(each.content)) for each in mail.enclosures] == [
        ("b.zip", "application/zip", len(packed.getvalue()))
    ]


def test_a_body_of_ten_megabytes_is_shown_in_part_and_enclosed_whole() -> None:
    text = ("A line of a very long text.\n" * 360_000)[: 10_000_000 - 1]
    raw = b"From: a@example.com\nSubject: long\n\n" + text.encode()
    tracemalloc.start()
    try:
        for _ in range(2):
            mail = read_mail(raw)
            tracemalloc.clear_traces()
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()
    assert len(mail.text) <= MAX_TEXT
    (whole,) = mail.enclosures
    assert whole.content.decode().strip() == text.strip()


def test_more_files_than_are_taken_are_counted() -> None:
    header = "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=x.txt"
    parts = [(header, b"x")] * 1_200
    mail = read_mail(with_parts([("Content-Type: text/plain", b"many"), *parts]))
    assert mail.text == "many"
    assert len(mail.enclosures) == MAX_ENCLOSURES
    assert mail.left_out == 1_200 - MAX_ENCLOSURES
    assert len(parts) > MAX_PARTS


def test_a_file_that_is_too_large_stays_in_the_original_and_is_counted() -> None:
    header = "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=x.txt"
    sizes = (MAX_ENCLOSURE, MAX_ENCLOSURE + 1)
    mail = read_mail(with_parts([("Content-Type: text/plain", b"two"), *((header, b"x" * size) for size in sizes)]))
    assert ([len(each.content) for each in mail.enclosures], mail.left_out) == ([MAX_ENCLOSURE], 1)


@pytest.mark.parametrize(
    "inner",
    [
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(1, MAX_LEVELS + 1)),
        b"X: y\n" * MAX_HEADERS,
        b"\nx\n--b0\n" * MAX_PARSED,
    ],
    ids=["levels", "headers", "parts"],
)
def test_a_mail_beyond_the_bounds_is_its_first_header_and_one_text(inner: bytes) -> None:
    opening = b"Content-Type: multipart/mixed; boundary=b0\n\n--b0\n"
    mail = read_mail(b"From: a@example.com\n" + opening + inner + b"\nthe core\n")
    assert (mail.sender.email, mail.text[:5]) == ("a@example.com", "--b0\n")


def test_parts_within_parts_within_parts_are_read_or_shown_as_they_came() -> None:
    depth = 3_000
    opening = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth))
    mail = read_mail(f"From: a@example.com\nSubject: deep\n{opening}Content-Type: text/plain\n\nthe core\n".encode())
    assert "the core" in mail.text + "".join(each.content.decode() for each in mail.enclosures)


def test_mails_within_mails_within_mails_are_read() -> None:
    depth = 1_500
    raw = "".join(f"From: a{n}@example.com\nContent-Type: message/rfc822\n\n" for n in range(depth))
    mail = read_mail(f"{raw}From: z@example.com\n\nthe core\n".encode())
    assert "the core" in mail.text + "".join(each.content.decode() for each in mail.enclosures)


HEAD = b"From: a@example.com\nSubject: hostile\n"
HOSTILE = {
    "a million parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 1_000_000,
    "as many texts of one alternative": b"Content-Type: multipart/alternative; boundary=b\n\n"
    + b"--b\n\nx\n" * 1_000_000,
    "a million parameters": b"Content-Type: text/plain" + b";a" * 1_000_000 + b"\n\nthe core\n",
    "a million headers": b"X: y\n" * 1_000_000 + b"\nthe core\n",
    "parts in 200 levels around a million lines": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level) for level in range(200)
    )
    + b"\n"
    + b"-\n" * 1_000_000,
}


@pytest.mark.parametrize("rest", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_mail_made_to_keep_the_parser_busy_is_read_with_what_it_shows(rest: bytes) -> None:
    """Beyond these bounds a part costs what all parts together may: the parser's own time would be hours."""
    mail = read_mail(HEAD + rest)
    assert (mail.sender.email, mail.subject) == ("a@example.com", "hostile")
    assert mail.text


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ({}, ""),
        ({"Auto_Submitted": "no"}, ""),
        ({"Auto_Submitted": "auto-generated; owner=x"}, ""),
        ({"List_Unsubscribe": "<https://crm.example/u>"}, ""),
        ({"List_Unsubscribe": "<https://crm.example/u>", "List_Unsubscribe_Post": "List-Unsubscribe=One-Click"}, ""),
        ({"Precedence": "Bulk"}, ""),
        ({"Precedence": "list"}, ""),
        ({"List_Id": "Users <users.example.com>"}, ""),
        ({"sender": "Pat Post <postmaster@isp.example>"}, ""),
        ({"sender": "Pat Post <postmaster@isp.example>", "subject": "SPF failed for your mails"}, ""),
        ({"sender": "Shop <no-reply@shop.example>"}, ""),
        ({"sender": "Shop <no-reply@shop.example>", "Auto_Submitted": "auto-generated", "Reply_To": "a@x.example"}, ""),
        ({"subject": "Automatic reply: we are away"}, ""),
        ({"Auto_Submitted": "auto-replied (vacation)"}, "automatic"),
        ({"X_Autoreply": "yes"}, "automatic"),
        ({"X_Autorespond": "1"}, "automatic"),
        ({"Precedence": "auto_reply"}, "automatic"),
        ({"Precedence": "bulk", "subject": "Automatic reply: we are away"}, "automatic"),
        ({"Auto_Submitted": "auto-generated", "Precedence": "bulk"}, "automatic"),
        ({"Auto_Submitted": "auto-generated", "sender": "Shop <no-reply@shop.example>"}, "automatic"),
        ({"List_Id": "Users <users.example.com>", "Precedence": "list"}, "list"),
        ({"List_Id": "Users <users.example.com>", "List_Unsubscribe": "<https://x.example>"}, "list"),
        ({"Return_Path": "<>"}, "bounce"),
        ({"sender": "MAILER-DAEMON@example.com"}, "bounce"),
        ({"sender": "postmaster@example.com", "subject": "Undeliverable: Hello"}, "bounce"),
        ({"X_Failed_Recipients": "a@example.com"}, "bounce"),
    ],
)
def test_a_person_is_a_person_until_two_signs_say_otherwise(headers: dict[str, str], kind: str) -> None:
    assert read_mail(a_mail(**headers)).written.kind == kind


def test_a_bounce_says_which_mail_and_whether_it_is_given_up() -> None:
    bounce = read_mail(a_bounce("m7.token@docket.test"))
    assert (bounce.written.kind, bounce.returned, bounce.has_failed) == ("bounce", ("m7.token@docket.test",), True)
    assert not read_mail(a_bounce("m7.token@docket.test", action="delayed")).has_failed


@pytest.mark.parametrize(
    ("body", "subject", "has_failed"),
    [
        ("I was not able to deliver it.\n\nMessage-ID: <m7.token@docket.test>", "failure notice", True),
        ("Undelivered.\n\n> Message-Id: <x@y>\nMessage-Id: <m7.token@docket.test>", "Returned mail", True),
        ("It is still undelivered.\n\nMessage-ID: <m7.token@docket.test>", "Warning: delayed 4 hours", False),
    ],
)
def test_a_bounce_without_a_form_from_nobody_is_understood(body: str, subject: str, has_failed: bool) -> None:
    raw = a_mail(body, subject=subject).replace(
        b"From: Ann Client <ann@client.example.com>", b"From: MAILER-DAEMON (Mail Delivery System)"
    )
    bounce = read_mail(raw)
    assert (bounce.written.kind, bounce.sender.email) == ("bounce", "")
    assert (bounce.returned, bounce.has_failed) == (("m7.token@docket.test",), has_failed)
