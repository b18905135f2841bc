"""A provider of identities on loopback, which does as OpenID Connect says, and less well where a test asks for it.

`python -m tests.identity_provider`: for a browser test; its first line is its address, and it ends with its input.
"""

import json
import sys
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "docket", "a secret of the tests"
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
Claims = dict[str, Any]


class IdentityProvider:
    """`person`: the claims of whoever is asked next. `signs`: makes the ID token of its claims."""

    def __init__(self) -> None:
        self.person: Claims = {}
        self.only_in_userinfo: set[str] = set()
        self.key = RSAKey.generate_key(2048, {"kid": "first", "use": "sig"})
        self.signs: Callable[[Claims], str] = self.sign
        self.refuses = ""  # the error instead of a code
        self.is_away = False
        self.packed = "identity"  # as its answers are, or say
        self.strange_keys: list[Any] = []  # beside its own
        self.asked: list[str] = []  # the paths
        self._codes: dict[str, Claims] = {}
        self._users: dict[str, Claims] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"

    @contextmanager
    def running(self) -> Iterator["IdentityProvider"]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def claims(self, **more: Any) -> Claims:
        now = int(time.time())
        return {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, **self.person, **more}

    def sign(self, claims: Claims, key: Any = None, **header: Any) -> str:
        key = key or self.key
        return jwt.encode({"alg": "RS256", "kid": key.kid, **header}, claims, key)

    def logout_token(self, **more: Any) -> str:
        claims = {**self.claims(jti=token_urlsafe(8), events={LOGOUT: {}}), **more}
        return self.sign({name: value for name, value in claims.items() if value is not None}, typ="logout+jwt")

    def rotate(self, name: str) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": name, "use": "sig"})

    def authorize(self, address: str) -> str:
        """What a browser does there, whose person is signed in: the address to which it leads back."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert (query["response_type"], query["client_id"]) == ("code", CLIENT)
        assert query["code_challenge_method"] == "S256"
        if self.refuses:
            return f"{query['redirect_uri']}?{urlencode({'error': self.refuses, 'state': query['state']})}"
        code = token_urlsafe(16)
        self._codes[code] = {**query, "person": dict(self.person)}
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state'], 'iss': self.issuer})}"

    def _discovery(self) -> Claims:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def _token(self, form: dict[str, str], authorization: str) -> Claims | None:
        name, _, secret = b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        asked = self._codes.pop(form.get("code", ""), None)  # once
        if asked is None or (unquote_plus(name), unquote_plus(secret)) != (CLIENT, SECRET):
            return None
        proof = urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if proof != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            return None
        access, claims = token_urlsafe(16), {**self.claims(), **asked["person"], "nonce": asked["nonce"]}
        self._users[access] = asked["person"]
        shown = {name: value for name, value in claims.items() if name not in self.only_in_userinfo}
        return {"access_token": access, "token_type": "Bearer", "expires_in": 60, "id_token": self.signs(shown)}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                provider.asked.append(path)
                access = self.headers.get("Authorization", "").removeprefix("Bearer ")
                if provider.is_away:
                    self.answer(500, {})
                elif path == "/authorize":
                    self.send_response(302)
                    self.send_header("Location", provider.authorize(self.path))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                else:
                    answers: dict[str, Any] = {
                        "/.well-known/openid-configuration": provider._discovery(),
                        "/keys": {"keys": [*provider.strange_keys, provider.key.as_dict(private=False)]},
                        "/userinfo": provider._users.get(access),
                    }
                    found = answers.get(path)
                    self.answer(404 if found is None else 200, found or {})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if self.path == "/person":  # of a browser test
                    provider.person = json.loads(body)
                    self.answer(200, {"logout_token": provider.logout_token()})
                    return
                form = {name: values[0] for name, values in parse_qs(body).items()}
                answer = provider._token(form, self.headers.get("Authorization", ""))
                self.answer(*((400, {"error": "invalid_grant"}) if answer is None else (200, answer)))

            def answer(self, status: int, body: Any) -> None:
                content = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Encoding", provider.packed)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


if __name__ == "__main__":
    with IdentityProvider().running() as at:
        print(at.issuer, flush=True)
        sys.stdin.read()
