"""Legacy entries: `docket import blacklist`, how they match, `docket blacklist rehash`, and newer keys."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from blacklist.legacy import import_legacy, read_legacy
from blacklist.lookup import blacklisted_among, is_blacklisted
from blacklist.models import BlacklistEntry
from tests.api.queries import statements
from tests.audit_log import told
from tests.commands.imports.importing import rejected
from tests.factories import a_head_moderator, a_pending_task
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.shared_data import SHARED_DATA
from tests.staff import Staff

pytestmark = pytest.mark.rule(22)

Import = Callable[..., str]
CASE = SHARED_DATA / "cases" / "black.csv"
FILE = "value,notes,added\nTroll@Example.com,Three reviews,2019-03-04\n07400 123456,,\n+353 85 012 3456,,\n"
OTHER_WRITINGS = ("troll@example.com", "+447400123456", "00447400123456", "447400123456", "+44 (0)7400 123456")


@pytest.fixture
def imports(tmp_path: Path) -> Import:
    def run(content: str, *options: str, name: str = "old.csv") -> str:
        path = tmp_path / name
        path.write_text(content)
        out = StringIO()
        call_command("docket_import", "blacklist", str(path), *options, stdout=out)
        return out.getvalue()

    return run


def rehash() -> list[str]:
    out = StringIO()
    call_command("docket_blacklist", "rehash", stdout=out)
    return out.getvalue().splitlines()


def sentences() -> list[tuple[int, int | None, str]]:
    return told("subject_id", "user_id")


def test_legacy_rows_are_stored_as_they_are_and_shown_masked_as_legacy(imports: Import) -> None:
    assert "3  imported as legacy entries" in imports(FILE)
    assert set(BlacklistEntry.objects.values_list("raw", flat=True)) == {
        "Troll@Example.com",
        "07400 123456",
        "+353 85 012 3456",
    }
    items = Staff(a_head_moderator()).get("/blacklist?sort=hint&direction=asc&legacy=true").json()["items"]
    assert [(row["hint"], row["notes"], row["legacy"], row["added"][:4] == "2019") for row in items] == [
        ("+35…56", "", True, False),
        ("07…56", "", True, False),
        ("T…@Example.com", "Three reviews", True, True),
    ]


def test_legacy_rows_match_before_and_after_they_are_hashed(imports: Import) -> None:
    imports(FILE)
    for _ in range(2):
        assert blacklisted_among([[value] for value in OTHER_WRITINGS]) == [True] * len(OTHER_WRITINGS)
        assert is_blacklisted("085 012 3456")
        assert not is_blacklisted("trol@example.com", "07400 123457", "")
        assert a_pending_task(author_mobile="+44 7400 123456").queue == "investigation"
        assert Staff(a_head_moderator()).post("/blacklist/check", {"value": "07400 123456"}).json()["match"]
        rehash()
    assert not BlacklistEntry.objects.exclude(raw=None).exists()


def test_a_bare_national_number_stands_for_all_four_countries_also_hashed(imports: Import) -> None:
    imports("mobile\n0412345678\n")
    for _ in range(2):
        for value in ("+61412345678", "0412 345 678", "+64 412345678"):
            assert is_blacklisted(value), value
        rehash()


def test_rehash_says_how_many_it_changed_and_keeps_notes_and_dates(imports: Import) -> None:
    imports(FILE)
    before = set(BlacklistEntry.objects.values_list("pk", "hint", "notes", "added_at"))
    assert rehash()[0] == "3 legacy entries hashed"
    assert set(BlacklistEntry.objects.values_list("pk", "hint", "notes", "added_at")) == before
    assert rehash()[0] == "0 legacy entries hashed"
    assert sentences() == [
        (0, None, "Imported 3 legacy entries."),
        (0, None, "Hashed 3 legacy entries; dropped 0 that were listed twice."),
    ]


def test_rehash_works_in_chunks_and_drops_what_is_listed_twice(
    imports: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    imports("email\n" + "".join(f"troll{number}@example.com\n" for number in range(5)))
    staff = Staff(a_head_moderator())
    entry = BlacklistEntry.objects.get(raw="troll3@example.com")
    staff.delete(f"/blacklist/{entry.pk}")
    staff.post("/blacklist", {"value": "troll3@example.com"})
    BlacklistEntry.objects.create(raw="troll3@example.com", raw_key="troll3@example.com", hint="t…@example.com")
    monkeypatch.setattr("blacklist.legacy.CHUNK", 2)
    assert rehash()[:2] == [
        "4 legacy entries hashed",
        "1 legacy entries dropped: another entry stands for the same person",
    ]
    assert BlacklistEntry.objects.count() == 5
    assert is_blacklisted("troll3@example.com")


def test_a_second_run_imports_only_what_is_new(imports: Import) -> None:
    imports(FILE)
    assert "3  already on the blacklist" in imports(FILE)
    rehash()
    again = imports(FILE + "new@example.com,,\nnew@example.com,,\n")
    assert "1  imported as legacy entries" in again
    assert BlacklistEntry.objects.count() == 4


def test_two_imports_at_once_store_an_entry_once(monkeypatch: pytest.MonkeyPatch) -> None:
    again = partial(import_legacy, [read_legacy(OTHER_WRITINGS[0])])
    pause = pause_before(monkeypatch, "blacklist.legacy.record_for_whole_list")
    with at_the_same_time(again, pause):
        blocked_or_done(again, pause.let_go)
    assert BlacklistEntry.objects.count() == 1


def test_a_file_may_have_several_columns_names_of_its_own_or_be_ndjson(imports: Import) -> None:
    imports("Email Address,Mobile\na@example.com,07400 123456\n,07400 123457\n")
    imports("who;why\nb@example.com;Rude\n", "--map", "value=who", "--map", "notes=why")
    imports('{"value": "c@example.com"}\n{"value": 447400123458}\n', name="old.ndjson")
    assert BlacklistEntry.objects.count() == 6
    assert BlacklistEntry.objects.get(raw="b@example.com").notes == "Rude"


def test_rejected_rows_are_written_with_their_reason(imports: Import, tmp_path: Path) -> None:
    said = imports("value,added\nnobody,\n,\ngood@example.com,soon\n12345,\n@example.com,\nbest@example.com,\n")
    assert rejected(tmp_path / "old.csv") == [
        (2, "is neither an email address nor a mobile number"),
        (3, "has neither an email address nor a mobile number"),
        (4, "added: is not a date"),
        (5, "is neither an email address nor a mobile number"),
        (6, "is neither an email address nor a mobile number"),
    ]
    assert "example.com" not in said
    assert BlacklistEntry.objects.get().raw == "best@example.com"


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("a@example.com\nb@example.com\n", (), "must name the columns"),
        (FILE, ("--map", "name=notes"), "Unknown field: name"),
        (FILE, ("--map", "value=nothing"), "There is no column nothing"),
        ("", (), "is empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(
    imports: Import, content: str, options: tuple[str, ...], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        imports(content, *options)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than 254"):
        read_legacy(f"{'a' * 250}@example.com")


def test_entries_of_former_and_new_keys_match_until_all_have_the_newest(
    imports: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = Staff(a_head_moderator())
    staff.post("/blacklist", {"value": "first@example.com"})
    former = settings.BLACKLIST_KEYS
    for number, name in enumerate(("second", "third"), start=2):
        monkeypatch.setattr(settings, "BLACKLIST_KEYS", (*settings.BLACKLIST_KEYS, name.encode()))
        staff.post("/blacklist", {"value": f"{name}@example.com"})
        imports(f"email\nlegacy-{name}@example.com\n")
        everybody = ["first@example.com", f"{name}@example.com", f"legacy-{name}@example.com"]
        assert all(is_blacklisted(value) for value in everybody)
        assert not is_blacklisted("nobody@example.com")
        old = number * 2 - 3
        assert rehash() == ["1 legacy entries hashed", f"{old} entries of former keys given the newest key"]
        assert set(BlacklistEntry.objects.values_list("key_version", flat=True)) == {number}
        assert all(is_blacklisted(value) for value in everybody)
        assert rehash()[1] == "0 entries of former keys given the newest key"
    monkeypatch.setattr(settings, "BLACKLIST_KEYS", former)
    assert not is_blacklisted("first@example.com"), "the former key alone is not enough"


@pytest.mark.parametrize("people", [1, 200])
def test_screening_asks_the_blacklist_by_one_statement(imports: Import, people: int) -> None:
    imports(FILE)
    with statements() as sent:
        found = blacklisted_among([(f"person{number}@example.com", f"07400 12{number:04}") for number in range(people)])
    assert (len(sent), any(found)) == (1, False)
    with statements() as sent:
        assert blacklisted_among([("", "")] * people) == [False] * people
    assert sent == []


@pytest.mark.parametrize(
    "cell",
    [
        *("447700900123.0", "447700900123,0", "4.477E+11", "4,47700900456E+11", "447700900123e0"),
        *("0770090078907700900790", "bl\ufffdd@example.com"),
    ],
)
def test_what_a_spreadsheet_has_changed_is_refused_because_it_could_never_match(imports: Import, cell: str) -> None:
    said = imports(f"value;notes\n{cell};x\n")
    assert "1  rejected" in said
    assert "They match" not in said
    assert not BlacklistEntry.objects.exists()


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        ("07700 900789 / 07700 900790", ["07700 900789", "07700 900790"]),
        ("07700900789; +44 7700 900790", ["07700900789", "07700900790"]),
        ("a@example.com, b@example.com", ["a@example.com", "b@example.com"]),
        ("a@example.com b@example.com", ["a@example.com", "b@example.com"]),
        ("a@example.com or 07700 900789", ["a@example.com", "07700900789"]),
        ("Lund, Ada <ada@example.com>", ["ada@example.com"]),
        ("+44 (0)7700 / 900789", ["+447700900789"]),
    ],
)
def test_several_addresses_or_numbers_in_a_cell_are_several_entries(
    imports: Import, cell: str, values: list[str]
) -> None:
    assert f"{len(values)}  imported" in imports(f'value\n"{cell}"\n')
    assert all(is_blacklisted(value) for value in values)


def test_a_file_may_say_how_its_cells_are_separated(imports: Import) -> None:
    assert "1  imported" in imports("sep=;\r\nmobile;notes\r\n07700 900789;a, b, c, d\r\n")
    assert BlacklistEntry.objects.get().notes == "a, b, c, d"


@pytest.mark.skipif(not CASE.exists(), reason=f"the case is not here: {CASE}")
def test_the_numbers_of_the_case_match_or_are_refused(imports: Import) -> None:
    said = imports(CASE.read_text())
    assert "3  imported" in said
    assert "2  rejected" in said
    assert all(is_blacklisted(value) for value in ("07700 900789", "07700 900790", "07700 900555"))
