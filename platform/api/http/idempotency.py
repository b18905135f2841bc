"""`Idempotency-Key` on every POST: a repeated request runs once and is answered again (product.md)."""

import base64
import json
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from http import HTTPStatus
from typing import Any, cast
from zlib import compress, decompress

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, transaction
from django.http import HttpRequest, HttpResponse

from accounts.keys import MARK, find_key
from accounts.models import AccessToken, ApiKey
from accounts.sessions import find_session
from api.http.errors import TooLargeError, database_refusal, problem
from api.http.repeats import Repeated, repeating
from kit.errors import DomainError, ForbiddenError, InvalidError
from kit.prepared import change, fetch

# POSTs that change nothing: their input is too private or too long for a URL
READING_PATHS = frozenset(
    {
        "/api/blacklist/check",
        "/api/banned-words/test",
        "/api/bulk/preview",
        "/api/auth/link",
        "/api/tasks/{task_id}/statement",
    }
)
# POSTs because each read leaves an entry in the audit log; a repeat is another read
NOTED_READING_PATHS = frozenset(
    {
        "/api/restriction-requests/{request_id}/contact",
        "/api/testimonial/{testimonial_id}/contact",
        "/api/tickets/{ticket_id}/client",
        "/api/tickets/{ticket_id}/messages/{message_id}/source",
        "/api/mail/quarantine/{mail_id}/source",
    }
)

# POSTs whose answer sets a cookie, which is not stored: a repeat begins anew
ANEW_PATHS = frozenset({"/api/auth/provider"})


def pattern_of(paths: Iterable[str]) -> re.Pattern[str]:
    """A pattern for paths with parameters in braces, each of which matches any value."""
    return re.compile("|".join(re.sub(r"{\w+}", "[^/]+", path) for path in paths))


_UNKEPT = pattern_of(READING_PATHS | NOTED_READING_PATHS | ANEW_PATHS)
_WELL_FORMED = re.compile(r"[\x21-\x7e]{1,200}")
# Every POST sends two of these, so they are prepared.
_INSERT = """INSERT INTO api_idempotentanswer (scope, content, kept_at)
    VALUES (%(scope)s, %(content)s, statement_timestamp()) ON CONFLICT (scope) DO NOTHING RETURNING id"""
_FIND = "SELECT content, answer FROM api_idempotentanswer WHERE scope = %(scope)s"
_STORE = "UPDATE api_idempotentanswer SET answer = %(answer)s WHERE id = %(row)s"
_DELETE = "DELETE FROM api_idempotentanswer WHERE id = %(row)s"


class KeyReusedError(DomainError):
    status = 422
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was used for another request."


class _OpeningRequest(HttpRequest):
    """A request that opens a session; with the session's token."""

    opened_session: str


