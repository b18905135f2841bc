"""Mail is fetched from each kind of source; a run that ends anywhere loses and doubles nothing."""

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from mail import apart
from mail.sources.addresses import source_at
from mail.sources.fetched import SourceAwayError
from mail.sources.mbox import split
from mail.sources.stream import Stream
from tests.accounts.production import in_production
from tests.certificates import write_certificate
from tests.mail.imap_server import an_imap_server
from tests.mail.written import a_mail
from tests.workflows.mail.post import a_maildir, stored
from tickets.models import Message, OriginalMail, Ticket
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage
from workflows.tickets import mail_in, mail_messages, starting
from workflows.tickets.fetching import REFUSED, fetch_configured, fetch_from

MAILS = tuple(a_mail(f"Mail {number}", message_id=f"<{number}@client.example.com>") for number in range(4))


def texts() -> list[str]:
    return sorted(Message.objects.values_list("text", flat=True))


ALL = [f"Mail {number}" for number in range(4)]


def as_mbox(*mails: bytes) -> bytes:
    return b"".join(b"From ann@client.example.com Fri Nov 20 10:00:00 2026\n" + raw.rstrip() + b"\n\n" for raw in mails)


def test_a_maildir_is_emptied_into_its_own_folder(tmp_path: Path) -> None:
    folder = a_maildir(tmp_path / "m", *MAILS[:3])
    (folder / "cur" / "003.host:2,S").write_bytes(MAILS[3])  # a person has read it: it is new for us
    assert fetch_from(source_at(f"maildir://{folder}")) == {"new tickets": 4}
    assert texts() == ALL
    assert [len(list((folder / name).iterdir())) for name in ("new", "cur", ".Docket/cur")] == [0, 0, 4]
    assert fetch_from(source_at(f"maildir://{folder}")) == {}


def test_a_mail_too_large_to_be_read_is_kept_whole_without_reading_it_into_memory(tmp_path: Path) -> None:
    folder = a_maildir(tmp_path / "m", MAILS[0])
    with (folder / "new" / "999.host").open("wb") as large:
        large.write(MAILS[1])
        large.truncate(150_000_000)
    tracemalloc.start()
    try:
        assert fetch_from(source_at(f"maildir://{folder}")) == {"new tickets": 1, "in quarantine": 1}
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()
    kept = OriginalMail.objects.get(message=None)
    assert (kept.reason, kept.size, Path(kept.raw.path).stat().st_size) == ("too_large", 150_000_000, 150_000_000)
    assert list((folder / "new").iterdir()) == []


def test_an_mbox_is_read_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "box"
    escaped = a_mail("Hello\n\n>From me", message_id="<9@client.example.com>")
    file.write_bytes(as_mbox(*MAILS, escaped))
    assert fetch_from(source_at(f"mbox://{file}")) == {"new tickets": 5}
    assert texts() == ["Hello\n\nFrom me", *ALL]
    assert not file.exists()
    file.write_bytes(as_mbox(MAILS[0]))
    assert fetch_from(source_at(f"mbox://{file}")) == {"duplicates": 1}
    assert len(list(tmp_path.glob("box*"))) == 1
    assert fetch_from(source_at(f"mbox://{file}")) == {}


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("From - Fri Nov 20 10:00:00 2026", True),
        ("From MAILER-DAEMON Fri Nov  2 10:00 2026", True),
        ("From ann@client.example Fri, 20 Nov 2026 10:00:00 +0000", True),
        ("From ann@client.example 2026-11-20T10:00:00Z", True),
        ("From Russia with love", False),
        ("From Mon to Fri we are open", False),
        ("From what I know it came on Fri Nov 20 10:00:00 2026", False),
    ],
)
def test_a_mail_of_an_mbox_begins_where_a_program_says_so(line: str, begins: bool) -> None:
    first = as_mbox(MAILS[0]).rstrip() + b"\n\n"
    found = list(split(io.BytesIO(first + line.encode() + b"\nSubject: one\n\ntext\n")))
    assert len(found) == 1 + begins
    assert begins or line.encode() in found[0]


def test_an_mbox_of_another_kind_is_split_by_what_it_has() -> None:
    assert len(list(split(io.BytesIO(b"From one\nSubject: a\n\nx\n\nFrom two\nSubject: b\n\ny\n")))) == 2


def test_an_mbox_to_which_mail_is_delivered_at_this_moment_is_left(tmp_path: Path) -> None:
    file = tmp_path / "box"
    file.write_bytes(as_mbox(*MAILS))
    (tmp_path / "box.lock").touch()
    with pytest.raises(SourceAwayError):
        fetch_from(source_at(f"mbox://{file}"))
    assert file.read_bytes() == as_mbox(*MAILS)


