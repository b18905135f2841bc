"""The list of banned words through the API."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from banned_words import files
from banned_words.matcher import Matcher
from banned_words.models import BannedWord, ListVersion
from reviews.models import Review
from tests.api.problems import refusal
from tests.audit_log import told
from tests.factories import a_head_moderator, a_pending_task, a_process, a_second_look
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from workflows.models import OutboxMessage


def add(head: Staff, term: str = "quackery", **fields: Any) -> int:
    answer = head.post("/banned-words", {"term": term, **fields})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def audited() -> list[tuple[str, int, str]]:
    return told("kind", "subject_id")


def rows(head: Staff, query: str = "") -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = head.get(f"/banned-words?limit=200&{query}").json()["items"]
    return items


def test_an_entry_is_added_changed_and_retired_and_each_is_audited_without_its_words(head: Staff) -> None:
    version = head.get("/banned-words/version").json()["number"]
    number = add(head, "Mr Quackenbush", mode="phrase", action="hold", exceptions=["Mr Quackenbush Lane"])
    changed = head.patch(
        f"/banned-words/{number}", {"action": "flag", "notes": "A family name.", "severity": 2, "shadow": True}
    )
    assert (changed.status_code, changed.json()["action"], changed.json()["mode"]) == (200, "flag", "phrase")
    assert head.delete(f"/banned-words/{number}").status_code == 204
    assert head.delete(f"/banned-words/{number}").status_code == 404
    assert audited() == [
        ("word", number, "Added: phrase, hold, severity 1."),
        ("word", number, "Changed: action (Hold to Flag), severity (Mild to Strong), notes, shadow (No to Yes)."),
        ("word", number, "Retired."),
    ]
    assert head.get("/banned-words/version").json()["number"] == version + 3
    assert [row["id"] for row in rows(head, "state=retired")] == [number]


def test_a_change_without_a_difference_moves_nothing(head: Staff) -> None:
    number = add(head)
    version = ListVersion.objects.get().number
    assert head.patch(f"/banned-words/{number}", {"term": "quackery"}).status_code == 200
    assert (ListVersion.objects.get().number, len(audited())) == (version, 1)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"term": "  "}, "term"),
        ({"term": "…!"}, "term"),
        ({"term": "(a", "mode": "pattern"}, "term"),
        ({"term": "a*", "mode": "pattern"}, "term"),
        ({"term": "(a{1,900}){1,900}", "mode": "pattern"}, "term"),
        ({"term": "quack", "exceptions": ["—"]}, "exceptions"),
        ({"term": "quack", "language": "English"}, "language"),
        ({"term": "quack", "severity": 4}, "severity"),
    ],
)
def test_what_cannot_be_an_entry_is_refused_with_its_field(head: Staff, fields: dict[str, Any], name: str) -> None:
    answer = head.post("/banned-words", fields)
    assert answer.status_code == 422
    assert [field.split(".")[0] for field in answer.json()["fields"]] == [name]


def test_the_same_term_in_the_same_mode_is_in_the_list_once(head: Staff) -> None:
    number = add(head, "Quackery")
    assert head.post("/banned-words", {"term": "quackery"}).json()["code"] == "word_exists"
    add(head, "quackery", mode="prefix")
    head.delete(f"/banned-words/{number}")
    add(head, "quackery")


def test_the_list_is_filtered_and_paged(head: Staff) -> None:
    for number in range(5):
        add(head, f"quack{number}", action="hold", language="cy", shadow=number == 4)
    assert [row["term"] for row in rows(head, "q=QUACK&sort=term")] == [f"quack{number}" for number in range(5)]
    assert len(rows(head, "language=cy&action=hold")) == 5
    assert rows(head, "language=cy&action=reject") == []
    assert [row["term"] for row in rows(head, "state=shadow")] == ["quack4"]
    for sort in ("precision", "matches", "term"):
        for direction in ("asc", "desc"):
            found, cursor = [], ""
            while True:
                query = f"q=quack&limit=2&sort={sort}&direction={direction}&cursor={cursor}"
                page = head.get(f"/banned-words?{query}").json()
                found += [row["term"] for row in page["items"]]
                cursor = page["next_cursor"]
                if cursor is None:
                    break
            assert sorted(found) == [f"quack{number}" for number in range(5)]
    assert head.get("/banned-words?cursor=nonsense").status_code == 422


def test_precision_is_what_people_decided_and_the_worst_comes_first(head: Staff) -> None:
    good, bad, open_one = add(head, "quackery"), add(head, "humbug"), add(head, "balderdash")
    for text in ("Pure quackery.", "Quackery and humbug."):
        reject(head, a_pending_task(text=text))
    end_holds()
    do_jobs()
    Review.objects.filter(pk=a_process(text="Humbug, humbug.").subject_id).update(status="published")
    Review.objects.filter(pk=a_process(text="Humbug again.").subject_id).update(status="published")
    a_process(text="Balderdash.")
    figures = {row["id"]: row for row in rows(head)}
    assert [figures[good][name] for name in ("matches", "rejected", "published", "precision")] == [2, 2, 0, 1.0]
    assert [figures[bad][name] for name in ("matches", "rejected", "published")] == [3, 1, 2]
    assert figures[open_one]["precision"] is None
    assert [row["id"] for row in rows(head)][:3] == [bad, good, open_one]
    assert [row["id"] for row in rows(head, "direction=desc")][:3] == [good, bad, open_one]
    query, pages = "/banned-words?limit=1&direction=desc&cursor=", []
    cursor = ""
    for _ in range(3):
        page = head.get(f"{query}{cursor}").json()
        pages += [row["id"] for row in page["items"]]
        cursor = page["next_cursor"]
    assert pages == [good, bad, open_one]


def test_a_shadow_is_counted_by_what_people_decided(head: Staff) -> None:
    number = add(head, shadow=True)
    reject(head, a_pending_task(text="Pure quackery."))
    end_holds()
    do_jobs()
    (row,) = rows(head, "state=shadow")
    assert (row["id"], row["matches"], row["rejected"]) == (number, 1, 1)


def test_a_text_is_tried_with_an_entry_that_is_not_saved(head: Staff) -> None:
    text = "Absolute qu4cks. Q.u.a.c.k.s! Quаcks, and the Quacks Lane office."
    entry = {"term": "quacks", "action": "hold", "exceptions": ["Quacks Lane"]}
    answer = head.post("/banned-words/test", {"text": text, "entry": entry}).json()
    assert [(match["view"], text[match["start"] : match["end"]], match["entry_id"]) for match in answer["matches"]] == [
        ("leetspeak", "qu4cks", 0),
        ("joined", "Q.u.a.c.k.s", 0),
        ("folded", "Quаcks", 0),
    ]
    assert [text[place["start"] : place["end"]] for place in answer["spared"]] == ["Quacks Lane"]
    marked = {
        reading["view"]: [reading["text"][mark["start"] : mark["end"]] for mark in reading["marks"]]
        for reading in answer["readings"]
    }
    assert marked == {"folded": ["quacks"], "leetspeak": ["quacks"], "joined": ["quacks"]}
    assert not BannedWord.objects.filter(term="quacks").exists()


def test_a_saved_entry_is_tried_as_it_would_become(head: Staff) -> None:
    number = add(head)
    body = {"text": "Quackery, humbug.", "entry": {"term": "humbug"}, "entry_id": number}
    assert [
        (match["term"], match["entry_id"]) for match in head.post("/banned-words/test", body).json()["matches"]
    ] == [("humbug", number)]


def test_a_trial_counts_what_people_decided_about_its_matches(head: Staff) -> None:
    reject(head, a_pending_task(text="Pure quackery."))
    end_holds()
    do_jobs()
    Review.objects.filter(pk=a_process(text="No quackery at all.").subject_id).update(status="published")
    a_process(text="Is this quаckery?")
    Review.objects.filter(pk=a_process(text="This quackery is withdrawn.").subject_id).update(status="withdrawn")
    old = a_process(text="Old quackery.").subject_id
    Review.objects.filter(pk=old).update(received_at=timezone.now() - timedelta(days=91))
    a_process(text="They came on time.")
    started = head.post("/banned-words/trial", {"entry": {"term": "quackery"}})
    assert started.status_code == 202
    path = f"/banned-words/trial/{started.json()['id']}"
    assert head.get(path).json()["state"] == "waiting"
    do_jobs()
    trial = head.get(path).json()
    assert (trial["state"], trial["searched"], trial["total"]) == ("done", 6, 6)
    assert [trial[name] for name in ("open_matched", "open_total", "recent_matched", "recent_total")] == [2, 3, 4, 5]
    assert [trial[name] for name in ("rejected", "published", "still_open", "withdrawn")] == [1, 1, 2, 1]
    assert (trial["older"], trial["saved_recent"]) == (1, None)
    words = {example["text"][example["start"] : example["end"]] for example in trial["examples"]}
    assert words == {"quackery", "quаckery"}
    assert not BannedWord.objects.filter(term="quackery").exists()


def test_a_trial_of_a_saved_entry_is_compared_with_it(head: Staff) -> None:
    number = add(head)
    a_process(text="Quackery.")
    a_process(text="Humbug.")
    body = {"entry": {"term": "humbug"}, "entry_id": number}
    path = f"/banned-words/trial/{head.post('/banned-words/trial', body).json()['id']}"
    do_jobs()
    trial = head.get(path).json()
    assert (trial["recent_matched"], trial["saved_recent"]) == (1, 1)


def test_a_trial_of_an_entry_that_was_retired_meanwhile_has_failed(head: Staff) -> None:
    number = add(head)
    body = {"entry": {"term": "humbug"}, "entry_id": number}
    path = f"/banned-words/trial/{head.post('/banned-words/trial', body).json()['id']}"
    head.delete(f"/banned-words/{number}")
    do_jobs()
    assert head.get(path).json()["state"] == "failed"
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_a_trial_that_an_error_ended_has_failed_and_is_tried_again_by_people(
    head: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_process(text="Quackery.")
    body = {"entry": {"term": "quackery"}}
    path = f"/banned-words/trial/{head.post('/banned-words/trial', body).json()['id']}"
    with monkeypatch.context() as broken:
        broken.setattr(Matcher, "find", _fail)
        do_jobs()
    assert head.get(path).json()["state"] == "failed"
    assert OutboxMessage.objects.get(topic="try_word").set_aside_at
    again = f"/banned-words/trial/{head.post('/banned-words/trial', body).json()['id']}"
    do_jobs()
    assert head.get(again).json()["state"] == "done"


def _fail(*_given: Any) -> Any:
    raise RuntimeError


def test_the_reader_of_a_second_look_does_not_see_the_review_among_examples(head: Staff) -> None:
    task = a_second_look()
    Review.objects.filter(pk=task.process.subject_id).update(text="Pure quackery.")
    assert head.put(f"/tasks/{task.pk}/lock").status_code == 200
    path = f"/banned-words/trial/{head.post('/banned-words/trial', {'entry': {'term': 'quackery'}}).json()['id']}"
    do_jobs()
    assert head.get(path).json()["examples"] == []
    assert len(Staff(a_head_moderator()).get(path).json()["examples"]) == 1


def test_the_list_goes_out_and_in_again_without_running_formulas(head: Staff) -> None:
    number = add(head, "=cmd|quack", action="reject", exceptions=["+44 quack", "a quack"], notes="'quoted", shadow=True)
    text = b"".join(head.get("/banned-words/export").streaming_content).decode()
    (line,) = [line for line in text.splitlines() if "cmd" in line]
    assert line.startswith("""\"'=cmd|quack",word,reject,1,,"'+44 quack; a quack",'quoted,yes""")
    assert audited()[-1] == ("word", 0, "Exported the list.")
    before = BannedWord.objects.filter(pk=number).values().get()
    again = head.post("/banned-words/import", {"csv": text}).json()
    assert (again["added"], again["changed"], again["refused"]) == (0, 0, 0)
    BannedWord.objects.filter(pk=number).update(action="flag", exceptions=[], notes="")
    assert head.post("/banned-words/import", {"csv": text}).json()["changed"] == 1
    after = BannedWord.objects.filter(pk=number).values().get()
    assert {**before, "updated_at": None} == {**after, "updated_at": None}