class IdempotencyMiddleware:
    """Stores the answer of a successful POST in the same transaction as its effect.

    Of parallel requests with one key the first does the work; the others wait for its row and repeat its answer. A
    refusal is not stored: it had no effect, so the same key may be used again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        # an upload is idempotent by its content or its own id, and is not read into memory here;
        # a read has no effect that could happen twice, and its answer, often about a person, is not stored
        unkept = request.path in settings.UPLOAD_PATHS or _UNKEPT.fullmatch(request.path)
        if key is None or unkept or request.method != "POST" or not request.path.startswith("/api/"):
            return self.get_response(request)
        try:
            if not _WELL_FORMED.fullmatch(key):
                raise InvalidError({"Idempotency-Key": ["must be 1 to 200 visible ASCII characters"]})
            with transaction.atomic():
                return self._once(request, key)
        except DomainError as error:
            return problem(error)
        except RequestDataTooBig:
            return problem(TooLargeError())
        except (OperationalError, InterfaceError) as error:
            return problem(database_refusal(error))

    def _once(self, request: HttpRequest, key: str) -> HttpResponse:
        scope, content = _scope(request, key), _content(request)
        vault = Fernet(_vault_key(request, key))
        # parallel requests with the same key wait here, at the unique index, until the first has committed or rolled
        # back: then each of them either owns the row or finds it with its answer (decision 43)
        while not (inserted := fetch(_INSERT, {"scope": scope, "content": content})):
            for stored_content, answer in fetch(_FIND, {"scope": scope}):  # none if it was pruned in between
                if stored_content != content:
                    raise KeyReusedError
                return self._again(request, _unsealed(vault, answer))
        ((row,),) = inserted
        response = self.get_response(request)
        if response.status_code < HTTPStatus.MULTIPLE_CHOICES:
            change(_STORE, {"row": row, "answer": _sealed(vault, _to_store(request, response))})
        elif response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            transaction.set_rollback(True)  # after an internal error nothing may stay half done
        elif not transaction.get_rollback():
            change(_DELETE, {"row": row})
        return response

    def _again(self, request: HttpRequest, stored: dict[str, Any]) -> HttpResponse:
        if "kept" not in stored:
            return _replay(request, stored)
        # the operation itself answers: it checks the caller's current permissions and reads the answer anew
        repeating(request).repeated = Repeated(stored["status"], stored["kept"])
        response = self.get_response(request)
        if response.status_code == stored["status"]:
            response["Idempotency-Replayed"] = "true"
        return response


def bind_answer(request: HttpRequest, token: str) -> None:
    """Repeat the answer of this request only while the session that it opened lives."""
    cast(_OpeningRequest, request).opened_session = token


def _to_store(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    if hasattr(request, "kept"):
        return {"status": response.status_code, "kept": repeating(request).kept}
    return {
        "status": response.status_code,
        "type": response.headers.get("Content-Type", ""),
        "text": response.content.decode(),
        "guarded": hasattr(request, "auth"),
        "opened": getattr(request, "opened_session", None),
        "access": _access(getattr(request, "auth", None)),
    }


def _replay(request: HttpRequest, stored: dict[str, Any]) -> HttpResponse:
    """Repeat a stored answer. It is repeated only while its session or key lives and has the same permissions."""
    if stored["opened"]:
        find_session(stored["opened"], counts_as_activity=False)
    if stored["guarded"] and stored["text"]:
        _, _, token = request.headers.get("Authorization", "").partition(" ")
        is_key = token.startswith(MARK)
        caller = find_key(token) if is_key else find_session(token, counts_as_activity=False)
        if not set(stored["access"]) <= set(_access(caller)):
            raise ForbiddenError
    response = HttpResponse(stored["text"], status=stored["status"])
    response["Idempotency-Replayed"] = "true"
    if stored["type"]:
        response["Content-Type"] = stored["type"]
    else:
        del response["Content-Type"]
    return response


def _access(auth: Any) -> list[str]:
    """The permissions of a session's account, or the scopes that a key has now."""
    if isinstance(auth, ApiKey):
        return auth.live_scopes
    return list(auth.user.cms_access) if isinstance(auth, AccessToken) else []


def _scope(request: HttpRequest, key: str) -> bytes:
    """Keys are scoped to a caller, so that equal keys of different callers do not collide."""
    caller = request.headers.get("Authorization", "")
    return sha256(f"{caller}\n{key}".encode("utf-8", "surrogatepass")).digest()


def _content(request: HttpRequest) -> bytes:
    return sha256(f"{request.get_full_path()}\n".encode() + request.body).digest()


def _sealed(vault: Fernet, answer: dict[str, Any]) -> bytes:
    """Compress and encrypt. The token is stored as bytes, because its base64 text is a third longer."""
    return base64.urlsafe_b64decode(vault.encrypt(compress(json.dumps(answer).encode())))


def _unsealed(vault: Fernet, sealed: bytes) -> dict[str, Any]:
    if sealed.startswith(b"g"):  # base64 text, as an earlier version stored it; its answers expire after a day
        earlier: dict[str, Any] = json.loads(vault.decrypt(sealed))
        return {**earlier, "opened": earlier.get("opened"), "text": base64.b64decode(earlier["body"]).decode()}
    answer: dict[str, Any] = json.loads(decompress(vault.decrypt(base64.urlsafe_b64encode(sealed))))
    return answer


def _vault_key(request: HttpRequest, key: str) -> bytes:
    """Answers may contain a token: reading a stored answer needs the idempotency key and the session's token."""
    material = f"{settings.SECRET_KEY!s}\n{request.headers.get('Authorization', '')}\n{key}"
    return base64.urlsafe_b64encode(sha256(material.encode("utf-8", "surrogatepass")).digest())
