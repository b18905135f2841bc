"""Somebody at an address who has not signed in yet."""

from typing import Any

from tests.caller import Client
from tests.factories import PASSWORD

HOME, CAFE = "203.0.113.7", "198.51.100.20"


class Visitor:
    """Signs in and registers from one network address."""

    def __init__(self, address: str = HOME) -> None:
        self.client = Client(REMOTE_ADDR=address, headers={"host": "localhost"})

    def sign_in(self, email: str, password: str = PASSWORD, **headers: str) -> Any:
        return self._post("/api/auth/login", {"email": email, "password": password}, headers)

    def register(
        self,
        email: str,
        password: str = PASSWORD,
        *,
        name: str = "Ada Lovelace",
        idempotency_key: str = "",
        **more: Any,
    ) -> Any:
        headers = {"idempotency_key": idempotency_key} if idempotency_key else {}
        return self._post("/api/users", {"name": name, "email": email, "password": password, **more}, headers)

    def get(self, path: str, token: str) -> Any:
        return self.client.get(f"/api{path}", headers={"authorization": f"Bearer {token}"})

    def post(self, path: str, token: str) -> Any:
        return self.client.post(f"/api{path}", headers={"authorization": f"Bearer {token}"})

    def _post(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(path, data=body, content_type="application/json", headers=named)
