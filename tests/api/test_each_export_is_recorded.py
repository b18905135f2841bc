"""Each call that saves a list as a file leaves an audit entry, or has its reason here for none."""

import re
from typing import Any

from audit.models import AuditEntry
from tests.audit_log import sentences
from tests.description import description
from tests.factories import a_company, a_head_moderator, a_pending_task, an_admin
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for

FILES = {"text/csv", "application/xml", "application/octet-stream", "image/webp", "application/vnd.sqlite3"}
UNRECORDED = {
    "/api/processes/{kind}/bpmn": "the picture of a process: it is the same for everybody",
    "/api/attachments/open/{address}": "one file of a message that the person reads",
    "/api/mail/open/{address}": "one mail: that the person reads it was noted when they got its address",
    "/api/testimonial-files/{address}": "one file of a testimonial that the person reads",
    "/api/avatars/{filename}": "a picture",
}


def exports() -> set[str]:
    """Reads whose answer is a file."""
    return {
        path
        for path, methods in description()["paths"].items()
        if FILES & methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).keys()
    }


def test_each_export_leaves_an_entry() -> None:
    admin, head = Staff(an_admin()), Staff(a_head_moderator())
    group = admin.post("/group", {"name": "Smiles", "slug": "smiles", "internal": "false", "country": "1"}).json()["id"]
    tag = admin.post("/tag", {"name": "Kind", "category": "dental"}).json()["id"]
    values: dict[str, Any] = {
        "group_id": group,
        "tag_id": tag,
        "user_id": head.user and head.user.pk,
        "kind": "company",
    }
    values |= {
        "subject_id": a_company().pk,
        "company_id": a_company().pk,
        "batch_id": ask_for(head, [a_pending_task()]).pk,
    }
    called = exports() - UNRECORDED.keys()
    unrecorded = set()
    for path in sorted(called):
        before = AuditEntry.objects.count()
        answer: Any = admin.client.get(re.sub(r"\{(\w+)\}", lambda part: str(values[part[1]]), path))
        assert answer.status_code == 200, (path, answer.content)
        assert b"".join(answer.streaming_content)
        if AuditEntry.objects.count() == before:
            unrecorded.add(path)
    assert unrecorded == set()
    assert UNRECORDED.keys() <= exports()
    assert len(sentences(kind="export")) >= len(called) - 3  # those of the blacklist and of the words stand there
