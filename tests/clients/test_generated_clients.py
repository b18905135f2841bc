"""Clients in Python and TypeScript, generated from the API's description, call every operation that they have."""

from pathlib import Path
from typing import Any

import pytest

from tests.clients import generated_python, generated_typescript
from tests.clients.plan import Call, calls
from tests.description import description

pytestmark = pytest.mark.drill

IDS = [operation["operationId"] for methods in description()["paths"].values() for operation in methods.values()]


def is_declared(call: Call, status: int) -> bool:
    """And nothing that exists is missing, or refuses who may do everything."""
    refused = call.exists and status in (401, 403, 404, 405)
    return str(status) in call.answers and not refused and (call.method != "get" or not call.exists or status < 400)


def test_a_client_in_python_reads_every_answer(tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = generated_python.generate(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    modules = generated_python.operations(package)
    assert set(modules) == {generated_python.snake_case(name) for name in IDS}
    wrong: list[tuple[Any, ...]] = []
    for call in calls():
        try:
            answer = generated_python.called(modules[generated_python.snake_case(call.id)], call, server)
        except Exception as error:  # all that fail are named, each with its reason
            wrong.append((call.id, repr(error)))
            continue
        status = int(answer.status_code)
        is_parsed = answer.parsed is not None or not call.answers.get(str(status))
        if not is_parsed or not is_declared(call, status):
            wrong.append((call.id, status, type(answer.parsed).__name__, answer.content[:200]))
    assert wrong == []


def test_a_client_in_typescript_reads_every_answer(tmp_path: Path, server: str) -> None:
    client = generated_typescript.generate(tmp_path)
    planned = calls()
    found = generated_typescript.called(client, planned, server)
    assert set(found["generated"]) == set(IDS)
    by_id = {call.id: call for call in planned}
    wrong = [
        answer
        for answer in found["called"]
        if not is_declared(by_id[answer["id"]], answer["status"])
        or (answer["status"] >= 400 and not answer["code"])
        or (answer["parsed"] is None and by_id[answer["id"]].answers.get(str(answer["status"])))
    ]
    assert wrong == []
