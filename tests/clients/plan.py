"""One call of each operation of the description: at a path that exists, where the policy's table makes one, with the
smallest body that its schema allows.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from accounts.keys import SCOPES, create_key
from accounts.rights import PERMISSIONS
from tests.api.places import Place, guarded_places, someone_with
from tests.description import description

FILE = {"$file": "of a client"}  # what a caller sends as bytes
_TEXTS = {
    "date": "2026-11-02",
    "date-time": "2026-11-02T09:30:00Z",
    "email": "ann@docket.test",
    "uri": "https://docket.test/",
    "uuid": "0195d5a4-7f6e-7c2b-9d9b-0a1b2c3d4e5f",
}
_NAMES = {"kind": "review", "source": "wf", "queue": "pending"}  # of paths that the table does not make


@dataclass(frozen=True)
class Call:
    """`exists`: all that the call names is there: nothing of it is a sample. `answers`: media types by status."""

    id: str
    method: str
    path: Mapping[str, str | int]
    query: Mapping[str, Any]
    body: Any
    token: str
    exists: bool
    answers: Mapping[str, list[str]]

    as_json = asdict


def calls() -> list[Call]:
    """Those that read first; those that end sessions last, each in a session of its own."""
    places = guarded_places()
    everything, (key, _) = {*PERMISSIONS}, create_key("A client", list(SCOPES))
    token = someone_with(everything).token
    made = []
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            caller = {"key": key, "session": token, "": ""}[_scheme(operation)]
            if path.startswith("/api/auth/log"):
                caller = someone_with(everything).token
            made.append(_call(method, path, operation, places, caller))
    return sorted(made, key=lambda call: (call.method != "get", call.id.startswith("signOut")))


def _scheme(operation: Mapping[str, Any]) -> str:
    return next((name for requirement in operation.get("security", []) for name in requirement), "")


def _call(method: str, path: str, operation: Mapping[str, Any], places: list[Place], token: str) -> Call:
    parameters = operation["parameters"]
    numbers = {it["name"] for it in parameters if it["in"] == "path" and it["schema"].get("type") == "integer"}
    named = re.compile(re.sub(r"\{(\w+)\}", lambda it: _group(it[1], is_number=it[1] in numbers), path))
    matches = (named.fullmatch(place.path) for place in places if place.method.lower() == method)
    found = next(filter(None, matches), None)
    names = re.findall(r"\{(\w+)\}", path)
    texts: Mapping[str, str] = found.groupdict() if found else defaultdict(lambda: "1", _NAMES)
    query = {it["name"]: _sample(it["schema"]) for it in parameters if it["in"] == "query" and it["required"]}
    body = next((_sample(content["schema"]) for content in _bodies(operation)), None)
    return Call(
        id=operation["operationId"],
        method=method,
        path={name: int(texts[name]) if name in numbers else texts[name] for name in names},
        query=query,
        body=body,
        token=token,
        exists=bool(found or not names) and not query and body is None,
        answers={status: [*_resolved(answer).get("content", ())] for status, answer in operation["responses"].items()},
    )


def _group(name: str, *, is_number: bool) -> str:
    return rf"(?P<{name}>{'[0-9]' if is_number else '[^/]'}+)"


def _bodies(operation: Mapping[str, Any]) -> list[Any]:
    return [*operation.get("requestBody", {"content": {}})["content"].values()]


def _sample(schema: Mapping[str, Any]) -> Any:
    """The smallest value: what must be there, and of several forms the first one."""
    schema = _resolved(schema)
    forms = next((schema[name] for name in ("anyOf", "oneOf", "allOf") if name in schema), ())
    if forms:
        return _sample(next(form for form in forms if form.get("type") != "null"))
    given = [schema["const"]] if "const" in schema else schema.get("enum")
    return given[0] if given else _SAMPLES[schema.get("type", "object")](schema)


def _text(schema: Mapping[str, Any]) -> Any:
    if schema.get("format") == "binary":
        return FILE
    return _TEXTS.get(schema.get("format", ""), "x" * schema.get("minLength", 1))


_SAMPLES: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "object": lambda schema: {name: _sample(schema["properties"][name]) for name in schema.get("required", ())},
    "array": lambda schema: [_sample(schema["items"])] * schema.get("minItems", 0),
    "integer": lambda schema: schema.get("minimum", 1),
    "number": lambda schema: schema.get("minimum", 1),
    "boolean": lambda _: False,
    "string": _text,
}


def _resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = schema
    while "$ref" in found:
        reference = found["$ref"]
        found = description()
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
    resolved: Mapping[str, Any] = found
    return resolved
