"""Head moderators look at mail that could not become a message."""

import pytest

from audit.actions import sentence_of
from audit.models import AuditEntry
from tests.factories import a_head_moderator, a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.mail.post import arrives
from tickets.models import OriginalMail
from workflows.tickets.mail_in import take_in

pytestmark = pytest.mark.usefixtures("database")


def test_a_head_moderator_lists_and_reads_the_quarantine_and_the_read_is_noted() -> None:
    arrives(a_mail())
    take_in(b"Subject: nobody\n\ntext \xff")
    staff = Staff(a_head_moderator())
    listed = staff.get("/mail/quarantine").json()
    (item,) = listed["items"]
    assert (item["reason"], item["size"], listed["next_before"]) == ("no_sender", 23, None)
    read = staff.post(f"/mail/quarantine/{item['id']}/source").json()
    assert read == {"source": "Subject: nobody\n\ntext \ufffd", "is_whole": True}
    entry = AuditEntry.objects.latest("pk")
    assert (entry.user_id, sentence_of(entry)) == (
        staff.user and staff.user.pk,
        f"Exported mail {item['id']} of the quarantine.",
    )
    assert staff.get(f"/mail/quarantine?before={item['id']}").json()["items"] == []


def test_a_mail_of_a_ticket_is_not_in_quarantine() -> None:
    arrives(a_mail())
    number = OriginalMail.objects.get().pk
    assert Staff(a_head_moderator()).post(f"/mail/quarantine/{number}/source").status_code == 404


def test_moderators_do_not_read_the_quarantine() -> None:
    assert Staff(a_moderator()).get("/mail/quarantine").status_code == 403
