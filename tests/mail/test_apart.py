"""A mail is read in a process of its own: what it does there ends neither this process nor the mails behind it."""

from collections.abc import Iterator

import pytest

from mail import apart
from mail.apart import ReaderBusyError, ReaderDiedError, read_in_subprocess
from mail.reading import read_mail
from mail.received import UnreadableMailError
from tests.mail.written import a_bounce, a_mail, with_parts

FILES = with_parts(
    [("Content-Type: text/plain", b"see"), ("Content-Type: image/png; name=a.png", b"\x89PNG\r\n\x1a\n\x00")]
)


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    """Each test has a process of its own."""
    apart.end()
    yield
    apart.end()


@pytest.mark.parametrize("raw", [a_mail("Grüße"), a_mail(message_id=""), a_bounce("m7@docket.test"), FILES])
def test_it_is_the_same_mail(raw: bytes) -> None:
    assert read_in_subprocess(raw) == read_mail(raw)


def test_what_is_no_mail_has_its_reason() -> None:
    with pytest.raises(UnreadableMailError) as refused:
        read_in_subprocess(b"\x00\x01")
    assert refused.value.reason == "no_header"


@pytest.mark.parametrize(
    "program",
    [
        "child.MOST_SECONDS = 1; beside = lambda: all(time.process_time() < 4 for _ in iter(int, 1))",
        "child.MOST_MEMORY = 200_000_000; beside = lambda: bytearray(300_000_000)",
        "beside = lambda: child.os.abort()",
    ],
    ids=["time", "memory", "crash"],
)
def test_a_mail_beyond_a_limit_ends_its_own_reader_alone(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = "real = child.read_mail; child.read_mail = lambda raw: (beside(), real(raw))[1]"
    monkeypatch.setattr(
        apart, "COMMAND", ["-c", f"import time; from mail import child; {program}; {reads}; child.main()"]
    )
    numbers = set()
    for _ in range(2):
        with pytest.raises(ReaderDiedError):
            read_in_subprocess(a_mail())
        numbers.add(apart._process and apart._process.pid)
    assert len(numbers) == 1
    assert None not in numbers


def test_a_caller_with_little_time_does_not_wait_for_the_mails_of_others() -> None:
    with apart._lock, pytest.raises(ReaderBusyError):
        read_in_subprocess(a_mail(), within=0.01)
    assert read_in_subprocess(a_mail(), within=60).text == "Hello."


def test_a_caller_with_little_time_learns_nothing_of_a_slow_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "from mail import child; import time; child.read_mail = lambda raw: time.sleep(600); child.main()"
    monkeypatch.setattr(apart, "COMMAND", ["-c", slow])
    with pytest.raises(ReaderBusyError):
        read_in_subprocess(a_mail(), within=0.1)
    assert apart._process is None, "it goes on with nothing"


def test_the_next_mail_is_read_after_the_end_of_the_process_itself() -> None:
    read_in_subprocess(a_mail())
    assert apart._process is not None
    apart._process.kill()
    apart._process.wait()
    assert read_in_subprocess(a_mail()).text == "Hello."


def test_an_idle_process_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "COMMAND", ["-c", "from mail import child; child.IDLE_SECONDS = 0; child.main()"])
    apart._process = apart._started()
    assert apart._process.wait() == 0
    monkeypatch.undo()
    assert read_in_subprocess(a_mail()).text == "Hello."


def test_it_gets_none_of_the_secrets_of_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    reads = "child.read_mail = lambda raw: real(raw.replace(b'Hello.', ' '.join(os.environ).encode()))"
    program = f"import os; from mail import child; real = child.read_mail; {reads}; child.main()"
    monkeypatch.setattr(apart, "COMMAND", ["-c", program])
    seen = read_in_subprocess(a_mail()).text
    assert "PYTHONPATH" in seen
    assert "DATABASE_URL" not in seen


def test_what_it_leaves_when_it_dies_holds_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """No copy of its memory."""
    limit = "str(resource.getrlimit(resource.RLIMIT_CORE)).encode()"
    reads = f"child.read_mail = lambda raw: real(raw.replace(b'Hello.', {limit}))"
    program = f"import resource; from mail import child; real = child.read_mail; {reads}; child.main()"
    monkeypatch.setattr(apart, "COMMAND", ["-c", program])
    assert read_in_subprocess(a_mail()).text == "(0, 0)"


NESTED = "Content-Type: text/html\r\n\r\n" + "".join(f"<b a={n}><i><font size={n}><p>" for n in range(900))


def test_a_mail_of_nested_formatting_is_read_within_the_limits() -> None:
    raw = f"From: a@x.example\r\nMessage-ID: <1@x.example>\r\n{NESTED}the core".encode()
    assert len(raw) < 30_000
    assert "the core" in read_in_subprocess(raw).text
