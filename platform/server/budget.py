"""A limit in bytes for the data that a process holds for slow peers."""

from collections.abc import Callable
from threading import Lock


class Budget:
    """Above the limit, the oldest shares are ended, except kept ones. So a fast peer always finds room."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.held = 0
        self._lock = Lock()
        self._endable: dict[Share, None] = {}  # oldest first

    def share(self, end: Callable[[], None]) -> "Share":
        """Open a share. `end` is called when the share is ended, in the thread that needs room; it must not block."""
        share = Share(self, end)
        with self._lock:
            self._endable[share] = None
        return share

    def end_all(self) -> None:
        """End all shares that are not kept."""
        with self._lock:
            ended = [self._give_up(share) for share in list(self._endable)]
        for share in ended:
            share.end()

    def _add(self, share: "Share", size: int) -> None:
        ended = []
        with self._lock:
            if share.is_over:
                return
            share.size += size
            self.held += size
            while self.held > self.limit and self._endable:
                ended.append(self._give_up(next(iter(self._endable))))
        for old in ended:
            old.end()

    def _remove(self, share: "Share", size: int) -> None:
        with self._lock:
            size = min(size, share.size)
            share.size -= size
            self.held -= size

    def _keep(self, share: "Share") -> None:
        with self._lock:
            self._endable.pop(share, None)

    def _leave(self, share: "Share") -> None:
        with self._lock:
            self._give_up(share)

    def _give_up(self, share: "Share") -> "Share":
        self._endable.pop(share, None)
        self.held -= share.size
        share.size, share.is_over = 0, True
        return share


class Share:
    """The part of a budget that one peer uses."""

    __slots__ = ("_budget", "end", "is_kept", "is_over", "size")

    def __init__(self, budget: Budget, end: Callable[[], None]) -> None:
        self._budget, self.end = budget, end
        self.size = 0
        self.is_over = self.is_kept = False

    def add(self, size: int) -> None:
        """Count `size` bytes more. Above the limit of the budget, ends the oldest shares."""
        self._budget._add(self, size)

    def remove(self, size: int) -> None:
        self._budget._remove(self, size)

    def keep(self) -> None:
        """Never end this share to make room. It still counts."""
        self.is_kept = True
        self._budget._keep(self)

    def leave(self) -> None:
        """Give all bytes of this share back."""
        self._budget._leave(self)
