"""Exports of Zendesk and Zammad become tickets; a newer export adds what is new, and nobody gets a letter."""

import json
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from tests.commands.imports.importing import Write, rejected
from tests.commands.imports.movers import (
    AGENT,
    REQUESTER,
    a_comment,
    a_zammad_ticket,
    a_zendesk_ticket,
    an_article,
    lines_of,
    moved,
)
from tests.consistency import inconsistencies
from tests.factories import a_moderator
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import reply
from tickets.models import Message, Ticket
from workflows.models import Notice, OutboxMessage, Process, Task
from workflows.tickets.threads import save_threads
from workflows.tickets.warnings import warn_clients


def conversation(external_id: str) -> list[tuple[str, str, str]]:
    messages = Message.objects.filter(ticket__external_id=external_id).order_by("created_at", "pk")
    return [(each.kind, each.author_name, each.text) for each in messages]


def counted(output: str) -> list[str]:
    return output.splitlines()[:2]


def test_a_line_of_zendesk_becomes_a_ticket_with_its_notes_and_authors(write: Write) -> None:
    comments = [
        a_comment(1, "Where is it? 🦷"),
        a_comment(2, "Ask the lab.", author=77, public=False),
        a_comment(3, 'On its <a href="https://track.example/1">way</a>.', author=77),
        a_comment(4, "I am her sister.", author=902),
        a_comment(5, "", html_body="", attachments=[{"file_name": "bill.pdf", "content_url": "https://f.example/b"}]),
    ]
    sister = {"id": 902, "name": "Eve Lund", "email": "eve@client.example", "role": "end-user"}
    done = moved("tickets", write(lines_of([a_zendesk_ticket(17, comments, collaborators=[sister])]), "z.json"))
    assert (done.status, done.error) == (0, "")
    assert counted(done.output) == [
        "1 threads: 1 imported, 0 duplicate, 0 rejected.",
        "5 messages: 5 imported, 0 duplicate, 0 rejected.",
    ]
    ticket = Ticket.objects.select_related("company").get(source="zendesk", external_id="17")
    assert (ticket.subject, ticket.client_name, ticket.client_email) == ("Invoice 17", "Ada Lund", "ada@client.example")
    assert ticket.company is not None
    assert (ticket.company.name, ticket.status, ticket.message_count) == ("Mill Lane Dental", "replied", 4)
    assert ticket.created_at == datetime(2024, 3, 2, 9, 30, tzinfo=UTC)
    assert conversation("17") == [
        ("client", "Ada Lund", "Where is it? 🦷"),
        ("note", "Bo Agent", "Ask the lab."),
        ("staff", "Bo Agent", "On its way <https://track.example/1>."),
        ("client", "Eve Lund", "I am her sister."),
        ("client", "Ada Lund", "Attachment: bill.pdf https://f.example/b"),
    ]
    shown = Staff(a_moderator()).get(f"/tickets/{ticket.pk}").json()["messages"]
    assert [(each["kind"], each["author"]["name"], each["text"]) for each in shown] == conversation("17")
    assert list(inconsistencies()) == []


def test_closed_threads_end_when_they_ended_there_and_open_ones_stand_where_their_last_message_leaves_them(
    write: Write,
) -> None:
    answered = [a_comment(1, "Where?"), a_comment(2, "There.", author=77)]
    rows = [
        a_zendesk_ticket(1, answered, status="solved"),
        a_zendesk_ticket(2, answered, status="closed", metric_set={"solved_at": "2024-03-08T00:00:00Z"}),
        a_zendesk_ticket(3, answered, status="pending"),
        a_zendesk_ticket(4, answered[:1], status="hold"),
        a_zendesk_ticket(5, answered, status="deleted"),
        a_zendesk_ticket(6, answered, status="parked"),
        a_zendesk_ticket(7, answered, status="Waiting"),
    ]
    path = write(lines_of(rows), "z.ndjson")
    done = moved("tickets", path, "--state", "waiting=closed")
    assert counted(done.output)[0] == "7 threads: 5 imported, 0 duplicate, 2 rejected."
    assert rejected(path) == [
        (5, "was deleted in Zendesk"),
        (6, "status: 'parked' is not known: say --state 'parked'=open, or =closed"),
    ]
    stand = {ticket.external_id: ticket for ticket in Ticket.objects.all()}
    assert {key: ticket.status for key, ticket in stand.items()} == {
        "1": "resolved",
        "2": "resolved",
        "3": "awaiting_response",
        "4": "new",
        "7": "resolved",
    }
    assert stand["1"].resolved_at == stand["1"].updated_at == datetime(2024, 3, 10, 10, tzinfo=UTC)
    assert stand["2"].resolved_at == datetime(2024, 3, 8, tzinfo=UTC)
    assert Process.objects.filter(subject_id=stand["1"].pk, outcome="resolved", status="DONE").count() == 1
    assert Task.objects.filter(process__flow_class="ticket_resolution", status="NEW").count() == 2
    assert moved("tickets", path, "--state", "waiting=shut").status == 1
    assert list(inconsistencies()) == []
    assert Staff(a_moderator()).delete(f"/tickets/{stand['1'].pk}/resolution").json() == {"status": "awaiting_response"}


