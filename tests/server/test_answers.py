"""How the web server sends what an application answers."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests import effort
from tests.live import address_of, wait_until
from tests.server import slow_peers
from tests.server.peculiar import MEGABYTE, PATIENCE, served_peculiarly


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served_peculiarly() as (port, _):
        yield port


def get(port: int, path: str) -> str:
    return requests.get(f"{address_of(port)}{path}", timeout=PATIENCE).text


def exchange(port: int, sent: bytes) -> bytes:
    """What the server answers until it closes the connection."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.sendall(sent)
        while part := peer.recv(65536):
            answer += part
    return answer


def test_the_first_part_of_a_stream_is_sent_before_the_second_is_made(port: int) -> None:
    with requests.get(f"{address_of(port)}/two-parts", stream=True, timeout=PATIENCE) as answer:
        parts = answer.iter_content(None)
        assert next(parts) == b"first"
        get(port, "/go")
        assert b"".join(parts) == b", second"


@pytest.mark.parametrize("path", ["/large/0", "/large/1", "/large/30", "/resting/30", "/whole/1", "/whole/30"])
def test_a_large_answer_comes_whole(port: int, path: str) -> None:
    answer = requests.get(f"{address_of(port)}{path}", timeout=PATIENCE)
    assert answer.content == MEGABYTE * int(path.rpartition("/")[2])


def test_a_connection_is_used_again_after_a_stream_and_after_a_body(port: int) -> None:
    with requests.Session() as caller:
        for body in (b"small", MEGABYTE, MEGABYTE * 2):
            assert caller.get(f"{address_of(port)}/large/2", timeout=PATIENCE).content == MEGABYTE * 2
            assert caller.post(f"{address_of(port)}/body", body, timeout=PATIENCE).content == body


@pytest.mark.parametrize("size", [100_000, 30_000_000])
def test_a_stream_that_breaks_does_not_look_whole(port: int, size: int) -> None:
    """It is cut off, or answered 500 when nothing of it has been sent yet."""
    with pytest.raises((requests.exceptions.ChunkedEncodingError, requests.HTTPError)):
        requests.get(f"{address_of(port)}/breaks/{size}", timeout=PATIENCE).raise_for_status()


def test_an_error_is_answered(port: int) -> None:
    answer = requests.get(f"{address_of(port)}/raises", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["Server"] == ""


def test_readers_that_read_nothing_hold_neither_threads_nor_memory(port: int) -> None:
    before, closed = int(get(port, "/memory")), int(get(port, "/closed"))
    with slow_peers.held_open([slow_peers.slow_reader(port, "/large/30")] * 6):
        wait_until(lambda: int(get(port, "/closed")) == closed + 6, PATIENCE)
        assert requests.get(f"{address_of(port)}/large/30", timeout=PATIENCE).content == MEGABYTE * 30
        grown = int(get(port, "/memory")) - before
        assert grown < 100_000_000 or not effort.DRILLS  # of 210 MB that were made; measured where nothing else runs


def test_a_head_request_has_no_body(port: int) -> None:
    for path in ("/large/30", "/whole/1", "/body"):
        answer = exchange(port, f"HEAD {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert answer.endswith(b"\r\n\r\n")


def test_a_body_that_comes_in_pieces_is_whole(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.sendall(b"POST /body HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n")
        for piece in (b"h", b"el", b"lo"):
            peer.sendall(piece)
            get(port, "/")
        answer = b"".join(iter(lambda: peer.recv(65536), b""))
    assert answer.endswith(b"\r\n\r\nhello")


def test_a_sender_that_waits_for_leave_is_given_it(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.sendall(b"POST /body HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert peer.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        peer.sendall(b"ok")
        assert peer.recv(65536).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("length", ["Content-Length: 3000000", "Transfer-Encoding: chunked"])
def test_a_connection_with_an_unread_body_is_closed_and_its_caller_learns_of_it(port: int, length: str) -> None:
    answer = exchange(port, f"POST / HTTP/1.1\r\nHost: x\r\n{length}\r\n\r\n".encode())
    assert b"\r\nconnection: close\r\n" in answer
    assert answer.endswith(b"\r\n\r\nok")


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        ("X-Peculiar: 1", b"1"),
        ("X-Peculiar: 1\r\nX-Peculiar: 2", b"1,2"),
        ("X_Peculiar: 1", b"none"),
        ("X-Peculiar: 1\r\nX_Peculiar: 2", b"1"),
        ("X_Peculiar: 2\r\nX-Peculiar: 1", b"1"),
    ],
)
def test_a_header_with_an_underscore_is_dropped(port: int, lines: str, seen: bytes) -> None:
    sent = f"GET /header HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lines}\r\n\r\n"
    assert exchange(port, sent.encode()).partition(b"\r\n\r\n")[2] == seen


def test_a_signal_to_stop_ends_waiting_bodies_and_lets_work_end() -> None:
    with served_peculiarly() as (port, process), ThreadPoolExecutor(1) as pool:
        waiting = [slow_peers.half_body(port, "/body")() for _ in range(20)]
        others = [opener(port)() for opener in (slow_peers.silent, slow_peers.half_head)]
        stalled = slow_peers.slow_reader(port, "/large/30")()
        resting = slow_peers.slow_reader(port, "/resting/30")()
        wait_until(lambda: get(port, "/closed") == "1", PATIENCE)
        late = pool.submit(get, port, "/late/1")
        wait_until(lambda: get(port, "/working") == "True", PATIENCE)
        process.terminate()
        for peer in waiting:
            assert b" 503 " in peer.recv(65536)
        assert process.wait(PATIENCE) == 0
        assert late.result() == "late"
        for peer in (*waiting, *others, stalled, resting):
            peer.close()
