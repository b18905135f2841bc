"""Standard input: one mail, as a delivery program pipes it, or an mbox."""

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from mail.sources.fetched import Fetched, nothing
from mail.sources.mbox import split


class Stream:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def mails(self) -> Iterator[Fetched]:
        first = self.file.readline()
        if first.startswith(b"From "):
            for raw in split(chain([first], self.file)):
                yield Fetched(raw, nothing)
        else:
            yield Fetched(first + self.file.read(), nothing)
