"""The parts of a mail: a text once, in its charset and its lines, and everything else searched or attached."""

import base64
import struct

import pytest

from mail.markup import MAX_ADDRESS, MAX_MARKUP, markup_to_text
from mail.reading import read_mail
from tests.mail.written import a_mail, with_parts

PLAIN = "Content-Type: text/plain; charset=utf-8"
MARKUP = "Content-Type: text/html; charset=utf-8"
WORDS = b"My parcel is missing."


def within(kind: str, *parts: tuple[str, bytes]) -> tuple[str, bytes]:
    body = b"".join(b"--in\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n" for head, content in parts)
    return f"Content-Type: multipart/{kind}; boundary=in", body + b"--in--\r\n"


@pytest.mark.parametrize("kind", ["related", "mixed", "alternative"])
def test_html_with_its_pictures_is_the_same_text_once(kind: str) -> None:
    picture = ("Content-Type: image/png; name=logo.png", b"\x89PNG\r\n\x1a\n")
    raw = with_parts([(PLAIN, WORDS), within(kind, (MARKUP, b"<p>" + WORDS + b"</p>"), picture)], kind="alternative")
    mail = read_mail(raw)
    assert mail.text == WORDS.decode()
    assert [each.name for each in mail.enclosures] == ["logo.png"]


def test_html_around_a_file_is_the_same_text_once() -> None:
    file = ("Content-Type: application/pdf; name=a.pdf", b"%PDF-1.7")
    around = within("mixed", (MARKUP, b"<p>My parcel</p>"), file, (MARKUP, b"<p>is missing.</p>"))
    mail = read_mail(with_parts([(PLAIN, b"My parcel\r\n\r\nis missing."), around], kind="alternative"))
    assert (mail.text, [each.name for each in mail.enclosures]) == ("My parcel\n\nis missing.", ["a.pdf"])


@pytest.mark.parametrize("kind", ["rtf", "enriched", "watch-html", "x-amp-html"])
def test_other_forms_of_the_same_text_are_left_out(kind: str) -> None:
    other = (f"Content-Type: text/{kind}", b"<b>My parcel is missing, in another form.</b>")
    mail = read_mail(with_parts([(PLAIN, WORDS), other, (MARKUP, b"<p>" + WORDS + b"</p>")], kind="alternative"))
    assert (mail.text, mail.enclosures) == (WORDS.decode(), ())
    assert "in another form" in mail.searched_only


def test_html_that_is_sent_as_plain_text_is_read_as_html() -> None:
    assert read_mail(with_parts([(PLAIN, b"<html><body><p>My <b>parcel</b></p></body></html>")])).text == "My parcel"


def test_base64_whose_end_is_missing_is_read_as_far_as_it_goes() -> None:
    head = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64"
    assert read_mail(with_parts([(head, base64.b64encode(WORDS)[:-3])])).text == "My parcel is missi"


@pytest.mark.parametrize(
    "plain",
    [
        b"Your email client does not support HTML.",
        b"This message is in HTML. Please use a program that shows HTML.",
        b"Ihr Programm zeigt kein HTML.",
        b"[cid:image001.png@01DB]",
        b"[image: logo]\r\nhttps://shop.example/view",
        "\u200c\u200d".encode(),
        b"View in browser: https://x.example/v",
    ],
)
def test_a_plain_text_that_does_not_say_what_the_html_says_is_not_taken(plain: bytes) -> None:
    markup = b"<p>I was charged twice for order 5512.</p>"
    mail = read_mail(with_parts([(PLAIN, plain), (MARKUP, markup)], kind="alternative"))
    assert mail.text == "I was charged twice for order 5512."
    assert mail.enclosures == ()


def test_a_long_plain_text_beside_another_html_is_attached() -> None:
    plain = b"Here is my whole story. " * 20
    mail = read_mail(with_parts([(PLAIN, plain), (MARKUP, b"<p>See below.</p>")], kind="alternative"))
    assert (mail.text, [each.content for each in mail.enclosures]) == ("See below.", [plain])


def test_of_texts_for_programs_one_is_a_file_and_one_is_left_out() -> None:
    parts = [
        (PLAIN, WORDS),
        ("Content-Type: text/x-amp-html", b"<style>body{visibility:hidden}</style><p>More</p>"),
        (MARKUP, b"<p>" + WORDS + b"</p>"),
        ("Content-Type: text/calendar; method=REQUEST", b"BEGIN:VCALENDAR"),
    ]
    mail = read_mail(with_parts(parts, kind="alternative"))
    assert mail.text == WORDS.decode()
    assert [(each.name, each.content) for each in mail.enclosures] == [("invite.ics", b"BEGIN:VCALENDAR")]
    assert "More" in mail.searched_only


