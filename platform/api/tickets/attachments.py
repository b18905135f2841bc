"""Files of tickets: uploads, and signed addresses that expire after five minutes."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import File, Path, Status, UploadedFile

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import described_file
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.stored_files import stored_file_response
from kit.errors import InvalidError
from mail.content import OCTETS
from tickets.attachments import ADDRESS_LIFETIME, MAX_BYTES, address_of, open_signed, store_upload
from tickets.schemas import AttachmentOut
from workflows.tickets.conversation import PREVIEWED, describe_attachment

router = Router(tags=["Tickets"])


class SignedAddress(Schema):
    """`url`: opens the file without a session, for `seconds`."""

    url: str
    seconds: int


@router.post(
    "/attachments", response={201: AttachmentOut, 413: Problem}, auth=Staff("tickets"), operation_id="uploadAttachment"
)
def upload(request: StaffRequest, file: Annotated[UploadedFile, File()]) -> Any:
    """Upload a file for a reply that is not sent yet. A person's same unsent file is stored once."""
    if file.size is None or file.size > MAX_BYTES:
        raise InvalidError({"file": [f"A file has at most {MAX_BYTES // 1024 // 1024} MB."]})
    stored = store_upload(file.name or "", file.read(), by=request.auth.user)
    return Status(201, describe_attachment(stored.pk, stored.name, stored.type, stored.size))


@router.get("/attachments/{attachment_id}", response=SignedAddress, auth=Staff("tickets"), operation_id="getAttachment")
def sign(request: StaffRequest, attachment_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """The address of a file, for an image or a download. Only its uploader can open an unsent file."""
    url = f"/api/attachments/open/{address_of(attachment_id, by=request.auth.user)}"
    return {"url": url, "seconds": int(ADDRESS_LIFETIME.total_seconds())}


@router.get(
    "/attachments/open/{address}",
    response={200: Any, 206: Any},
    auth=None,
    operation_id="openAttachment",
    openapi_extra=described_file(OCTETS, statuses=(200, 206)),
)
def open_file(request: HttpRequest, address: Annotated[str, Path(max_length=200)]) -> Any:
    """The file of a signed address: images are shown, everything else is downloaded. 404 after it has expired."""
    attachment, content = open_signed(address)
    is_shown = attachment.type in PREVIEWED
    media_type = attachment.type if is_shown else OCTETS
    return stored_file_response(request, content, media_type=media_type, name=attachment.name, is_shown=is_shown)