def test_a_second_run_makes_nothing_and_a_newer_export_adds_what_is_new(write: Write) -> None:
    first = [a_comment(1, "Where?"), a_comment(2, "There.", author=77)]
    path = write(lines_of([a_zendesk_ticket(1, first), a_zendesk_ticket(2, first, status="closed")]), "z.ndjson")
    moved("tickets", path)
    before = list(Message.objects.order_by("pk").values())
    assert counted(moved("tickets", path).output) == [
        "2 threads: 0 imported, 2 duplicate, 0 rejected.",
        "4 messages: 0 imported, 4 duplicate, 0 rejected.",
    ]
    assert list(Message.objects.order_by("pk").values()) == before
    more = [*first, a_comment(3, "Hush.", author=77, public=False), a_comment(4, "Not there.")]
    newer = [a_zendesk_ticket(1, more), a_zendesk_ticket(2, more, status="closed"), a_zendesk_ticket(3, first)]
    done = moved("tickets", write(lines_of([*newer, newer[0]]), "newer.ndjson"))
    assert counted(done.output) == [
        "4 threads: 1 imported, 3 duplicate, 0 rejected.",
        "14 messages: 6 imported, 8 duplicate, 0 rejected.",
    ]
    assert [kind for kind, _, _ in conversation("1")] == ["client", "staff", "note", "client"]
    assert {ticket.external_id: ticket.status for ticket in Ticket.objects.all()} == {
        "1": "replied",
        "2": "resolved",
        "3": "awaiting_response",
    }
    assert list(inconsistencies()) == []


def test_an_export_without_comments_gets_them_from_one_that_has_them(write: Write) -> None:
    moved("tickets", write(lines_of([a_zendesk_ticket(1, [])]), "a.json"))
    assert conversation("1") == [("client", "Ada Lund", "Only this.")]
    moved(
        "tickets", write(lines_of([a_zendesk_ticket(1, [a_comment(1, "Only this."), a_comment(2, "Well?")])]), "b.json")
    )
    assert conversation("1") == [("client", "Ada Lund", "Only this."), ("client", "Ada Lund", "Well?")]


def test_a_page_of_zendesk_names_people_by_id_and_lists_them_after_its_tickets(write: Write) -> None:
    named = {"requester", "assignee", "organization"}
    ticket = a_zendesk_ticket(8, [a_comment(1, "Hm."), a_comment(2, "So.", author=77)])
    ticket = {key: value for key, value in ticket.items() if key not in named} | {"organization_id": 5}
    page = {
        "count": 1,
        "tickets": [ticket],
        "users": [REQUESTER, AGENT],
        "organizations": [{"id": 5, "name": "Mill Lane Dental"}],
        "end_of_stream": True,
    }
    done = moved("tickets", write(json.dumps(page), "page.json"))
    assert counted(done.output)[0] == "1 threads: 1 imported, 0 duplicate, 0 rejected."
    assert conversation("8") == [("client", "Ada Lund", "Hm."), ("staff", "Bo Agent", "So.")]
    assert Ticket.objects.get().client_email == "ada@client.example"
    assert Ticket.objects.filter(company__name="Mill Lane Dental").exists()


