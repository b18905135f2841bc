"""A tail of history that is lost with its heads shows at the anchors, and at what others hold that got it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from tests.databases import as_owner
from tests.factories import a_moderator, a_pending_task
from tests.receiver import Receiver, do_all_jobs
from tests.staff import Staff
from tests.workflows.engine.test_marks import a_note, lose_the_last_entry
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from tests.workflows.tickets.threads import a_ticket, reply
from workflows.engine.core.consistency.chains import broken_anchors, find_faults, write_anchor
from workflows.engine.outbox.marks import HEADER, Seen, head_of
from workflows.models import Process, TaskEvent, WebhookEndpoint

pytestmark = [pytest.mark.usefixtures("anchors"), pytest.mark.rule(17)]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


def an_hour_ago() -> None:
    as_owner("UPDATE workflows_taskevent SET at = at - interval '1 hour'")


def verified(capsys: Any, *options: str) -> tuple[int, list[str], list[str]]:
    """Exit status of `docket verify`, what it names, and what it says."""
    status = 0
    try:
        call_command("docket_verify", *options)
    except SystemExit as error:
        status = int(error.code or 0)
    out, err = capsys.readouterr()
    return status, err.splitlines(), out.splitlines()


def a_history(entries: int) -> Process:
    process: Process = a_pending_task().process
    for _ in range(entries - 1):
        a_note(process)
    return process


def lose(process: Process, entries: int) -> None:
    """Rows of the owner: the chain itself is right afterwards."""
    as_owner("DELETE FROM workflows_eventtext")
    for _ in range(entries):
        lose_the_last_entry(process.pk)


def test_the_anchor_says_how_many_entries_are_lost_and_where_the_database_ends(tmp_path: Path, capsys: Any) -> None:
    process = a_history(5)
    an_hour_ago()
    anchor = write_anchor(tmp_path / "anchors")
    said = json.loads(anchor.read_text())
    lose(process, 2)
    (sentence,) = [sentence for _, sentence in broken_anchors(tmp_path / "anchors")]
    last = TaskEvent.objects.latest("pk").pk
    assert sentence.startswith(f"{anchor.name}: the anchor of ")
    assert sentence.endswith(f" names entry {said['last_id']:,}; this database ends at {last:,}: 2 entries are lost")
    a_note(process)  # history goes on, with later numbers
    a_note(process)
    a_note(process)
    (sentence,) = [sentence for _, sentence in broken_anchors(tmp_path / "anchors")]
    assert sentence.endswith("; this database has fewer up to there: 2 entries are lost")
    status, named, _ = verified(capsys)
    assert (status, sentence in named) == (1, True)


def test_an_anchor_that_history_lacks_is_not_overwritten_by_a_poorer_one(tmp_path: Path) -> None:
    folder = tmp_path / "anchors"
    process = a_history(4)
    an_hour_ago()
    first = write_anchor(folder)
    assert write_anchor(folder) == first  # the day has one, as long as history only grows
    lose(process, 1)
    second = write_anchor(folder)
    assert second != first
    assert [path for path, _ in broken_anchors(folder)] == [first]


def test_verify_says_with_what_it_compared(tmp_path: Path, capsys: Any) -> None:
    process = a_history(3)
    an_hour_ago()
    seen = tmp_path / "seen.log"
    seen.write_text("nothing\n")
    _, _, said = verified(capsys, "--seen", str(seen))
    assert said[0] == "Compared with 0 anchors, 0 marks, 0 entries that seen.log names."
    write_anchor(tmp_path / "anchors")
    seen.write_text(f"{head_of(process.pk)[0].reference}\n")
    _, _, said = verified(capsys, "--seen", str(seen))
    assert said[0].startswith("Compared with 1 anchor (the newest of ")
    assert said[0].endswith(
        f", up to entry {TaskEvent.objects.latest('pk').pk:,}), 0 marks, 1 entries that seen.log names."
    )
    with pytest.raises(CommandError, match="There is no file"):
        call_command("docket_verify", "--seen", str(tmp_path / "none"))


def test_a_list_of_what_others_acknowledged_names_what_is_lost(tmp_path: Path, capsys: Any) -> None:
    process = a_history(4)
    references = []
    for seq in (2, 3, 4):
        digest = bytes(TaskEvent.objects.get(process=process, seq=seq).hash).hex()
        references.append(f"process.{process.pk}.{seq}.{digest}")
    log = tmp_path / "receiver.log"
    # as logs write it: in JSON within JSON, behind an escape, twice, in a line of a megabyte that a part ends in
    begin = f'10:00 "{{\\"entry\\":\\"{references[0]}\\"}}"\n\\n{references[1]} {references[1]}\n'.encode()
    filling = b"\xff" * (1_048_576 - len(begin) - 40)
    log.write_bytes(begin + filling + f" {references[2]}\nprocess.1.2.abc\n".encode())
    _, named, said = verified(capsys, "--seen", str(log))
    assert [line for line in named if "receiver.log" in line] == []
    assert said[0].endswith(", 3 entries that receiver.log names.")
    lose(process, 2)
    assert list(find_faults()) == []
    assert list(Seen(log).lost()) == [
        f"process {process.pk}: entry 3, which receiver.log names in line 2, is not there",
        f"process {process.pk}: entry 4, which receiver.log names in line 3, is not there",
    ]
    # lost entries are in the order of the lines, and one at the end of a part, with nothing behind it, is found too
    ends = f"{chr(10) * 8}{references[2]}".rjust(1_048_576 - len(references[1]) - 2)
    log.write_text(f"\n{references[1]}\n{ends}")
    assert log.stat().st_size == 1_048_576
    assert [sentence.split(" names in ")[1] for sentence in Seen(log).lost()] == [
        "line 2, is not there",
        "line 11, is not there",
    ]
    a_note(process)  # another entry in the place of the third
    status, named, _ = verified(capsys, "--seen", str(log))
    assert status == 1
    assert len([line for line in named if "receiver.log names" in line]) == 2


def test_a_webhook_names_the_entry_that_it_follows(receiver: Receiver, tmp_path: Path) -> None:
    WebhookEndpoint.objects.create(url=receiver.url)
    task = a_pending_task()
    reject(Staff(a_moderator()), task)
    end_holds()
    do_all_jobs()
    headers, body = receiver.requests[-1]
    log = tmp_path / "receiver.log"
    log.write_bytes(body)
    assert headers[HEADER] == json.loads(body)["entry"]
    seen = Seen(log)
    assert (list(seen.lost()), seen.count) == ([], 1)
    entry = int(json.loads(body)["entry"].split(".")[2])
    while TaskEvent.objects.filter(process=task.process_id, seq=entry).exists():
        lose_the_last_entry(task.process_id)
    assert len(list(seen.lost())) == 1


def test_letters_and_mails_to_clients_name_the_entry_that_they_follow(tmp_path: Path) -> None:
    task = a_pending_task(author_email="a@example.com")
    reject(Staff(a_moderator()), task)
    end_holds()
    ticket = a_ticket()
    assert reply(Staff(a_moderator()), ticket).status_code == 201
    do_jobs()
    mailbox = tmp_path / "mailbox"
    mailbox.write_bytes(b"\n".join(each.message().as_bytes() for each in mail.outbox))
    seen = Seen(mailbox)
    assert (list(seen.lost()), seen.count) == ([], len(mail.outbox))
    assert len(mail.outbox) > 1
    lose_the_last_entry(Process.objects.get(subject_id=ticket.pk, flow_class="ticket_resolution").pk)
    assert len(list(seen.lost())) == 1
