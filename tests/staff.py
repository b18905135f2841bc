"""A signed-in person who talks to the API over Django's test client."""

from typing import Any

from accounts.models import User
from accounts.sessions import open_session
from tests.caller import Client


class Staff:
    """JSON in, JSON out, under the session of one account; without an account, an anonymous caller."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        headers = {"host": "localhost"}
        if user is not None:
            self.token = open_session(user, address="127.0.0.1")
            headers["authorization"] = f"Bearer {self.token}"
        self.client = Client(headers=headers)

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api{path}", headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("patch", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.client.delete(f"/api{path}", headers=headers)

    def decide(self, task: int, outcome: str, form: Any = None) -> Any:
        """Take the task and decide it: what the API answers."""
        assert self.put(f"/tasks/{task}/lock").status_code == 200
        answer = self.post(f"/tasks/{task}/decision", {"outcome": outcome, "form": form or {}})
        assert answer.status_code == 200, answer.content
        return answer.json()

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(self.client, method)(f"/api{path}", headers=named, **content)
