"""What other programs call a ticket is found along its key, which begins with that number."""

import re
from typing import Any

import pytest
from django.db import connection, transaction

from search.everything import Search
from tests.factories import a_moderator


@pytest.mark.parametrize(("term", "ways"), [("1234-5678", ["("]), ("google:1234-5678", ["(", "(("])])
def test_a_number_is_found_along_the_key(term: str, ways: list[str]) -> None:
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if "external_id = " in sql:
            sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        Search(term, a_moderator()).of("tickets")
    (statement,) = sent
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {statement[0]}", statement[1])
        plan = "".join(line.strip() for (line,) in cursor.fetchall())
    along_the_key = re.findall(r"using ticket_identity on [^(]+\(cost=[^)]*\)Index Cond: (\(+)\(external_id\)", plan)
    # what was typed as a number, and its parts as source and number: two conditions
    assert sorted(along_the_key) == ways, plan
