"""The source that `MAIL_IN_URL` names."""

from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from mail.sources.fetched import Source
from mail.sources.maildir import Maildir
from mail.sources.mbox import Mbox

EXAMPLE = "imaps://user:PASSWORD@mail.example.com/INBOX, imap+tls://…, maildir:///folder or mbox:///file"
FETCHED = "Docket"  # the folder of stored mail on an IMAP server
# scheme: encryption and default port
_IMAP = {"imaps": ("tls", 993), "imap+tls": ("starttls", 143), "imap": ("", 143)}
_OPTIONS = {"fetched"}


def checked_source(url: str) -> str:
    """Check and return the URL; empty if no mail is fetched. Raises ValueError."""
    if url:
        source_at(url)
    return url


def source_at(url: str) -> Source:
    """The source at a URL. Raises ValueError for any other URL."""
    parts = urlsplit(url)
    if parts.scheme in ("maildir", "mbox"):
        if parts.netloc or len(parts.path) < 2:  # noqa: PLR2004 (a slash and a name)
            raise ValueError("no path from the root")
        path = Path(unquote(parts.path))
        return Maildir(path) if parts.scheme == "maildir" else Mbox(path)
    if parts.scheme not in _IMAP or not (parts.hostname and parts.username and parts.password):
        raise ValueError("no source of mail")
    options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    folder, fetched = unquote(parts.path.strip("/")) or "INBOX", options.get("fetched", FETCHED)
    if options.keys() - _OPTIONS or folder == fetched:
        raise ValueError("no folders of an IMAP server")
    encryption, port = _IMAP[parts.scheme]
    # imported late: only the worker fetches mail, and the import would slow every process's start
    from mail.sources.imap import Imap  # noqa: PLC0415

    return Imap(
        parts.hostname,
        parts.port or port,
        unquote(parts.username),
        unquote(parts.password),
        encryption=encryption,
        folder=folder,
        fetched=fetched,
    )