def test_who_is_not_listed_makes_no_client_and_no_agent(write: Write) -> None:
    ticket = a_zendesk_ticket(8, [a_comment(1, "Hm."), a_comment(2, "So.", author=902)])
    listed = {**ticket, "id": 9}
    del ticket["requester"], listed["requester"]
    nobody = a_zendesk_ticket(10, [a_comment(1, "Hm."), a_comment(2, "So.", author=0), a_comment(3, "Ah.", author=5)])
    nobody["requester"] = {"name": "Ada Lund"}
    del nobody["requester_id"], nobody["comments"][1]["author_id"]
    path = write(lines_of([ticket]), "z.ndjson")
    why = "the file does not list the user {}: import the ticket with the users of its page"
    assert "1 rejected" in moved("tickets", path).output
    assert rejected(path) == [(1, f"requester: {why.format(901)}")]
    path = write(json.dumps({"tickets": [listed], "users": [REQUESTER]}), "page.json")
    assert "1 rejected" in moved("tickets", path).output
    assert rejected(path) == [(1, f"comments: {why.format(902)}")]
    nobody["comments"] = [{**nobody["comments"][0], "author": {"role": "end-user"}}, *nobody["comments"][1:]]
    assert "1 imported" in moved("tickets", write(lines_of([nobody]), "n.ndjson")).output
    assert [kind for kind, _, _ in conversation("10")] == ["client", "staff", "staff"]


def test_the_csv_of_zendesk_has_subjects_alone(write: Write) -> None:
    header = "Summation column,Id,Requester,Requester email,Subject,Status,Organization,Created at,Updated at,Solved at"
    rows = (
        '1,21,Ada Lund,ada@client.example,"Bill, high",Solved,,2009-09-01 19:02,2009-09-07 21:30,2009-09-03 21:07',
        "1,22,Bo,not an address,😀,Open,,2009-09-01 19:02,2009-09-07 21:30,",
        "1,21,Eve,eve@client.example,Other,Open,,2009-09-01 19:02,2009-09-07 21:30,",
        "1,,Eve,eve@client.example,Other,Open,,2009-09-01 19:02,2009-09-07 21:30,",
        "1,24,Eve,eve@client.example,Other,Open,,yesterday,2009-09-07 21:30,",
    )
    path = write("\n".join((header, *rows)), "export.csv")
    done = moved("tickets", path)
    assert counted(done.output)[0] == "5 threads: 2 imported, 0 duplicate, 3 rejected."
    assert [line for line, _ in rejected(path)] == [4, 5, 6]
    one, other = Ticket.objects.order_by("external_id")
    assert (one.status, one.resolved_at, one.client_email) == (
        "resolved",
        datetime(2009, 9, 3, 21, 7, tzinfo=UTC),
        "ada@client.example",
    )
    assert (other.client_name, other.client_email, other.status) == ("Bo", "", "new")
    assert conversation("21") == [("client", "Ada Lund", "Bill, high")]
    assert "set --format" in moved("tickets", write("a,b\n1,2\n", "t.csv")).error


def test_an_order_of_day_and_month_in_zendesks_csv_that_is_in_doubt_is_asked_about(write: Write) -> None:
    header = "Id,Requester,Requester email,Subject,Status,Created at,Updated at,Solved at"
    rows = ("1,Ada,,Bill,Solved,03/04/2024,03/05/2024,03/05/2024", "2,Ada,,Bill,Open,03/25/2024,03/26/2024,")
    path = write("\n".join((header, *rows)), "export.csv")
    done = moved("tickets", path)
    assert (done.status, Ticket.objects.count()) == (1, 0)
    assert "--date-format" in done.error
    assert "2 imported" in moved("tickets", path, "--date-format", "%m/%d/%Y").output
    assert set(Ticket.objects.values_list("created_at__date", flat=True)) == {date(2024, 3, 4), date(2024, 3, 25)}


def test_a_line_is_as_long_as_an_object_of_a_page_and_markup_as_long_as_a_mail(write: Write) -> None:
    comments = [a_comment(number, "Hm. " * 20_000, html_body="") for number in range(1, 9)]
    longest = "<p>Hm.</p>" * 200_001
    rows = [a_zendesk_ticket(1, comments * 2), a_zendesk_ticket(2, [a_comment(1, "Hm.", html_body=longest)])]
    for number, comment in enumerate(comments * 2):
        rows[0]["comments"][number] = {**comment, "id": number}
    path = write(lines_of(rows), "z.ndjson")
    assert "1 imported, 0 duplicate, 1 rejected" in moved("tickets", path).output
    assert rejected(path) == [(2, "a message has more than 2,000,000 characters of HTML")]


