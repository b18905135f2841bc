"""A Maildir. Stored mails move to its folder `Docket`, so all others are new, even if another program has read them."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from mail.sources.fetched import MAX_AT_ONCE, MAX_MAIL, Fetched, SourceAwayError

PUT_AWAY = ".Docket"  # a folder, as Maildir++ names them


class Maildir:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mails(self) -> Iterator[Fetched]:
        """The oldest first: names begin with the time of delivery."""
        try:
            waiting = [path for name in ("cur", "new") for path in (self.folder / name).iterdir() if path.is_file()]
        except OSError as error:
            raise SourceAwayError(type(error).__name__) from None
        for path in islice(sorted(waiting, key=lambda each: each.name), MAX_AT_ONCE):
            try:
                is_large = path.stat().st_size > MAX_MAIL
                raw = b"" if is_large else path.read_bytes()
            except FileNotFoundError:  # another run has put it away
                continue
            except OSError as error:
                raise SourceAwayError(type(error).__name__) from None
            yield Fetched(raw, partial(self._put_away, path), path if is_large else None)

    def _put_away(self, path: Path) -> None:
        for name in ("cur", "new", "tmp"):
            (self.folder / PUT_AWAY / name).mkdir(parents=True, exist_ok=True)
        name = path.name if ":2," in path.name else f"{path.name}:2,S"
        try:
            path.rename(self.folder / PUT_AWAY / "cur" / name)
        except FileNotFoundError:
            return
