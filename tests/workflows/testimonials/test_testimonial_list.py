"""The list of testimonials: searched, narrowed, counted, and with who works on what until when."""

from typing import Any
from urllib.parse import urlencode

from tests.factories import a_company, a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial, take
from tests.testimonials.arriving import decide_testimonial as decide

WORDS = {"transcription": "They repaired my roof in the rain."}


def test_the_list_is_searched_by_who_sent_it_its_company_and_its_words() -> None:
    company, staff = a_company(name="Harbour Roofing"), Staff(a_moderator())
    written, other = a_testimonial(company, author_name="Agnes Tomlinson"), a_testimonial(author_name="Bo Reader")
    decide(staff, written, "finish", WORDS)

    def found(q: str, **more: Any) -> list[int]:
        return [row["id"] for row in staff.get(f"/testimonials?{urlencode({'q': q, **more})}").json()["items"]]

    for q in ("Tomlinson", "tomlin", "harbour", "repaired my roof", str(written)):
        assert found(q) == [written], q
    assert (found("reader"), found("nothing like it"), found("")) == ([other], [], [other, written])
    assert found("reader", company=company.pk) == []
    page = staff.get("/testimonials?limit=1").json()["next_cursor"]
    assert staff.get(f"/testimonials?q=reader&cursor={page}").status_code == 422


def test_a_colleague_sees_that_somebody_has_begun_and_not_what() -> None:
    number, marta, callum = a_testimonial(), a_moderator("Marta Ellwood"), a_moderator()
    writer, colleague = Staff(marta), Staff(callum)

    def begun(reader: Staff) -> Any:
        task_id = reader.get(f"/testimonial/{number}").json()["task"]["task_id"]
        return reader.get(f"/tasks/{task_id}").json()["subject"]["begun_by"]

    def draft(form: dict[str, str]) -> None:
        task_id = take(writer, number)["task"]["task_id"]
        assert writer.put(f"/tasks/{task_id}/draft", {"outcome": "finish", "form": form}).status_code == 200

    assert begun(colleague) is None
    draft({"transcription": " ", "shown_as": "Mrs Okafor"})
    assert begun(colleague) is None  # its form has been open, and nothing is written
    draft(WORDS)
    decide(writer, number, "backlog")
    assert begun(colleague) is None  # it is written in another step
    decide(writer, number, "return")
    assert (begun(colleague), begun(writer)) == ({"id": marta.pk, "name": "Marta Ellwood"}, None)
    decide(writer, number, "finish", WORDS)
    assert begun(colleague) is None


def test_the_list_has_filters_and_pages() -> None:
    company, staff = a_company(), Staff(a_moderator())
    numbers = [a_testimonial(company) for _ in range(3)]
    a_testimonial()
    decide(staff, numbers[0], "finish", WORDS)
    first = staff.get(f"/testimonials?company={company.pk}&limit=2").json()
    assert [row["id"] for row in first["items"]] == [numbers[2], numbers[1]]
    rest = staff.get(f"/testimonials?company={company.pk}&limit=2&cursor={first['next_cursor']}").json()
    assert ([row["id"] for row in rest["items"]], rest["next_cursor"]) == ([numbers[0]], None)
    assert [row["id"] for row in staff.get("/testimonials?status=queued").json()["items"]] == [numbers[0]]
    oldest = staff.get(f"/testimonials?company={company.pk}&direction=asc&limit=2").json()
    assert [row["id"] for row in oldest["items"]] == numbers[:2]
    assert staff.get(f"/testimonials?company={company.pk}&limit=2&cursor={oldest['next_cursor']}").status_code == 422
    assert staff.get(f"/testimonials?cursor={first['next_cursor']}").status_code == 422


def test_a_row_says_how_much_its_file_holds_as_its_own_page_does() -> None:
    staff, number = Staff(a_moderator()), a_testimonial()
    file = staff.get(f"/testimonial/{number}").json()["file"]
    (row,) = staff.get("/testimonials").json()["items"]
    assert (row["duration"], row["pages"]) == (file["duration"], file["pages"]) == (None, 1)


def test_each_status_is_counted_with_when_its_oldest_came() -> None:
    staff, numbers = Staff(a_moderator()), [a_testimonial() for _ in range(3)]
    decide(staff, numbers[2], "finish", WORDS)
    came = [staff.get(f"/testimonial/{number}").json()["received_at"] for number in numbers]
    assert staff.get("/testimonials/counts").json()["items"] == [
        {"status": "queued", "count": 1, "oldest": came[2]},
        {"status": "to_transcribe", "count": 2, "oldest": came[0]},
    ]


def test_the_list_says_who_has_what_and_until_when_it_is_due() -> None:
    account = a_moderator()
    staff, numbers = Staff(account), [a_testimonial() for _ in range(3)]
    page = take(staff, numbers[1])
    decide(staff, numbers[0], "finish", WORDS)
    held, taken, free = sorted(staff.get("/testimonials").json()["items"], key=lambda row: row["id"])
    assert taken["due_at"] == page["task"]["due_at"] is not None
    assert (taken["locked"], taken["locked_id"], taken["locked_by"]) == (True, account.pk, account.full_name)
    assert (free["locked"], free["locked_id"], free["assigned_to"]) == (False, 0, None)
    assert (held["due_at"], held["locked"]) == (None, False), "a hold ends by itself"
