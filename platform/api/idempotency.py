"""`Idempotency-Key` on every POST: the same request sent again is answered again, and done once (product.md)."""

import base64
import json
import re
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus

from cryptography.fernet import Fernet
from django.conf import settings
from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from api.models import IdempotentAnswer
from workflows.engine.locks import is_lock_failure

_WELL_FORMED = re.compile(r"[\x21-\x7e]{1,200}")


class IdempotencyMiddleware:
    """Keeps the answer of a successful POST beside its effect, in one transaction.

    Of several at once the first does the work; the others wait for its row and give its answer. A refusal is not
    kept: it had no effect, so the same key may be tried again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        if key is None or request.method != "POST" or not request.path.startswith("/api/"):
            return self.get_response(request)
        if not _WELL_FORMED.fullmatch(key):
            return _refuse(422, "invalid", "Idempotency-Key must be 1 to 200 visible ASCII characters.")
        try:
            with transaction.atomic():
                return self._once(request, key)
        except OperationalError as error:
            if is_lock_failure(error):
                return _refuse(409, "busy", "The same request is being worked on. Try again.")
            raise

    def _once(self, request: HttpRequest, key: str) -> HttpResponse:
        scope, content = _scope(request, key), _content(request)
        # of several at once, the others wait here until the first has committed or given up
        mine = IdempotentAnswer(scope=scope, content=content, kept_at=timezone.now())
        IdempotentAnswer.objects.bulk_create([mine], ignore_conflicts=True)
        row = IdempotentAnswer.objects.select_for_update().get(scope=scope)
        if bytes(row.content) != content:
            return _refuse(422, "idempotency_key_reused", "This Idempotency-Key was used for another request.")
        vault = Fernet(_vault_key(request, key))
        if row.answer:
            return _replay(json.loads(vault.decrypt(bytes(row.answer))))
        response = self.get_response(request)
        if response.status_code < HTTPStatus.MULTIPLE_CHOICES:
            IdempotentAnswer.objects.filter(pk=row.pk).update(
                answer=vault.encrypt(json.dumps(_kept(response)).encode())
            )
        elif not transaction.get_rollback():
            row.delete()
        return response


def _kept(response: HttpResponse) -> dict[str, str | int]:
    return {
        "status": response.status_code,
        "type": response.headers.get("Content-Type", ""),
        "body": base64.b64encode(response.content).decode(),
    }


def _replay(kept: dict[str, str | int]) -> HttpResponse:
    response = HttpResponse(base64.b64decode(str(kept["body"])), status=int(kept["status"]))
    response["Idempotency-Replayed"] = "true"
    if kept["type"]:
        response["Content-Type"] = str(kept["type"])
    else:
        del response["Content-Type"]
    return response


def _scope(request: HttpRequest, key: str) -> bytes:
    """One caller's one key: people cannot meet each other's keys."""
    caller = request.headers.get("Authorization", "")
    return sha256(f"{caller}\n{key}".encode("utf-8", "surrogatepass")).digest()


def _content(request: HttpRequest) -> bytes:
    return sha256(f"{request.get_full_path()}\n".encode() + request.body).digest()


def _vault_key(request: HttpRequest, key: str) -> bytes:
    """Answers may hold a token: only who knows the key and the session can read a kept one."""
    material = f"{settings.SECRET_KEY!s}\n{request.headers.get('Authorization', '')}\n{key}"
    return base64.urlsafe_b64encode(sha256(material.encode("utf-8", "surrogatepass")).digest())


def _refuse(status: int, code: str, message: str) -> HttpResponse:
    return JsonResponse({"code": code, "message": message}, status=status)
