"""The drills' mail server and receiver of webhooks take what the product sends."""

import pytest
import requests
from django.core.mail import EmailMessage, get_connection

from drills.receivers import mail_server, webhook_receiver


@pytest.mark.parametrize(("message_id", "noted"), [("letter-7", "7"), ("ticket.12.34.ab1c", "ticket.12.34.ab1c")])
def test_a_mail_is_noted_as_often_as_it_comes(message_id: str, noted: str) -> None:
    with mail_server() as mail:
        head = {"Message-ID": f"<{message_id}@docket.test>"}
        message = EmailMessage("Subject", "Words.\n.\nMore.", "desk@docket.test", ["a@docket.test"], headers=head)
        for _ in range(2):
            backend = "django.core.mail.backends.smtp.EmailBackend"
            get_connection(backend, host="127.0.0.1", port=mail.port).send_messages([message])
    assert mail.times == {noted: 2}


def test_an_event_is_noted_with_its_body() -> None:
    with webhook_receiver() as webhooks:
        head = {"Docket-Event": "e1"}
        answer = requests.post(f"http://127.0.0.1:{webhooks.port}/", json={"id": "e1"}, headers=head, timeout=60)
    assert answer.ok
    assert webhooks.contents == {"e1": [{"id": "e1"}]}
