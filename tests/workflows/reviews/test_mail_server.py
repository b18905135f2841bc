"""The mail server by one address."""

import pytest

from kit.mail import mail_server


def test_an_smtp_server_is_named_with_its_port_and_its_encryption() -> None:
    settings = mail_server("smtp+tls://desk%40docket.test:p%2Fw@mail.docket.test")
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail.docket.test", 587)
    assert (settings["EMAIL_HOST_USER"], settings["EMAIL_HOST_PASSWORD"]) == ("desk@docket.test", "p/w")
    assert (settings["EMAIL_USE_TLS"], settings["EMAIL_USE_SSL"]) == (True, False)
    assert mail_server("smtps://mail.docket.test:4650")["EMAIL_PORT"] == 4650
    assert mail_server("smtp://mail.docket.test")["EMAIL_USE_TLS"] is False


def test_without_a_mail_server_mail_is_printed_or_written_to_a_folder() -> None:
    assert mail_server("none") == {
        "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
        "MAIL_IS_SENT": False,
    }
    assert mail_server("console:") == {"EMAIL_BACKEND": "kit.mail.PrintedMail", "MAIL_IS_SENT": False}
    assert mail_server("file:///var/mail/docket%20desk")["EMAIL_FILE_PATH"] == "/var/mail/docket desk"


@pytest.mark.parametrize("url", ["", "mail.docket.test", "http://mail.docket.test", "smtp://", "file:"])
def test_an_address_that_names_no_server_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(ValueError, match="MAIL_URL"):
        mail_server(url)
