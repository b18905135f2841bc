"""What is found, and what first: a table of terms over a small desk (search.md)."""

import pytest

from tests.search.desk import a_desk, groups

C, H, R, T, A, K = "companies", "hsone", "reviews", "third-party-reviews", "accounts", "tickets"
M = "testimonials"
# the term, its type, and what is found in this order; `...` at the end: and others
TERMS: list[tuple[str, str, list[str]]] = [
    # names: beginnings from two letters, whole names first, mistakes, accents, apostrophes
    ("smile", C, ["Smile", "Smile Dental Care", "The Smile Rooms"]),
    ("SMILE", C, ["Smile", "Smile Dental Care", "The Smile Rooms"]),
    ("sm", C, ["Smile", "Smile Dental Care", "The Smile Rooms"]),
    ("s", C, []),
    ("smile dental", C, ["Smile Dental Care"]),
    ("dental smile", C, ["Smile Dental Care"]),
    ("dent", C, ["Smile Dental Care"]),
    ("smile -rooms", C, ["Smile", "Smile Dental Care"]),
    ("orthodontics", C, ["Brighton Orthodontics"]),
    ("orthodontcs", C, ["Brighton Orthodontics"]),
    ("orthodnotics", C, ["Brighton Orthodontics"]),
    ("brihgton", C, ["Brighton Orthodontics"]),
    ("brigton ortodontics", C, ["Brighton Orthodontics"]),
    ("brxxxton", C, []),
    ("ortodon", C, ["Brighton Orthodontics"]),
    ("obryens", C, ["O'Brien's Bakery"]),
    ("muller", C, ["Müller & Söhne"]),
    ("Müller", C, ["Müller & Söhne"]),
    ("müller & söhne", C, ["Müller & Söhne"]),
    ("sohne", C, ["Müller & Söhne"]),
    ("obriens", C, ["O'Brien's Bakery"]),
    ("O’Brien's", C, ["O'Brien's Bakery"]),
    ("cafe creme", C, ["Café Crème"]),
    ("100%", C, ["100% Teeth"]),
    ("%", C, []),
    ("_", C, []),
    ("the", C, ["The Smile Rooms"]),
    ("DN1 2AB", C, ["Smile Dental Care"]),
    ("dn12ab", C, ["Smile Dental Care"]),
    ("020 7946 0958", C, ["Smile Dental Care"]),
    ("HS1-0042", C, ["Smile Dental Care"]),
    # HSOne ids: whole or from their beginning, nothing is a wildcard
    ("HS1-0042", H, ["Smile Dental Care"]),
    ("hs1", H, ["Smile Dental Care", "Smile"]),
    ("AB_9%x", H, ["Müller & Söhne"]),
    ("AB%", H, []),
    ("H_1", H, []),
    ("0042", H, []),
    # words of reviews: stems, accents, every field, all words, newest first
    ("dentist", R, ["painless"]),
    ("friend", R, ["painless"]),
    ("running late", R, ["late", "painless"]),
    ("late running", R, ["late", "painless"]),
    ('"running late"', R, ["painless"]),
    ('"waiting room"', R, ["late", "painless"]),
    ("“running late”", R, ["painless"]),
    ("waiting -people", R, ["painless"]),
    ('late -"full of people"', R, ["painless"]),
    ("repainted", R, ["painless"]),
    ("painless", R, ["painless"]),
    ("alvarez", R, ["painless"]),
    ("José Álvarez", R, ["painless"]),
    ("grusse", R, ["umlaut"]),
    ("schone", R, ["umlaut"]),
    ("naive", R, ["umlaut"]),
    ("bad", R, ["joined"]),
    ("terrible", R, ["joined"]),
    ("there", R, []),
    ("don't", R, []),
    ("parking", R, ["joined"]),
    ("the and of", R, []),
    ("😀", R, []),
    ("lovely 😀", R, ["emoji"]),
    # as it stands and as it was received
    ("zimmermann", R, ["edited"]),
    ("zimmermann -xylophone", R, []),
    ("loud -zimmermann", R, []),
    ("xylophone -waiting", R, ["edited"]),
    ("xylophone", R, ["edited"]),
    # addresses and ids of the source
    ("jose@reader.example", R, ["painless"]),
    ("JOSE@READER.EXAMPLE", R, ["painless"]),
    ("07700 900999", R, ["painless"]),
    ("+44 7700 900999", R, ["painless"]),
    ("wf:EXT-77", R, ["painless"]),
    ("EXT-77", R, ["painless"]),
    ("google:EXT-77", R, []),
    # what narrows
    ("late stars:1..2", R, ["late"]),
    ("late stars:5", R, ["painless"]),
    ("late from:alvarez", R, ["painless"]),
    ("late from:jose@reader.example", R, ["painless"]),
    ("late company:smile", R, ["late", "painless"]),
    ("late company:muller", R, []),
    ('late company:"smile dental"', R, ["late", "painless"]),
    ("late after:2000-01-01", R, ["late", "painless"]),
    ("late before:2000-01-01", R, []),
    ("late status:published", R, []),
    ("stars:5", R, ["emoji", "painless"]),
    # not understood, and so words
    ("late stars:9", R, []),
    ("from:%", R, []),
    ("company:!!!", R, []),
    ("late company:!!!", R, []),
    ("from:’", R, []),
    ("company:µ", R, []),
    # other platforms
    ("gentle", R, ["painless"]),
    ("gentle", T, ["google"]),
    ("spotless", T, ["nhs"]),
    ("nhs:N-1", T, ["nhs"]),
    # people
    ("hopper", A, ["Grace Hopper"]),
    ("grace hoper", A, ["Grace Hopper"]),
    ("kathrine", A, ["Katherine Johnson"]),
    ("soren", A, ["Søren Kierkegaard"]),
    ("kierkegard", A, ["Søren Kierkegaard"]),
    ("luc picard", A, ["Jean-Luc Picard"]),
    ("soren@docket.test", A, ["Søren Kierkegaard"]),
    ("07700900123", A, ["Søren Kierkegaard"]),
    # tickets: their subject, and any message
    ("invoice", K, ["invoice"]),
    ("refunds", K, ["invoice"]),
    ("order", K, ["login", "invoice"]),
    ("invoice@client.example", K, ["invoice"]),
    ("thanks from:login", K, ["login"]),
    ("stars:1", K, []),
    # a ticket is one text, whose words stand in its subject and in messages
    ("invoice refund", K, ["invoice"]),
    ("wrong thanks", K, []),
    ("client refund", K, ["invoice"]),
    ('"no refund" wrong', K, ["invoice"]),
    ("invoice -refund", K, []),
    ("refund -wrong", K, []),
    ("client -refund", K, ["login"]),
    ("order -login", K, ["invoice"]),
    # testimonials: their transcription, its author, and the ids of their source
    ("teeth tooth", M, []),
    ("tooth", M, ["letter", "card"]),
    ("saving", M, ["card"]),
    ("okafor", M, ["card"]),
    ("rene dubois", M, ["letter"]),
    ("card@author.example", M, ["card"]),
    ("cards:CARD-9", M, ["card"]),
    ("tooth -calm", M, ["card"]),
    ("tooth from:dubois", M, ["letter"]),
    ("okafor tooth", M, ["card"]),
    ("tooth -okafor", M, ["letter"]),
]
WRONG = [
    *("", " ", "'", '"', "''", '"" -""', "\\", "%%", "!!!", "a & | b", "a <-> b", "foo:*", "!(a", ":*", "&", "-", "--"),
    *("-a", "()", "a:b:c", "stars:", "company:", "before:yesterday", "after:9999-12-31", "x" * 5_000, "wor d " * 900),
    *("😀" * 300, "\x00", "a\x00b", "\ufffd", "\u202e", "1" * 30, "#0", "-1", "٣", "²", "$1", "%s", "%(q)s", "{}"),
    *("SELECT 1; --", "<script>", "company:99999999999999999999", "from:%", 'a "b', "@", "a@", "+44", "+" * 20),
    *("é" * 400, "\u2028", "\ue000x\ue001", "ǅ", "İstanbul", "status:published", "-a -b -c", '-"', 'company:""'),
]


def test_each_term_finds_what_it_names() -> None:
    desk = a_desk()
    wrong = [(term, type_, found, names) for term, type_, names in TERMS if (found := desk.found(term, type_)) != names]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("type_", ["everything", C, H, R, T, A, K])
def test_no_term_fails(type_: str) -> None:
    desk = a_desk()
    for term in WRONG:
        groups(desk.staff, term, type_)