def test_a_ticket_of_zammad_has_articles_of_three_senders(write: Write) -> None:
    articles = [
        an_article(1, "Customer", "Hello,<br>where&nbsp;is it?<div><br></div>"),
        an_article(2, "System", "We got your mail.", content_type="text/plain"),
        an_article(3, "Agent", "<b>On</b> its way."),
        an_article(
            4, "Agent", "Lab is slow.", internal=True, type="note", attachments=[{"id": 1, "filename": "x.png"}]
        ),
        an_article(5, "Customer", "Rang: thanks.", type="phone", **{"from": "ada@client.example"}),
    ]
    rows = [
        a_zammad_ticket(3, articles, organization="Mill Lane Dental"),
        a_zammad_ticket(4, articles[:1], state="closed", close_at="2024-03-04T08:00:00.000Z"),
        a_zammad_ticket(5, articles[:1], state="merged"),
        a_zammad_ticket(6, articles[:1], state="pending close"),
        a_zammad_ticket(7, articles[:1], state="removed"),
        a_zammad_ticket(8, articles[3:4]),
        a_zammad_ticket(9, [an_article(1, "Robot", "x")]),
        a_zammad_ticket(10, []),
    ]
    path = write(json.dumps(rows, indent=1), "zammad.json")
    done = moved("tickets", path)
    assert counted(done.output)[0] == "8 threads: 4 imported, 0 duplicate, 4 rejected."
    assert [number for number, _ in rejected(path)] == [5, 6, 7, 8]
    ticket = Ticket.objects.get(source="zammad", external_id="3")
    assert (ticket.subject, ticket.client_name, ticket.status, ticket.message_count) == (
        "Order 3",
        "Ada Lund",
        "replied",
        3,
    )
    assert conversation("3") == [
        ("client", "Ada Lund", "Hello,\nwhere is it?"),
        ("system", "Bo Agent via Support", "We got your mail."),
        ("staff", "Bo Agent via Support", "On its way."),
        ("note", "Bo Agent via Support", "Lab is slow.\n\nAttachment: x.png"),
        ("client", "Ada Lund", "Rang: thanks."),
    ]
    assert dict(Ticket.objects.values_list("external_id", "status")) == {
        "3": "replied",
        "4": "resolved",
        "5": "resolved",
        "6": "new",
    }
    assert counted(moved("tickets", path).output)[0] == "8 threads: 0 imported, 4 duplicate, 4 rejected."
    assert list(inconsistencies()) == []


def test_an_agent_who_noted_a_call_does_not_become_the_client(write: Write) -> None:
    agent = {"id": 77, "firstname": "Bo", "lastname": "Agent", "email": "bo@desk.example"}
    call = an_article(1, "Customer", "She rang.", type="phone", created_by=agent, **{"from": ""})
    moved("tickets", write(lines_of([a_zammad_ticket(3, [call], customer=None, customer_id=None)]), "z.ndjson"))
    moved("tickets", write(lines_of([a_zammad_ticket(4, [call], customer={"firstname": "Ada"})]), "z.ndjson"))
    ticket, known = Ticket.objects.order_by("pk")
    assert (ticket.client_name, ticket.client_email) == ("Unknown client", "")
    assert (known.client_name, known.client_email) == ("Ada", "")
    assert conversation("4") == [("client", "Ada", "She rang.")]


def test_zammads_whole_answer_about_a_ticket_has_numbers_and_assets(write: Write) -> None:
    def answer(number: int, state: int) -> dict[str, Any]:
        article = {"ticket_id": number, "content_type": "text/plain", "internal": False, "created_by_id": 10}
        asked = {**article, "id": 18, "sender_id": 2, "body": "How many?", "created_at": "2021-11-03T02:57:19Z"}
        said = {**article, "id": 19, "sender_id": 1, "body": "Two.", "created_at": "2021-11-03T05:42:19.141Z"}
        return {
            "ticket_id": number,
            "ticket_article_ids": [18, 19],
            "assets": {
                "Ticket": {str(number): {"id": number, "title": "Cups", "state_id": state, "customer_id": 10}},
                "TicketArticle": {"19": said, "18": asked},
                "User": {"10": {"id": 10, "firstname": "David", "lastname": "Bell", "email": "david@client.example"}},
            },
        }

    moved("tickets", write(lines_of([answer(9, 2), answer(10, 4)], torn='{"ticket_id": 11, "ass'), "all.ndjson"))
    assert dict(Ticket.objects.values_list("external_id", "status")) == {"9": "awaiting_response", "10": "resolved"}
    assert [text for _, _, text in conversation("9")] == ["How many?", "Two."]
    assert set(Ticket.objects.values_list("client_name", "client_email")) == {("David Bell", "david@client.example")}


