"""The API's OpenAPI description. A process builds it once; it has each error response once, for generated clients."""

from http import HTTPStatus
from threading import Lock
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from pydantic.json_schema import JsonSchemaMode

from api.http.routing import Refusal

# the security schemes, by the names that `callers` of `api.http.auth` uses
CALLERS = {
    "session": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a sign-in. An operation names the permissions that its caller needs, where these "
        "do not depend on what it is about.",
    },
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key (`dk_…`). An operation names the scope that the key needs.",
    },
}


class Description(OpenAPISchema):
    """Describes each type of answer once: to describe it again for each operation took twenty times as long.

    Each error status is described once, in `components.responses`. An operation that declares media types of an answer
    has only these. A security requirement names what a caller needs: permissions for a session, a scope for a key.
    """

    def __init__(self, api: NinjaAPI, path_prefix: str) -> None:
        self._answers: dict[tuple[Any, bool], tuple[dict[str, Any], bool]] = {}
        self._refusals: dict[str, dict[str, Any]] = {}
        super().__init__(api, path_prefix)

    def responses(self, operation: Operation) -> dict[int, dict[str, Any]]:
        described: dict[int, dict[str, Any]] = super().responses(operation)
        refused = [status for status in described if operation.response_models[status] is Refusal]
        for status in refused:
            name = HTTPStatus(status).name
            self._refusals[name] = described.pop(status)
            described[status] = {"$ref": f"#/components/responses/{name}"}
        for status, extra in (operation.openapi_extra or {}).get("responses", {}).items():
            if "content" in extra:
                described[status]["content"] = {}
        return described

    def operation_security(self, operation: Operation) -> list[dict[str, Any]] | None:
        callers: list[dict[str, Any]] | None = getattr(operation.auth_param, "callers", None)
        return callers

    def get_components(self) -> dict[str, Any]:
        return {**super().get_components(), "responses": self._refusals, "securitySchemes": CALLERS}

    def _create_schema_from_model(
        self, model: Any, by_alias: bool = True, remove_level: bool = True, mode: JsonSchemaMode = "validation"
    ) -> tuple[dict[str, Any], bool]:
        if mode == "validation":
            return super()._create_schema_from_model(model, by_alias, remove_level, mode)
        key = (model.model_fields["response"].annotation, by_alias)
        if key not in self._answers:
            self._answers[key] = super()._create_schema_from_model(model, by_alias, remove_level, mode)
        return self._answers[key]


class DescribedOnce(NinjaAPI):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._described: dict[str, OpenAPISchema] = {}
        self._making = Lock()

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """The description for a path prefix. `path_params` do not matter: the API's root has no parameters."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        with self._making:
            if prefix not in self._described:
                self._described[prefix] = Description(self, prefix)
        return self._described[prefix]
