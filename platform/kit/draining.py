"""Whether the web server is about to end, and is to get no more requests."""

from mmap import mmap


class Drain:
    """Known to all processes of the web server: they share this byte since they were forked."""

    def __init__(self) -> None:
        self._shared = mmap(-1, 1)

    def begin(self) -> None:
        self._shared[0] = 1

    @property
    def has_begun(self) -> bool:
        return bool(self._shared[0])


drain = Drain()