@pytest.mark.parametrize("raw", [MAILS[0], as_mbox(MAILS[0])], ids=["one-mail", "mbox"])
def test_standard_input_is_one_mail_or_an_mbox(raw: bytes) -> None:
    assert fetch_from(Stream(io.BytesIO(raw))) == {"new tickets": 1}


def test_an_imap_folder_is_emptied_into_another(tmp_path: Path) -> None:
    with an_imap_server(*MAILS) as server:
        url = f"imap://desk:p%2Fw@127.0.0.1:{server.port}/INBOX?fetched=Done"
        assert fetch_from(source_at(url)) == {"new tickets": 4}
        assert texts() == ALL
        assert (server.folders["INBOX"], len(server.folders["Done"])) == ({}, 4)
        assert fetch_from(source_at(url)) == {}
        assert server.passwords == {"p/w"}


@pytest.mark.parametrize("scheme", ["imaps", "imap+tls"])
def test_an_imap_server_that_does_not_prove_its_name_gets_no_password(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path, "mail")
    with an_imap_server(*MAILS, certificate=certificate, scheme=scheme) as server:
        urls = [f"{scheme}://desk:secret@{host}:{server.port}" for host in ("localhost", "127.0.0.1")]
        with pytest.raises(SourceAwayError):
            fetch_from(source_at(urls[0]))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with pytest.raises(SourceAwayError):
            fetch_from(source_at(urls[1]))
        assert server.passwords == set()
        assert fetch_from(source_at(urls[0])) == {"new tickets": 4}
        assert server.passwords == {"secret"}


def test_an_imap_server_that_is_away_or_refuses_is_tried_again_later(settings: Any, caplog: Any) -> None:
    with an_imap_server(*MAILS, accepts=False) as server:
        url = f"imap://desk:secret@127.0.0.1:{server.port}"
        with pytest.raises(SourceAwayError):
            fetch_from(source_at(url))
        settings.MAIL_IN_URL = url
        assert fetch_configured() == {}
    with pytest.raises(SourceAwayError):
        fetch_from(source_at(url))
    assert "secret" not in caplog.text
    assert texts() == []


def test_a_run_that_ends_between_the_commit_and_the_source_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_maildir(tmp_path / "m", *MAILS)
    with monkeypatch.context() as broken:
        broken.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            fetch_from(source_at(f"maildir://{folder}"))
    assert (texts(), OriginalMail.objects.count()) == ([], 1)
    assert fetch_from(source_at(f"maildir://{folder}")) == {"duplicates": 1, "new tickets": 4}
    assert texts() == ALL


