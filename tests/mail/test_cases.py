"""Small mails that were once read wrongly. They are no part of the project: tests skip where they are missing."""

import pytest

from kit.email_addresses import names_another
from mail.reading import read_mail
from mail.received import Mail
from tests.shared_data import SHARED_DATA

FOLDER = SHARED_DATA / "cases"

TEXTS = {
    "alt-related": "My parcel is missing.",
    "alt-related-reply": "It is 5512.",
    "alt_related_doubled": "My order never came.",
    "amp-alt": "Your booking is confirmed, but the name is wrong.",
    "auto-generated-form": "Contact form: my order 5512 did not come.",
    "calendar-alt": "Could we talk on Tuesday?",
    "flowed": "I have been waiting for my refund since the first of May and nobody has answered any of my three "
    "letters, so I ask again.\n\nFrom my side everything is paid.",
    "gb2312-is-gbk": "您好,我们的订单在镕基公司丢失了,请帮助。",
    "gmail-pt": "Obrigada, é o 5512.",
    "harm-in-html-only": "I want to kill myself.",
    "latin1-is-cp1252": "I didn’t get the £40 / €45 refund – “soon” you said.",
    "meta-charset-only": "Příliš žluťoučký kůň, prosím o fakturu.",
    "office-xml": "Please call me.",
    "placeholder_plain": "My order 123 never came.",
    "plain-says-nothing": "I was charged twice for order 5512. Please refund.",
    "sjis-is-cp932": "注文①が届きません。髙橋",
    "utf8-one-bad-byte": "Добрый день, не могу войти — помогите � Спасибо, Мира",
}
WHOLE = ("contact_form", "from-to-in-own-text", "on-wrote-in-own-text", "harm-in-folded")
FOLDED = ("alt-related-reply", "alt_related_doubled", "gmail-pt")
PERSONS = ("human_list_unsubscribe", "unsub-onetoone", "postmaster-person", "auto-generated-form", "contact_form")


def case(name: str) -> Mail:
    path = FOLDER / f"{name}.eml"
    if not path.is_file():
        pytest.skip("the cases are missing: DOCKET_SHARED_DATA names the folder that holds cases/")
    return read_mail(path.read_bytes())


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_what_was_written(name: str) -> None:
    assert case(name).text == TEXTS[name]


@pytest.mark.parametrize("name", WHOLE)
def test_ones_own_words_are_not_folded(name: str) -> None:
    assert case(name).quoted == ""


@pytest.mark.parametrize("name", FOLDED)
def test_earlier_mail_is_folded(name: str) -> None:
    assert case(name).quoted


@pytest.mark.parametrize("name", PERSONS)
def test_a_person_is_a_person(name: str) -> None:
    assert case(name).written.kind == ""


def test_a_bounce_without_an_address_is_one() -> None:
    bounce = case("bounce_bare_daemon")
    assert (bounce.written.kind, bounce.has_failed) == ("bounce", True)


def test_the_address_in_brackets_is_the_client() -> None:
    mail = case("from-name-has-address")
    assert mail.sender.email == "mira.holt@client.example"
    assert names_another(mail.sender.name, mail.sender.email)
    assert case("from-comma").sender.name == "Holt, Mira"
    assert case("rtl-name").sender.name == "elpmaxe.knab Support"


def test_lines_of_unclosed_markup_stay_lines_without_source() -> None:
    text = case("unclosed-fonts").text
    assert set(text.splitlines()[:-1]) == {"Line of text"}
    assert "{" not in text


def test_a_calendar_is_attached() -> None:
    assert [each.name for each in case("calendar-alt").enclosures] == ["invite.ics"]
