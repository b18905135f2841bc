"""The API's description takes seconds to make: it is made once, however many ask for it at a time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore
from typing import Any
from unittest.mock import patch

from ninja import NinjaAPI

from api.http.described_once import DescribedOnce
from api.http.errors import Problem
from api.http.routing import Refusal
from api.routes import api

PEOPLE = 8


def test_the_description_is_made_once_for_all_who_ask() -> None:
    made: list[Any] = []
    asked = Semaphore(0)

    def make(_api: NinjaAPI, **options: Any) -> dict[str, Any]:
        made.append(options)
        for _ in range(PEOPLE):  # all ask before it is made
            assert asked.acquire(timeout=60)
        return {"info": {}}

    api = DescribedOnce(title="Asked by many", urls_namespace="asked-by-many")

    def ask(_number: int) -> Any:
        asked.release()
        return api.get_openapi_schema(path_params={})

    with patch.object(NinjaAPI, "get_openapi_schema", make), ThreadPoolExecutor(PEOPLE) as people:
        answers = list(people.map(ask, range(PEOPLE)))
    assert answers == [{"info": {}}] * PEOPLE
    assert len(made) == 1


def test_all_operations_share_one_model_of_a_refusal() -> None:
    """Each has six: with a model for each, the web server's start took half a second longer."""
    models = {
        model
        for _prefix, router in api._routers
        for view in router.path_operations.values()
        for operation in view.operations
        for model in operation.response_models.values()
        if is_of_refusals(model)
    }
    assert models == {Refusal}


def is_of_refusals(model: Any) -> bool:
    fields = getattr(model, "model_fields", {})
    return "response" in fields and fields["response"].annotation is Problem