@pytest.mark.parametrize("first", ["", "sep=;\r\n"])
def test_a_file_of_a_spreadsheet_elsewhere_is_read(head: Staff, first: str) -> None:
    text = f"\ufeff{first}term;mode;notes\r\nquackery;phrase;a, b, c, d, e\r\n\ufffd;word;\r\n"
    done = head.post("/banned-words/import", {"csv": text}).json()
    assert (done["added"], [problem["line"] for problem in done["problems"]]) == (1, [3 + bool(first)])
    assert BannedWord.objects.get(term="quackery").notes == "a, b, c, d, e"


@pytest.mark.parametrize("term", ["bl\ufffddmann", "quackery; flimflam", "quackery, flimflam", "quackery\nflimflam"])
def test_what_could_never_match_is_refused_with_its_reason(head: Staff, term: str) -> None:
    for answer in (
        head.post("/banned-words", {"term": term}),
        head.post("/banned-words", {"term": term, "mode": "phrase"}),
    ):
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["term"])
    done = head.post("/banned-words/import", {"csv": f'term\n"{term}"\n'}).json()
    assert (done["added"], done["refused"]) == (0, 1)
    assert not BannedWord.objects.filter(term=term).exists()


def test_an_import_names_the_lines_that_it_refuses(head: Staff) -> None:
    csv = (
        "term,mode,action,severity\nquackery,word,hold,2\n(a,pattern,flag,1\nhumbug,word,burn,1\nQuackery,word,hold,2\n"
    )
    done = head.post("/banned-words/import", {"csv": csv}).json()
    assert (done["added"], done["refused"], [problem["line"] for problem in done["problems"]]) == (1, 2, [3, 4])
    assert BannedWord.objects.get(term__iexact="quackery").severity == 2
    assert audited() == [("word", 0, "Imported: 1 added, 0 changed, 2 refused.")]
    assert head.post("/banned-words/import", {"csv": "word\nx\n"}).status_code == 422


