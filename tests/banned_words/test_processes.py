"""The list in several processes: each compiles it for itself, and a saved entry works at the next call of all."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from banned_words.models import BannedWord
from tests.live import ROOT, child_environment

pytestmark = pytest.mark.usefixtures("database")

# answers each line with the number of matches in it
_SCREEN = """
import sys
import django
django.setup()
from banned_words.matching import search_texts
for line in sys.stdin:
    _, [[found]] = search_texts([[line]])
    print(len(found), flush=True)
"""


@contextmanager
def another_process() -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", _SCREEN],
        env=child_environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        assert process.stdin
        process.stdin.close()


def ask(process: "subprocess.Popen[str]") -> str:
    assert process.stdin
    assert process.stdout
    process.stdin.write("pure quackery\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def test_an_edit_of_the_list_works_at_the_next_call_of_every_process() -> None:
    with ExitStack() as running:
        both = [running.enter_context(another_process()) for _ in range(2)]
        assert [ask(process) for process in both] == ["0", "0"]
        entry = BannedWord.objects.create(term="quackery")
        try:
            assert [ask(process) for process in both] == ["1", "1"]
            BannedWord.objects.filter(pk=entry.pk).update(exceptions=["pure quackery"])
            assert [ask(process) for process in both] == ["0", "0"]
        finally:
            entry.delete()
