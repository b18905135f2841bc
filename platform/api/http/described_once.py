"""An API whose description is made once for each process, with each refusal in it once."""

from http import HTTPStatus
from threading import Lock
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from pydantic.json_schema import JsonSchemaMode

from api.http.routing import Refusal


class Description(OpenAPISchema):
    """Answers of one type are described once, not for each operation anew, which took twenty times as long.

    A refusal stands once for each status, in `components.responses`.
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
        return described

    def get_components(self) -> dict[str, Any]:
        return {**super().get_components(), "responses": self._refusals}

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
        """The description under a prefix. The API's own address has no parameters."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        with self._making:
            if prefix not in self._described:
                self._described[prefix] = Description(self, prefix)
        return self._described[prefix]
