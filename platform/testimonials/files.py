"""The files of testimonials: stored, examined, and read by signed addresses that expire."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import file_digest
from pathlib import Path
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import QuerySet

from kit.errors import InvalidError, NotFoundError
from kit.file_parts import RemoteFile
from kit.stored_files import on_this_disk, open_stored, shown_name
from kit.uploads import incoming_folder
from testimonials.errors import TestimonialNotFoundError
from testimonials.media.examine import Purpose
from testimonials.media.examining import examine
from testimonials.media.findings import Findings, RefusedFileError
from testimonials.media.reading import require_accepted
from testimonials.media.signatures import Signature
from testimonials.models import MAX_FILE_NAME, Consent, Medium, Original, Page, Testimonial

ADDRESS_LIFETIME = timedelta(minutes=5)
_signer = TimestampSigner(salt="testimonials.files")
_IMAGES, _RECORDINGS = (Medium.CARD, Medium.PHOTO), (Medium.AUDIO, Medium.VIDEO)
_MEDIA = {"image": _IMAGES, "audio": (Medium.AUDIO,), "video": (Medium.VIDEO,)}


@dataclass(frozen=True, slots=True)
class CheckedUpload:
    """An uploaded file whose first bytes are of an accepted type. It is not examined yet."""

    file: Any
    name: str
    sha256: str
    signature: Signature

    def medium(self, stated: Medium | None) -> Medium:
        """The medium. `stated`: the sender's choice, which decides between card and photo.

        The examination decides later between audio and video. Raises InvalidError if `stated` does not fit the file.
        """
        possible = _RECORDINGS if self.signature.is_recording else _IMAGES
        if stated not in (None, *possible):
            raise InvalidError({"medium": [f"This file is no {stated}."]})
        return stated or possible[self.signature.type.startswith("video/")]


def check_upload(file: Any) -> CheckedUpload:
    """Check an uploaded file, which must be on disk. Raises InvalidError with the reason if it is not accepted."""
    path = Path(file.temporary_file_path())
    try:
        signature = require_accepted(path)
    except RefusedFileError as error:
        raise InvalidError({"file": [str(error)]}) from error
    return CheckedUpload(file, shown_name(file.name or "", MAX_FILE_NAME), digest_of_upload(file), signature)


def digest_of_upload(file: Any) -> str:
    """SHA-256 of an uploaded file, which must be on disk."""
    with Path(file.temporary_file_path()).open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


def store_original(file: CheckedUpload) -> Original:
    """Put a file into the storage. Returns an unsaved row that waits for its examination.

    Call it outside a transaction: a remote storage takes long. The caller saves the row or deletes its file.
    """
    original = Original(
        name=file.name,
        type=file.signature.type,
        size=file.file.size,
        sha256=file.sha256,
        examination=Original.WAITING,
    )
    original.file.save(file.name, file.file, save=False)
    return original


@contextmanager
def examined(original: Original) -> Iterator[tuple[Findings, list[Page]]]:
    """Examine a stored file. Yields its findings and its pages: their images are stored, their rows are unsaved.

    It may take minutes: call it outside a transaction. At the end, images of pages without a saved row are deleted.
    Raises RefusedFileError.
    """
    folder = Path(tempfile.mkdtemp(dir=incoming_folder()))
    pages: list[Page] = []
    try:
        with on_this_disk(str(original.file.name)) as path:
            findings = examine(path, folder, Purpose.VIEWER)
        for number, made in enumerate(findings.pages, 1):
            page = Page(original=original, number=number, width=made.width, height=made.height)
            pages.append(page)
            with (folder / made.name).open("rb") as content:
                page.image.save(made.name, File(content), save=False)
        yield findings, pages
    except BaseException:
        _delete_images(pages)
        raise
    else:
        _delete_images([page for page in pages if page.pk is None])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _delete_images(pages: Sequence[Page]) -> None:
    for page in pages:
        if page.image:
            page.image.delete(save=False)


def accept(original: Original, findings: Findings, pages: Sequence[Page]) -> None:
    """Record that a file is good and can be opened. Its medium follows its content. Needs a transaction."""
    original.type, original.duration = findings.type, findings.duration
    original.waveform, original.examination = list(findings.waveform), Original.GOOD
    original.save(update_fields=["type", "duration", "waveform", "examination"])
    for page in pages:
        page.save(force_insert=True)
    possible = _MEDIA[findings.form]
    Testimonial.objects.filter(pk=original.testimonial_id).exclude(medium__in=possible).update(medium=possible[0])


def refuse(original: Original, code: str) -> None:
    """Record that a file is refused, and delete it after the commit. `code`: one of REFUSALS. Needs a transaction."""
    name, original.file.name = str(original.file.name), ""
    original.examination = code
    original.save(update_fields=["file", "examination"])
    transaction.on_commit(lambda: default_storage.delete(name))


def addresses_of(testimonial_id: int) -> dict[str, Any]:
    """The signed parts of addresses, which open the original and its pages for five minutes.

    Raises TestimonialNotFoundError, also if the consent was withdrawn or the file is not examined.
    """
    original = _openable().filter(testimonial=testimonial_id).first()
    if original is None:
        raise TestimonialNotFoundError
    pages = Page.objects.filter(original=original).order_by("number")
    return {
        "original": _signer.sign(f"original.{original.pk}"),
        "pages": [(_signer.sign(f"page.{page.pk}"), page.width, page.height) for page in pages],
    }


def _openable() -> QuerySet[Original]:
    """Originals that are examined and good, and whose consent is not withdrawn. Addresses given out before a withdrawal
    open nothing.
    """
    return Original.objects.filter(examination=Original.GOOD).exclude(testimonial__consent=Consent.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Opened:
    """The file at a signed address. `is_shown`: the browser shows it, instead of downloading it under its name."""

    content: IO[bytes] | RemoteFile
    type: str
    name: str
    is_shown: bool


def open_signed(address: str) -> Opened:
    """The file at a signed address. Raises NotFoundError if the address is wrong or has expired."""
    try:
        what, _, number = _signer.unsign(address, max_age=ADDRESS_LIFETIME).partition(".")
        if what == "page":
            page = Page.objects.select_related("original").get(pk=int(number), original__in=_openable())
            return Opened(open_stored(page.image.name), "image/jpeg", page.original.name, is_shown=True)
        original = _openable().get(pk=int(number))
        is_played = original.duration is not None
        return Opened(open_stored(original.file.name), original.type, original.name, is_shown=is_played)
    except (BadSignature, ValueError, Page.DoesNotExist, Original.DoesNotExist, FileNotFoundError) as error:
        raise NotFoundError("This address has expired.") from error
