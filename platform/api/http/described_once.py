"""An API whose description is made once for each process: making it takes seconds."""

from threading import Lock
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema


class DescribedOnce(NinjaAPI):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._described: dict[str | None, OpenAPISchema] = {}
        self._making = Lock()

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """The description under a prefix. The API's own address has no parameters."""
        with self._making:
            if path_prefix not in self._described:
                made = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
                self._described[path_prefix] = made
        return self._described[path_prefix]
