"""The API's description is made once, however many ask for it at a time, and each type of an answer once in it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore
from typing import Any
from unittest.mock import patch

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from api.http import described_once
from api.http.described_once import DescribedOnce, Description
from api.http.errors import Problem
from api.http.routing import Refusal
from api.routes import api

PEOPLE = 8


def test_the_description_is_made_once_for_all_who_ask() -> None:
    made: list[Any] = []
    asked = Semaphore(0)

    def make(_api: NinjaAPI, prefix: str) -> dict[str, Any]:
        made.append(prefix)
        for _ in range(PEOPLE):  # all ask before it is made
            assert asked.acquire(timeout=60)
        return {"info": {}}

    api = DescribedOnce(title="Asked by many", urls_namespace="asked-by-many")

    def ask(_number: int) -> Any:
        asked.release()
        return api.get_openapi_schema(path_prefix="/api/")

    with patch.object(described_once, "Description", make), ThreadPoolExecutor(PEOPLE) as people:
        answers = list(people.map(ask, range(PEOPLE)))
    assert answers == [{"info": {}}] * PEOPLE
    assert len(made) == 1


def test_an_answer_of_many_operations_is_described_once() -> None:
    described: list[Any] = []
    describe = OpenAPISchema._create_schema_from_model

    def count(self: OpenAPISchema, model: Any, by_alias: bool = True, *options: Any) -> Any:
        if "response" in model.model_fields:
            described.append((model.model_fields["response"].annotation, by_alias))
        return describe(self, model, by_alias, *options)

    with patch.object(OpenAPISchema, "_create_schema_from_model", count):
        Description(api, "/api/")
    assert (Problem, True) in described
    assert len(described) == len({*described})


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
