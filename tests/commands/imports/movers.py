"""Rows in the form of other products' exports, and the command on a file of them."""

import json
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command

from tests.commands.imports.importing import Imported

REQUESTER = {"id": 901, "name": "Ada Lund", "email": "ada@client.example", "role": "end-user"}
AGENT = {"id": 77, "name": "Bo Agent", "email": "bo@desk.example", "role": "agent"}


def moved(kind: str, path: Path, *options: str) -> Imported:
    """Run the import in this process."""
    out, err = StringIO(), StringIO()
    try:
        call_command("docket_import", kind, str(path), *options, stdout=out, stderr=err)
    except CommandError as error:
        return Imported(1, out.getvalue(), str(error))
    except SystemExit as error:
        return Imported(int(error.code or 0), out.getvalue(), err.getvalue())
    return Imported(0, out.getvalue(), err.getvalue())


def lines_of(rows: Sequence[Any], *, torn: str = "") -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows) + torn


def a_comment(number: int, text: str, *, author: int = 901, public: bool = True, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "type": "Comment",
        "author_id": author,
        "body": text,
        "html_body": f'<div class="zd-comment" dir="auto"><p>{text}</p></div>',
        "public": public,
        "created_at": f"2024-03-0{number % 9 + 1}T09:30:00Z",
        "attachments": [],
        **more,
    }


def a_zendesk_ticket(number: int, comments: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "url": f"https://desk.example/api/v2/tickets/{number}.json",
        "id": number,
        "external_id": None,
        "created_at": "2024-03-01T09:30:00Z",
        "updated_at": "2024-03-10T10:00:00Z",
        "subject": f"Invoice {number}",
        "description": comments[0]["body"] if comments else "Only this.",
        "status": "open",
        "tags": ["billing", "vip"],
        "custom_fields": [{"id": 1, "value": "x"}],
        "requester": REQUESTER,
        "requester_id": REQUESTER["id"],
        "assignee": AGENT,
        "organization": {"id": 5, "name": "Mill Lane Dental"},
        "comments": list(comments),
        **more,
    }


def an_article(number: int, sender: str, body: str, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "ticket_id": 3,
        "sender": sender,
        "type": "email",
        "internal": False,
        "from": "Ada Lund <ada@client.example>" if sender == "Customer" else "Bo Agent via Support <desk@desk.example>",
        "content_type": "text/html",
        "body": body,
        "attachments": [],
        "created_at": f"2024-03-01T09:3{number % 10}:00.123Z",
        **more,
    }


def a_zammad_ticket(number: int, articles: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "number": f"2200{number}",
        "title": f"Order {number}",
        "state": "open",
        "customer": "ada@client.example",
        "customer_id": 9,
        "organization": None,
        "created_at": "2024-03-01T09:30:00.000Z",
        "updated_at": "2024-03-05T09:30:00.000Z",
        "close_at": None,
        "articles": list(articles),
        **more,
    }
