"""Large files stream in and out of the running web server: its memory stays flat, and that of the examination."""

import http.client
import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
import requests

from accounts.keys import create_key
from deploy.local.checks import reserve_port
from testimonials.models import Original
from tests import effort
from tests.factories import a_company, a_moderator
from tests.live import LiveStaff, start_server, wait_until_served
from workflows.testimonials.examination import examine_testimonial

pytestmark = [pytest.mark.slow, pytest.mark.rule(16)]

SIZE = effort.STREAMED.size * 1024 * 1024
GROWTH = 48 * 1024  # kB; a file in memory would be 160 MB
EXAMINATION = 140 * 1024  # kB: its libraries, and less than the file
BOUNDARY = "b0undary"


def test_a_large_file_streams_in_and_out(tmp_path: Path) -> None:
    port = reserve_port()
    server = start_server(port, DOCKET_DATA_DIR=str(tmp_path))
    try:
        wait_until_served(port)
        staff = LiveStaff(f"http://127.0.0.1:{port}", a_moderator())
        assert staff.get("/cms/counts").status_code == 200
        before = peaks_below(server.pid)
        number = sent(port)
        with watched(os.getpid()) as peaks:
            examine_testimonial(number)
        assert Original.objects.get(testimonial=number).size == SIZE
        address = f"http://127.0.0.1:{port}{staff.get(f'/testimonial/{number}/file').json()['original']}"
        assert read_whole(address) == SIZE
        start = SIZE * 5 // 8
        part = requests.get(address, headers={"Range": f"bytes={start}-{start + 999_999}"}, timeout=120)
        assert (part.status_code, len(part.content)) == (206, 1_000_000)
        assert part.headers["Content-Range"] == f"bytes {start}-{start + 999_999}/{SIZE}"
        assert part.content == bytes([start // 1024 % 251]) * 1024 + part.content[1024:]
        if effort.DRILLS:  # the small file tells nothing of memory
            require_little_memory(before, peaks, peaks_below(server.pid))
    finally:
        server.terminate()
        server.wait(timeout=120)


def require_little_memory(before: dict[int, int], examinations: dict[int, int], after: dict[int, int]) -> None:
    assert len(examinations) == 1
    assert max(examinations.values()) < EXAMINATION
    assert all(after[pid] - peak < GROWTH for pid, peak in before.items() if pid in after)


def sent(port: int) -> int:
    """The number of the testimonial."""
    key, _ = create_key("Cards", ["ingest"])
    data = {"source": "cards", "external_id": "LARGE", "company": a_company().pk}
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="data"\r\n\r\n{json.dumps(data)}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="talk.wav"\r\n\r\n'
    ).encode()
    tail = f"\r\n--{BOUNDARY}--\r\n".encode()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        connection.request(
            "POST",
            "/api/ingest/testimonials",
            body=(part for parts in ([head], wav(), [tail]) for part in parts),
            headers={
                "Authorization": f"Bearer {key}",
                "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
                "Content-Length": str(len(head) + SIZE + len(tail)),
            },
        )
        answer = connection.getresponse()
        body = answer.read()
    assert answer.status == 201, body
    number: int = json.loads(body)["id"]
    return number


def wav() -> Iterator[bytes]:
    """Stereo, 48,000 samples a second; each kilobyte of the file holds one byte that tells its place."""
    data = SIZE - 44
    head = b"RIFF" + (SIZE - 8).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    head += (1).to_bytes(2, "little") + (2).to_bytes(2, "little") + (48_000).to_bytes(4, "little")
    head += (192_000).to_bytes(4, "little") + (4).to_bytes(2, "little") + (16).to_bytes(2, "little")
    head += b"data" + data.to_bytes(4, "little")
    yield head + bytes(1024 - len(head))
    for place in range(1, SIZE // 1024):
        yield bytes([place % 251]) * 1024


def read_whole(address: str) -> int:
    """The number of bytes."""
    with requests.get(address, stream=True, timeout=300) as answer:
        assert answer.status_code == 200
        return sum(map(len, answer.iter_content(1024 * 1024)))


@contextmanager
def watched(pid: int) -> Iterator[dict[int, int]]:
    """The peaks of all examinations that a process starts, as far as they were seen."""
    peaks: dict[int, int] = {}
    ended = Event()

    def watch() -> None:
        while not ended.wait(0.02):
            with suppress(FileNotFoundError, ProcessLookupError):
                peaks.update(peaks_below(pid, named="testimonials.media.examine"))

    watching = Thread(target=watch)
    watching.start()
    try:
        yield peaks
    finally:
        ended.set()
        watching.join()


def peaks_below(pid: int, named: str = "") -> dict[int, int]:
    """The most memory, in kB, that a process and each below it has used; only of those whose command has this part."""
    found = {}
    for process in [pid, *_children(pid)]:
        if named not in Path(f"/proc/{process}/cmdline").read_text():
            continue
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                found[process] = int(line.split()[1])
    return found


def _children(pid: int) -> list[int]:
    """Those of all its threads, with their own."""
    listed = [
        child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    return [descendant for child in map(int, listed) for descendant in (child, *_children(child))]