def test_the_list_takes_few_statements_however_long_it_is(head: Staff, django_assert_num_queries: Any) -> None:
    # the session, hidden second looks, the page
    for _ in range(2):
        with django_assert_num_queries(3):
            assert head.get("/banned-words?limit=1").status_code == 200
    with django_assert_num_queries(3):
        assert len(rows(head)) > 20


def test_a_severity_that_is_no_number_of_the_list_refuses_its_line(head: Staff) -> None:
    done = head.post("/banned-words/import", {"csv": f"term,severity\nquackery,2\nflimflam,{'9' * 5_000}\n"})
    assert done.status_code == 200, done.content
    assert (done.json()["added"], [each["line"] for each in done.json()["problems"]]) == (1, [3])


def test_a_file_beyond_the_room_of_the_list_is_read_no_further_than_that(
    head: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, real, before = list[int](), files._fields, BannedWord.objects.count()

    def spy(cells: Any, costs: Any, line: int, done: Any) -> Any:
        read.append(line)
        return real(cells, costs, line, done)

    monkeypatch.setattr(files, "_fields", spy)
    monkeypatch.setattr("banned_words.entries.MAX_PATTERNS", 2)
    patterns = "\n".join(f"a{number}+,pattern" for number in range(10))
    full = head.post("/banned-words/import", {"csv": f"term,mode\n{patterns}\n"})
    assert (refusal(full), len(read)) == ((409, "list_full"), 3)
    monkeypatch.setattr(files, "MAX_LINES", 4)
    long = head.post("/banned-words/import", {"csv": "term,mode\n" + "(,pattern\n" * 10})
    assert (long.status_code, long.json()["fields"]) == (422, {"csv": ["A file has at most 4 lines."]})
    assert (len(read), BannedWord.objects.count()) == (3, before)


def test_beside_an_import_another_is_to_come_again(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    send = partial(head.post, "/banned-words/import", {"csv": "term\nquackery\nflimflam\n"})
    pause = pause_before(monkeypatch, "banned_words.files.record_audit")
    with at_the_same_time(send, pause) as first:
        second = blocked_or_done(send, pause.let_go)
    assert (second.status_code, second.json()["code"], second["Retry-After"]) == (503, "overloaded", "2")
    assert first.result().json()["added"] == 2
    assert send().json()["unchanged"] == 2


def test_two_imports_of_one_file_at_once_add_its_entries_once(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "AT_ONCE", 2)  # as on two machines
    send = partial(head.post, "/banned-words/import", {"csv": "term\nquackery\nflimflam\n"})
    pause = pause_before(monkeypatch, "banned_words.files.record_audit")
    with at_the_same_time(send, pause) as first:
        second = blocked_or_done(send, pause.let_go)
    assert [answer.status_code for answer in (first.result(), second)] == [200, 200], second.content
    assert (first.result().json()["added"], second.json()["added"], second.json()["unchanged"]) == (2, 0, 2)


def test_terms_with_the_same_small_letters_in_the_database_are_one_entry(head: Staff) -> None:
    """Python has another small sigma for the end of a word."""
    capital, small = "\N{GREEK CAPITAL LETTER SIGMA}", "\N{GREEK SMALL LETTER SIGMA}"
    done = head.post("/banned-words/import", {"csv": f"term\no{capital}\no{small}\n"})
    assert (done.status_code, done.json()["added"]) == (200, 1), done.content