def test_a_run_that_ends_before_the_commit_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = a_maildir(tmp_path / "m", *MAILS)

    def die(*_arguments: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(OriginalMail, "save", die)
        with pytest.raises(KeyboardInterrupt):
            fetch_from(source_at(f"maildir://{folder}"))
    assert (texts(), Ticket.objects.count()) == ([], 0)
    assert [path for path in (tmp_path / "files").rglob("*") if path.is_file()] == []
    assert fetch_from(source_at(f"maildir://{folder}")) == {"new tickets": 4}


def as_maildir(folder: Path) -> str:
    return f"maildir://{a_maildir(folder / 'm', *MAILS)}"


def as_a_file(folder: Path) -> str:
    (folder / "box").write_bytes(as_mbox(*MAILS))
    return f"mbox://{folder / 'box'}"


@pytest.mark.parametrize("source", [as_maildir, as_a_file])
def test_a_mail_whose_ticket_is_busy_waits_here_and_stops_no_other(
    source: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, real = source(tmp_path), starting.start_ticket

    def busy_once(subject: str, client: Any, words: Any, **more: Any) -> Any:
        if words.text == "Mail 1":
            raise TaskBusyError
        return real(subject, client, words, **more)

    with monkeypatch.context() as busy:
        busy.setattr(mail_messages, "start_ticket", busy_once)
        assert fetch_from(source_at(url)) == {"new tickets": 3, "left for the next run": 1}
    assert list(tmp_path.glob("m/new/*")) + list(tmp_path.glob("box")) == []
    assert fetch_configured() == {"new tickets": 1}  # also without a source
    assert texts() == ALL


def test_a_mail_that_kills_its_reader_stops_none_behind_it_and_is_set_aside_after_the_second_death(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, deaths = apart.read_in_subprocess, []

    def dies(raw: bytes, **_: Any) -> Any:
        if raw == MAILS[1]:
            deaths.append(raw)
            raise apart.ReaderDiedError
        return real(raw)

    monkeypatch.setattr(mail_in, "read_in_subprocess", dies)
    assert fetch_from(source_at(as_maildir(tmp_path))) == {"new tickets": 3, "in quarantine": 1}
    kept = OriginalMail.objects.get(message=None)
    assert (len(deaths), kept.reason, stored(kept.raw)) == (2, "deadly", MAILS[1])
    assert fetch_configured() == {}


def test_a_stored_mail_whose_file_is_away_waits_and_stops_no_other(tmp_path: Path) -> None:
    assert mail_in.keep(MAILS[0])
    path = Path(OriginalMail.objects.get().raw.path)
    path.rename(tmp_path / "away")
    assert fetch_from(Stream(io.BytesIO(MAILS[1]))) == {"left for the next run": 1, "new tickets": 1}
    (tmp_path / "away").rename(path)
    assert fetch_configured() == {"new tickets": 1}


def test_the_death_of_the_whole_process_counts_as_one_of_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(raw: bytes, **_: Any) -> Any:
        raise KeyboardInterrupt

    url = as_maildir(tmp_path)
    for _ in range(2):
        with monkeypatch.context() as killed:
            killed.setattr(mail_in, "read_in_subprocess", dies)
            with pytest.raises(KeyboardInterrupt):
                fetch_from(source_at(url))
    assert fetch_from(source_at(url)) == {"in quarantine": 1, "new tickets": 3}
    assert OriginalMail.objects.get(message=None).reason == "deadly"


def test_a_mail_that_an_imap_server_refuses_is_skipped_and_tried_again(caplog: Any) -> None:
    with an_imap_server(*MAILS) as server:
        server.refused = {1, 3}
        source = source_at(f"imap://desk:pw@127.0.0.1:{server.port}")
        assert fetch_from(source) == {"new tickets": 2, REFUSED: 2}
        assert list(server.folders["INBOX"]) == [1, 3]
        assert "refuses mail 1" in caplog.text
        server.refused = {3}
        assert fetch_from(source) == {"new tickets": 1, REFUSED: 1}
        server.refused = set()
        assert fetch_from(source) == {"new tickets": 1}
        assert texts() == ALL


def test_a_mail_at_which_an_imap_server_ends_the_connection_stops_none_behind_it() -> None:
    with an_imap_server(*MAILS) as server:
        server.dropped = {1, 3}
        source = source_at(f"imap://desk:pw@127.0.0.1:{server.port}")
        assert fetch_from(source) == {"new tickets": 2, REFUSED: 2}
        server.dropped = set()
        assert fetch_from(source) == {"new tickets": 2}
        assert texts() == ALL


def test_a_mail_that_an_imap_server_does_not_move_stops_none_behind_it() -> None:
    with an_imap_server(*MAILS) as server:
        server.unmoved = {1}
        source = source_at(f"imap://desk:pw@127.0.0.1:{server.port}")
        assert fetch_from(source) == {"new tickets": 4}
        assert list(server.folders["INBOX"]) == [1]
        server.unmoved = set()
        assert fetch_from(source) == {"duplicates": 1}
        assert list(server.folders["INBOX"]) == []


def test_the_worker_fetches_where_it_is_asked_to(tmp_path: Path, settings: Any) -> None:
    assert fetch_configured() == {}
    settings.MAIL_IN_URL = f"maildir://{a_maildir(tmp_path / 'm', *MAILS)}"
    job = OutboxMessage.objects.create(topic="fetch_mail", payload={})
    assert perform(job.pk)
    assert texts() == ALL


def test_the_command_tells_what_it_did_and_shows_the_quarantine(tmp_path: Path, capsys: Any) -> None:
    folder = a_maildir(tmp_path / "m", MAILS[0], a_mail(Auto_Submitted="auto-replied", message_id="<a@x>"))
    call_command("docket_mail", "fetch", f"maildir://{folder}")
    assert capsys.readouterr().out == "1 in quarantine\n1 new tickets\n"
    call_command("docket_mail", "quarantine")
    shown = capsys.readouterr().out
    assert "automatic" in shown
    assert "client.example.com" not in shown
    call_command("docket_mail", "quarantine", str(OriginalMail.objects.get(message=None).pk))
    assert "Auto-Submitted: auto-replied" in capsys.readouterr().out
    assert stored(OriginalMail.objects.get(message=None).raw).count(b"auto-replied") == 1


@pytest.mark.parametrize(
    "url",
    ["pop3://a:secret@mail.example.com", "maildir://relative", "mbox:", "imaps://mail.example.com/INBOX",
     "imaps://a:secret@mail.example.com/Docket", "imaps://a:secret@mail.example.com/INBOX?seen=1"],
)  # fmt: skip
def test_a_wrong_source_is_named_without_its_password(url: str) -> None:
    with pytest.raises(CommandError, match="Use one like imaps") as refused:
        call_command("docket_mail", "fetch", url)
    assert "secret" not in str(refused.value)
    ended = in_production("platform/manage.py", "docket_check", MAIL_IN_URL=url)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended.stderr
    assert ended.stderr.startswith("docket: MAIL_IN_URL is ")
    assert "secret" not in ended.stderr
