"""A folder of an IMAP server. Stored mails move to another folder, so all others are new, even if someone read them."""

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from imaplib import IMAP4
from itertools import islice

from imap_tools.errors import ImapToolsError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

from mail.sources.fetched import MAX_AT_ONCE, Fetched, SourceAwayError, nothing

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 30
MAX_DROPPED = 5  # mails of a run that may end the connection
MAX_REFUSED = 500  # mails of a run that the server may refuse; those behind them are still fetched
# errors of the connection, refusals of the server, and invalid answers
_FAILURES = (OSError, IMAP4.error, ImapToolsError, ValueError, IndexError, TypeError)


class RefusedError(Exception):
    """The server refuses one mail. The connection goes on."""


class DroppedError(Exception):
    """The server ends the connection instead of giving one mail."""

    def __init__(self, uid: str) -> None:
        self.uid = uid
        super().__init__(uid)


class Imap:
    """`encryption`: `tls` from the first byte, `starttls`, or empty for a server on this machine."""

    def __init__(
        self, host: str, port: int, user: str, password: str, *, encryption: str, folder: str, fetched: str
    ) -> None:
        self.host, self.port, self.user, self._password = host, port, user, password
        self.encryption, self.folder, self.fetched = encryption, folder, fetched

    def mails(self) -> Iterator[Fetched]:
        """Raises SourceAwayError. A mail that the server refuses, or that ends the connection, is skipped; the next run
        tries it again."""
        dropped: set[str] = set()
        while True:
            try:
                yield from self._mails(dropped)
                return
            except DroppedError as error:
                logger.warning("the mail server ends the connection at mail %s", error.uid)
                dropped.add(error.uid)
                if len(dropped) > MAX_DROPPED:
                    raise SourceAwayError("DroppedError") from None
                yield Fetched(b"", nothing, is_refused=True)

    def _mails(self, dropped: set[str]) -> Iterator[Fetched]:
        with _as_away(), self._connected() as mailbox:
            uids = mailbox.uids("ALL", charset=None)
            if uids and not mailbox.folder.exists(self.fetched):
                mailbox.folder.create(self.fetched)
            given = 0
            for uid in islice(uids, MAX_AT_ONCE + MAX_REFUSED):
                if given == MAX_AT_ONCE:
                    return
                if uid in dropped:
                    continue
                try:
                    raw = _raw_of(mailbox, uid)
                except RefusedError as error:
                    logger.warning("the mail server refuses mail %s: %s", uid, error)
                    yield Fetched(b"", nothing, is_refused=True)
                    continue
                if raw is not None:
                    given += 1
                    yield Fetched(raw, partial(_move, mailbox, uid, self.fetched))

    @contextmanager
    def _connected(self) -> Iterator[BaseMailBox]:
        box = self._box()
        try:
            box.login(self.user, self._password, initial_folder=self.folder)
            yield box
        finally:
            with suppress(*_FAILURES):
                box.logout()
            with suppress(*_FAILURES):
                box.client.shutdown()  # closes the socket if the server has ended the connection

    def _box(self) -> BaseMailBox:
        if self.encryption == "tls":
            return MailBox(self.host, self.port, timeout=TIMEOUT_SECONDS, ssl_context=ssl.create_default_context())
        if self.encryption == "starttls":
            context = ssl.create_default_context()
            return MailBoxStartTls(self.host, self.port, timeout=TIMEOUT_SECONDS, ssl_context=context)
        return MailBoxUnencrypted(self.host, self.port, timeout=TIMEOUT_SECONDS)


def _raw_of(mailbox: BaseMailBox, uid: str) -> bytes | None:
    """The bytes of a mail, not marked as read; None if somebody has moved it meanwhile.

    Raises RefusedError, DroppedError.
    """
    try:
        status, data = mailbox.client.uid("FETCH", uid, "(BODY.PEEK[])")
    except (IMAP4.abort, OSError):
        raise DroppedError(uid) from None
    except IMAP4.error as error:
        raise RefusedError(type(error).__name__) from None
    if status != "OK":
        raise RefusedError(status)
    return next((each[1] for each in data if isinstance(each, tuple)), None)


def _move(mailbox: BaseMailBox, uid: str, folder: str) -> None:
    """Move a stored mail. If the server refuses, it stays, and the next run recognises it."""
    with _as_away():
        try:
            mailbox.move(uid, folder)
        except IMAP4.abort:
            raise
        except (IMAP4.error, ImapToolsError) as error:
            logger.warning("the mail server does not move mail %s: %s", uid, type(error).__name__)


@contextmanager
def _as_away() -> Iterator[None]:
    try:
        yield
    except _FAILURES as error:
        raise SourceAwayError(type(error).__name__) from None
