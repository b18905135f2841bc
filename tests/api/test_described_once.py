"""The API's description takes seconds to make: it is made once, however many ask for it at a time."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any
from unittest.mock import patch

from ninja import NinjaAPI

from api.http.described_once import DescribedOnce


def test_the_description_is_made_once_for_all_who_ask() -> None:
    made: list[Any] = []

    def make(_api: NinjaAPI, **options: Any) -> dict[str, Any]:
        made.append(options)
        sleep(0.05)  # others ask meanwhile
        return {"info": {}}

    api = DescribedOnce(title="Asked by many", urls_namespace="asked-by-many")
    with patch.object(NinjaAPI, "get_openapi_schema", make), ThreadPoolExecutor(8) as people:
        answers = list(people.map(lambda _: api.get_openapi_schema(path_params={}), range(8)))
    assert answers == [{"info": {}}] * 8
    assert len(made) == 1
