"""The API's description is made once, however many ask for it at a time, and each type of an answer once in it."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore
from typing import Any
from unittest.mock import patch

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from accounts.keys import SCOPES
from accounts.rights import PERMISSIONS
from api.http import described_once
from api.http.described_once import DescribedOnce, Description
from api.http.errors import Problem
from api.http.routing import Refusal
from api.routes import api
from tests.api.policy import POLICY
from tests.description import description

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


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_each_operation_has_a_name_of_its_own_that_a_client_can_take() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len({name.lower() for name in names})
    assert [name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)] == []


def test_each_answer_says_what_it_is() -> None:
    """Files by their media types alone, and not as JSON too."""
    files = {
        path: [*operation["responses"]["200"]["content"]]
        for _, path, operation in operations()
        if path.endswith(("/export", "/bpmn")) or "/open/" in path or re.search("/(avatars|testimonial-files)/", path)
    }
    others = {
        "/api/history/export": ["text/csv", "application/xml", "application/json", "application/vnd.sqlite3"],
        "/api/statements/export": ["text/csv", "application/json"],
        "/api/processes/{kind}/bpmn": ["application/xml"],
        "/api/avatars/{filename}": ["image/webp"],
        "/api/mail/open/{address}": ["application/octet-stream"],
        "/api/attachments/open/{address}": ["application/octet-stream"],
        "/api/testimonial-files/{address}": ["application/octet-stream"],
    }
    assert files == {path: others.get(path, ["text/csv"]) for path in files}
    for method, path, operation in operations():
        for status, answer in operation["responses"].items():
            if path not in files and "content" in answer:
                assert [*answer["content"]] == ["application/json"], (method, path, status)
                assert answer["content"]["application/json"]["schema"].keys() - {"title"}, (method, path, status)


def test_each_operation_says_what_it_refuses_and_who_may_call() -> None:
    schemes: dict[str, set[str]] = {"session": set(PERMISSIONS), "key": set(SCOPES)}
    assert description()["components"]["securitySchemes"].keys() == schemes.keys()
    for method, path, operation in operations():
        assert {"422", "503"} <= operation["responses"].keys(), (method, path)
        rule = POLICY[method, path]
        needs = [each for requirement in operation.get("security", []) for each in requirement.items()]
        assert all(set(names) <= schemes[scheme] for scheme, names in needs), (method, path)
        if rule in PERMISSIONS:
            assert needs == [("session", [rule])], (method, path)
    assert [*description()["paths"]["/api/events"]["get"]["security"]] == [{"key": ["events"]}]
    asking = description()["paths"]["/api/restriction-requests"]["post"]["security"]
    assert asking == [{"session": ["moderation"]}, {"key": ["restrict"]}]


def test_no_two_schemas_of_answers_and_bodies_have_one_name() -> None:
    """A client would read one of them as the other."""
    found: dict[str, set[str]] = {}
    add = OpenAPISchema.add_schema_definitions

    def gather(self: OpenAPISchema, definitions: dict[str, Any]) -> None:
        for name, schema in definitions.items():
            found.setdefault(name, set()).add(json.dumps(schema, sort_keys=True))
        add(self, definitions)

    with patch.object(OpenAPISchema, "add_schema_definitions", gather):
        written = json.dumps(Description(api, "/api/"))
    assert len(found) > 100
    repeated = {name for name, schemas in found.items() if len(schemas) > 1}
    assert {name for name in repeated if f'"#/components/schemas/{name}"' in written} == set()


def is_of_refusals(model: Any) -> bool:
    fields = getattr(model, "model_fields", {})
    return "response" in fields and fields["response"].annotation is Problem
