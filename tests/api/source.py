"""A source: a program with a key, which sends reviews over HTTP."""

import json
from collections.abc import Sequence
from typing import Any

from accounts.keys import create_key
from tests.caller import Client


class Source:
    def __init__(self, *scopes: str) -> None:
        self.key, self.row = create_key("A source", scopes or ("ingest",))
        self.client = Client(headers={"host": "localhost", "authorization": f"Bearer {self.key}"})

    def send(self, *reviews: Any, **headers: str) -> Any:
        return self.send_body(json.dumps({"reviews": reviews}).encode(), **headers)

    def send_body(self, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic("POST", "/api/ingest/reviews", body, content_type, headers=named)

    def results(self, *reviews: Any) -> list[dict[str, Any]]:
        answer = self.send(*reviews)
        assert answer.status_code == 200, answer.content
        results: list[dict[str, Any]] = answer.json()["results"]
        return results

    def statuses(self, *reviews: Any) -> Sequence[str]:
        return [result["status"] for result in self.results(*reviews)]

    def withdraw(self, source: str, external_id: str) -> Any:
        return self.client.delete(f"/api/ingest/reviews/{source}/{external_id}")
