"""Background jobs that were set aside after their last attempt."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Status

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.routing import Router
from api.http.schemas import Schema
from api.processes.history import PERMISSION as ADMINS
from workflows.engine.outbox.failed_jobs import failed_jobs, retry_job

router = Router(tags=["Background jobs"])

READERS = "head_moderator"
JobId = Annotated[int, Path(ge=1, le=MAX_ID)]


class FailedJob(Schema):
    """`code`: the type of the last error; its text may hold personal data and is not stored."""

    id: int
    topic: str
    code: str
    attempts: int
    created_at: datetime
    set_aside_at: datetime


class FailedJobList(Schema):
    """`items`: the newest hundred of `count`. `oldest_at`: when the oldest of all was set aside."""

    count: int
    oldest_at: datetime | None
    items: list[FailedJob]


@router.get(
    "/jobs/failed", response=FailedJobList, auth=Staff(READERS, counts_as_activity=False), operation_id="listFailedJobs"
)
def list_failed(request: StaffRequest) -> Any:
    found = failed_jobs()
    shown = ("topic", "attempts", "created_at", "set_aside_at")
    return {
        "count": found.count,
        "oldest_at": found.oldest_at,
        "items": [
            {"id": job.pk, "code": job.last_error, **{name: getattr(job, name) for name in shown}}
            for job in found.newest
        ],
    }


@router.post("/jobs/{job_id}/retry", response={204: None}, auth=Staff(ADMINS, asks_again=True), operation_id="retryJob")
def retry(request: StaffRequest, job_id: JobId) -> Any:
    """Retry a job, with its full number of attempts. 404 `job_not_found` if it is not set aside."""
    retry_job(job_id, by=request.auth.user)
    return Status(204, None)
