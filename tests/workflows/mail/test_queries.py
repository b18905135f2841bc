"""How many statements a mail costs, whatever the number of tickets."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.mail.written import a_mail
from tests.workflows.mail.post import an_answer, answered, arrives
from workflows.tickets.mail_in import ingest_mail


def statements(raw: bytes) -> int:
    with CaptureQueriesContext(connection) as captured:
        ingest_mail(raw)
    return len(captured)


def test_a_mail_costs_a_fixed_number_of_statements() -> None:
    ticket = arrives(a_mail())
    mail = answered(ticket)
    for number in range(10):
        ingest_mail(an_answer(mail, message_id=f"<more{number}@client.example.com>"))
    answered(ticket)
    new = statements(a_mail(message_id="<9@client.example.com>"))
    answer = statements(an_answer(mail))
    again = statements(an_answer(mail))
    # with the savepoints of the engine, and the entry of what was stored
    assert (new, answer, again) == (24, 36, 1)
