"""Whether the web server is draining: it ends soon and should get no more requests."""

from mmap import mmap


class Drain:
    """One byte of memory, which all processes of the web server share since the fork."""

    def __init__(self) -> None:
        self._shared = mmap(-1, 1)

    def begin(self) -> None:
        self._shared[0] = 1

    @property
    def has_begun(self) -> bool:
        return bool(self._shared[0])


drain = Drain()