@pytest.mark.parametrize(
    ("head", "content"),
    [
        ("Content-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment", b"in a file"),
        ("Content-Type: application/octet-stream; name=a", b"in a file"),
        ("Content-Type: text/html; name=a.html\r\nContent-Disposition: attachment", b"<p>in a <b>file</b></p>"),
        (
            "Content-Type: message/rfc822",
            b"From: b@x.example\r\nContent-Type: text/html\r\n\r\n<p>in a <b>file</b></p>",
        ),
    ],
)
def test_what_stands_in_text_files_and_enclosed_mails_can_be_searched(head: str, content: bytes) -> None:
    mail = read_mail(with_parts([(PLAIN, WORDS), (head, content)]))
    assert mail.text == WORDS.decode()
    assert "in a file" in mail.searched_only


def test_a_text_in_a_format_of_outlook_alone_is_said_to_be_unreadable() -> None:
    part = ("Content-Type: application/ms-tnef; name=winmail.dat", b"\x78\x9f\x3e\x22")
    assert "cannot be read here" in read_mail(with_parts([(PLAIN, b""), part])).text
    assert read_mail(with_parts([(PLAIN, WORDS), part])).text == WORDS.decode()


@pytest.mark.parametrize(
    ("charset", "name", "encoding"),
    [
        ("utf-8", "Größe.pdf", "utf-8"),
        ("windows-1251", "Größe.pdf", "utf-8"),
        ("us-ascii", "Größe.pdf", "cp1252"),
        ("shift_jis", "請求書.pdf", "cp932"),
        ("windows-1251", "отчет.pdf", "cp1251"),
    ],
)
@pytest.mark.parametrize(
    "head", ['Content-Type: application/pdf; name="{}"', "Content-Disposition: inline; filename={}"]
)
def test_a_file_name_that_is_not_encoded_is_read(head: str, charset: str, name: str, encoding: str) -> None:
    parts = [(f"Content-Type: text/plain; charset={charset}", WORDS), ("@", b"%PDF-1.7")]
    raw = with_parts(parts).replace(b"\r\n@\r\n", f"\r\n{head.format(name)}\r\n".encode(encoding))
    assert [each.name for each in read_mail(raw).enclosures] == [name]


def packed(*objects: tuple[int, int, bytes], extra: bytes = b"") -> bytes:
    """A part of Outlook. Each object: its level, name and data."""
    body = b"".join(
        struct.pack("<BII", level, name, len(data)) + data + struct.pack("<H", sum(data) % 65536)
        for level, name, data in ((1, 0x9007, struct.pack("<II", 1252, 0)), *objects)
    )
    return b"\x78\x9f\x3e\x22\x01\x00" + body + extra


FILE = ((2, 0x9002, b"\0" * 14), (2, 0x8010, "Größe.pdf\0".encode("cp1252")), (2, 0x800F, b"%PDF-1.7 x"))
SAID = (1, 0x800C, "My parcel is “missing”.\0".encode("cp1252"))


@pytest.mark.parametrize("media_type", ["application/ms-tnef", "application/octet-stream; name=winmail.dat"])
def test_what_outlook_packs_is_unpacked(media_type: str) -> None:
    raw = with_parts([(PLAIN, b""), (f"Content-Type: {media_type}", packed(SAID, *FILE))])
    mail = read_mail(raw)
    assert mail.text == "My parcel is “missing”."
    assert [(each.name, each.type, each.content) for each in mail.enclosures] == [
        ("Größe.pdf", "application/pdf", b"%PDF-1.7 x")
    ]
    beside = read_mail(with_parts([(PLAIN, WORDS), (f"Content-Type: {media_type}", packed(SAID, *FILE))]))
    assert (beside.text, [each.name for each in beside.enclosures]) == (WORDS.decode(), ["Größe.pdf"])
    assert "“missing”" in beside.searched_only


@pytest.mark.parametrize(
    "content",
    [
        packed(),
        packed(SAID)[:20],
        packed(SAID, (1, 0x9003, b"\xff\xff\xff\xff")),
        packed(*[(1, 0x8006, b"")] * 5_000, SAID),
        packed(SAID, (2, 0x9005, b"\x07\x03\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46")),
    ],
    ids=["nothing", "cut", "promises", "many", "mail"],
)
def test_what_cannot_be_unpacked_is_attached_and_said(content: bytes) -> None:
    mail = read_mail(with_parts([(PLAIN, b""), ("Content-Type: application/ms-tnef; name=winmail.dat", content)]))
    assert "cannot be read here" in mail.text
    assert [each.name for each in mail.enclosures] == ["winmail.dat"]