def test_an_import_mails_nobody(write: Write, settings: Any) -> None:
    settings.SENDING_HOLD = timedelta(0)
    first = [a_comment(1, "Where?"), a_comment(2, "There.", author=77)]
    moved("tickets", write(lines_of([a_zendesk_ticket(1, first), a_zendesk_ticket(2, first)]), "z.ndjson"))
    staff = a_moderator()
    ticket = Ticket.objects.get(external_id="1")
    assert reply(Staff(staff), ticket).status_code == 201
    do_jobs()
    mail.outbox.clear()
    User.objects.update(notifications=["ticket_replied"])
    newer = [a_zendesk_ticket(1, [*first, a_comment(4, "Not there.")])]
    moved("tickets", write(lines_of(newer), "newer.ndjson"))
    Task.objects.filter(fires_at__isnull=False).update(fires_at=timezone.now())
    assert (warn_clients(), Notice.objects.count()) == (0, 0)
    do_jobs()
    assert mail.outbox == []
    assert not OutboxMessage.objects.filter(done_at=None, topic__startswith="mail").exists()


def test_a_ticket_that_continues_one_that_ended_long_ago_is_not_warned_either(write: Write) -> None:
    first = [a_comment(1, "Where?"), a_comment(2, "There.", author=77)]
    moved("tickets", write(lines_of([a_zendesk_ticket(1, first, status="closed")]), "z.ndjson"))
    newer = [a_zendesk_ticket(1, [*first, a_comment(4, "Not there.")])]
    moved("tickets", write(lines_of(newer), "newer.ndjson"))
    old, new = Ticket.objects.order_by("pk")
    assert (new.older_id, new.no_automatic_mail) == (old.pk, True)


def test_an_interrupted_run_goes_on_where_it_stopped(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commands.imports.tickets.CHUNK", 2)
    path = write(lines_of([a_zendesk_ticket(number, [a_comment(1, "Where?")]) for number in range(5)]), "z.ndjson")
    save, calls = save_threads, count(1)

    def fail_then(source: str, threads: Any) -> Any:
        if next(calls) == 2:
            raise OperationalError("gone")
        return save(source, threads)

    with monkeypatch.context() as patched:
        patched.setattr("commands.imports.tickets.save_threads", fail_then)
        done = moved("tickets", path)
    assert (done.status, Ticket.objects.count()) == (2, 2)
    assert "run the same command again" in done.error
    assert counted(moved("tickets", path).output)[0] == "5 threads: 3 imported, 2 duplicate, 0 rejected."


def test_wrong_and_torn_lines_stop_nothing(write: Write, tmp_path: Path) -> None:
    good = a_zendesk_ticket(1, [a_comment(1, "Where?")])
    rows: list[Any] = [
        good,
        {**good, "id": 2, "comments": [a_comment(1, "x", created_at="noon")]},
        {**good, "id": 3, "requester": {"id": 901, "name": None, "email": "broken@"}},
        {"status": "open", "requester_id": 1},
        [],
        {**good, "id": 4, "comments": [a_comment(1, "\ud83d")]},
        {**good, "id": 5, "subject": None, "description": None, "comments": None},
        {**good, "id": 6, "comments": [a_comment(1, "x"), a_comment(2, "y"), a_comment(2, "z")]},
    ]
    path = tmp_path / "z.ndjson"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows) + '{"id": 7, "sta')
    done = moved("tickets", path)
    assert counted(done.output)[0] == "9 threads: 2 imported, 0 duplicate, 7 rejected."
    assert [line for line, _ in rejected(path)] == [2, 4, 5, 6, 7, 8, 9]
    assert Ticket.objects.get(external_id="3").client_name == "Unknown client"
    # corrected in the file of rejected rows, in Zendesk's own form
    refused = path.with_name("z.ndjson.rejected.ndjson")
    refused.write_text(refused.read_text().replace("noon", "2024-03-02T10:00:00Z"))
    assert "1 imported" in moved("tickets", refused, "--rejects", str(tmp_path / "again.ndjson")).output
