"""An IMAP server in a thread, which knows the commands that fetching needs (RFC 3501, RFC 6851)."""

import re
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "desk"
DROP = "DROP"  # in the place of an answer


class ImapServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, mails: tuple[bytes, ...], accepts: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.folders: dict[str, dict[int, bytes]] = {"INBOX": dict(enumerate(mails, 1))}
        self.accepts = accepts
        self.passwords: set[str] = set()
        # mails that it does not give, and those that it does not move
        self.refused: set[int] = set()
        self.unmoved: set[int] = set()
        # mails at which it ends the connection
        self.dropped: set[int] = set()
        self.starttls: ssl.SSLContext | None = None

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Session(socketserver.StreamRequestHandler):
    server: ImapServer
    folder = "INBOX"

    def handle(self) -> None:
        with suppress(ssl.SSLError):  # the client does not trust our certificate
            self._talk()

    def _talk(self) -> None:
        self._say("* OK ready")
        while line := self.rfile.readline():
            tag, _, command = line.decode().strip().partition(" ")
            name, _, rest = command.partition(" ")
            if name.upper() == "UID":
                name, _, rest = rest.partition(" ")
            if name.upper() == "STARTTLS":
                self._encrypt(tag)
                continue
            answer = getattr(self, f"_{name.lower()}")(rest)
            if answer == DROP:
                return
            self._say(f"{tag} {answer or 'OK done'}")
            if name.upper() == "LOGOUT":
                return

    def _encrypt(self, tag: str) -> None:
        assert self.server.starttls
        self._say(f"{tag} OK begin")
        self.connection = self.server.starttls.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", buffering=0)

    def finish(self) -> None:
        super().finish()
        self.connection.close()

    def _say(self, line: str, raw: bytes | None = None) -> None:
        self.wfile.write(line.encode() + (b"\r\n" if raw is None else b" {%d}\r\n%s)\r\n" % (len(raw), raw)))

    def _capability(self, _rest: str) -> None:
        self._say("* CAPABILITY IMAP4rev1 MOVE" + (" STARTTLS" if self.server.starttls else ""))

    def _login(self, rest: str) -> str:
        user, password = re.findall(r'"([^"]*)"', rest)
        self.server.passwords.add(password)
        return "OK in" if self.server.accepts and user == USER else "NO wrong"

    def _select(self, rest: str) -> None:
        self.folder = rest.strip('"')
        self._say(f"* {len(self.server.folders[self.folder])} EXISTS")

    def _list(self, rest: str) -> None:
        name = rest.rsplit(maxsplit=1)[-1].strip('"')
        if name in self.server.folders:
            self._say(f'* LIST () "/" "{name}"')

    def _create(self, rest: str) -> None:
        self.server.folders[rest.strip('"')] = {}

    def _search(self, _rest: str) -> None:
        self._say("* SEARCH " + " ".join(map(str, self.server.folders[self.folder])))

    def _fetch(self, rest: str) -> str:
        uid = int(rest.split(maxsplit=1)[0])
        if uid in self.server.dropped:
            return DROP
        if uid in self.server.refused:
            return "NO cannot read it"
        raw = self.server.folders[self.folder].get(uid)
        if raw is not None:
            self._say(f"* 1 FETCH (UID {uid} BODY[]", raw)
        return ""

    def _move(self, rest: str) -> str:
        uid, folder = rest.split()
        if int(uid) in self.server.unmoved:
            return "NO not now"
        self.server.folders[folder.strip('"')][int(uid)] = self.server.folders[self.folder].pop(int(uid))
        return ""

    def _logout(self, _rest: str) -> None:
        self._say("* BYE")


@contextmanager
def an_imap_server(
    *mails: bytes, accepts: bool = True, certificate: Path | None = None, scheme: str = "imap"
) -> Iterator[ImapServer]:
    """With one folder, `INBOX`, and one user. `certificate`: with its key beside it, for the encryption of `scheme`."""
    with ImapServer(mails, accepts) as server:
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, certificate.with_suffix(".key"))
            if scheme == "imaps":
                server.socket = context.wrap_socket(server.socket, server_side=True)
            else:
                server.starttls = context
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