def test_the_end_of_a_long_text_can_be_searched() -> None:
    assert "the end" in read_mail(a_mail("Line\n" * 40_000 + "the end")).searched_only


def test_the_charset_that_html_names_itself_counts_where_its_header_names_none() -> None:
    named = "<meta http-equiv=Content-Type content='text/html; charset=windows-1250'>"
    for head in ("Content-Type: text/html", "Content-Type: text/html; charset=us-ascii"):
        for name in (named, "<?xml version='1.0' encoding='windows-1250'?>"):
            mail = read_mail(with_parts([(head, f"{name}<p>Příliš žluťoučký".encode("cp1250"))]))
            assert mail.text == "Příliš žluťoučký"


@pytest.mark.parametrize(
    ("parameters", "text", "shown"),
    [
        ("format=flowed", "I ask \r\nyou \r\nagain.\r\n\r\n From here.", "I ask you again.\n\nFrom here."),
        ("format=flowed; delsp=yes", "https://x.example/to \r\ntal", "https://x.example/total"),
        ("format=flowed", "Hi\r\n-- \r\nMira", "Hi\n-- \nMira"),
        ("format=flowed", "Yes. \r\n> Is \r\n> it?\r\n>> Who \r\n>> asks?", "Yes.\n\n> Is it?\n>> Who asks?"),
        ("format=flowed", "I pay \r\n >100 pounds", "I pay >100 pounds"),
        ("format=flowed", " >mine\r\n\r\nYes.", " >mine\n\nYes."),
        ("charset=utf-8", "I ask \r\nyou", "I ask \nyou"),
    ],
)
def test_flowed_paragraphs_are_joined(parameters: str, text: str, shown: str) -> None:
    raw = f"From: a@x.example\r\nSubject: Re: It\r\nContent-Type: text/plain; {parameters}\r\n\r\n{text}".encode()
    mail = read_mail(raw)
    joined = f"{mail.text}\n\n{mail.quoted}" if mail.quoted else mail.text
    assert joined == shown


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<span><font>a<br>" * 3_000, "\n".join("a" * 3_000)),
        ("<style>p{x:y}</style><script>var a = '<p>'</script>a", "a"),
        ("<STYLE>p{x:y}</STYLE >a", "a"),
        ("<xml><w:View>Normal</w:View></xml><p>Please call me.<o:p></o:p></p>", "Please call me."),
        ("<w:Doc><w:View>Normal</w:View></w:Doc><o:Off><o:A>1</o:A></o:Off><o:p>a</o:p>", "a"),
        ("<!--[if mso]><p>x</p><![endif]-->a<![if !mso]>b<![endif]>", "ab"),
        ("<svg><text>x</text></svg>a<svg>b", "ab"),
        ("<p title='a > b'>c</p>", "c"),
        ("<p title=it's>c</p>", "c"),
        ("1 < 2 and <3", "1 < 2 and <3"),
        ("</blockquote></pre></a></p>a", "a"),
        ("<b>never <i>closed <a href='https://x.example'>link", "never closed link <https://x.example>"),
        pytest.param(f"<a href='https://x.example/{'a' * MAX_ADDRESS}'>link</a>", "link", id="a long address"),
        ("<pre>a\n  b</pre>c", "a\n  b\nc"),
        ("&lt;b&gt; &amp;amp;", "<b> &amp;"),
        ("a<blockquote type=cite>b</blockquote>c", "a\n\n> b\n\nc"),
        (
            "a<blockquote style='margin:0 0 0 40px;border:none'>b<blockquote>c</blockquote>d</blockquote>e",
            "a\n\nb\n\n> c\n\nd\n\ne",
        ),
    ],
)
def test_html_is_read_tag_by_tag(markup: str, text: str) -> None:
    assert markup_to_text(markup) == text


PIECES = (
    "<b><i><p>",
    "</b>",
    "</p>",
    "<a '",
    '<a "',
    "<a b='>'",
    "<!--",
    "<svg>",
    "<svg></svg",
    "<style",
    "<",
    "&#",
    "<b>x",
)


@pytest.mark.parametrize("piece", PIECES)
def test_html_made_to_keep_a_parser_busy_is_read_to_its_end(piece: str) -> None:
    """A tree of these has gigabytes, or takes minutes."""
    markup_to_text("the core" + piece * (MAX_MARKUP // 5 // len(piece)))
    assert markup_to_text("the core" + piece * 1_000).startswith("the core")
