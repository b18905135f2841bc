"""The files of testimonials: stored with their pages, and read by addresses that expire."""

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
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import QuerySet

from kit.errors import InvalidError, NotFoundError
from kit.file_parts import RemoteFile
from kit.stored_files import open_stored, shown_name
from kit.uploads import incoming_folder
from testimonials.errors import TestimonialNotFoundError
from testimonials.media.examining import examine
from testimonials.media.findings import Findings, RefusedFileError
from testimonials.models import MAX_FILE_NAME, Consent, Medium, Original, Page, Testimonial

ADDRESS_LIFETIME = timedelta(minutes=5)
_signer = TimestampSigner(salt="testimonials.files")
_MEDIA = {"image": (Medium.CARD, Medium.PHOTO), "audio": (Medium.AUDIO,), "video": (Medium.VIDEO,)}


@dataclass(frozen=True, slots=True)
class Examined:
    """A file that can be stored. `folder` holds its pages."""

    file: Any
    name: str
    sha256: str
    findings: Findings
    folder: Path

    def medium(self, stated: Medium | None) -> Medium:
        """What it is; `stated` by its sender decides between card and photo. Raises InvalidError."""
        possible = _MEDIA[self.findings.form]
        if stated not in (None, *possible):
            raise InvalidError({"medium": [f"This file is no {stated}."]})
        return stated or possible[0]


def digest_of_upload(file: Any) -> str:
    """SHA-256 of an uploaded file, which must be on disk."""
    with Path(file.temporary_file_path()).open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


@contextmanager
def examined(file: Any) -> Iterator[Examined]:
    """Examine an uploaded file, which must be on disk. Raises InvalidError with the reason for a refusal."""
    folder = Path(tempfile.mkdtemp(dir=incoming_folder()))
    try:
        findings = examine(Path(file.temporary_file_path()), folder)
        yield Examined(file, shown_name(file.name or "", MAX_FILE_NAME), digest_of_upload(file), findings, folder)
    except RefusedFileError as error:
        raise InvalidError({"file": [str(error)]}) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def store_files(examined_file: Examined) -> Iterator[Original | Page]:
    """Put the file and its pages into the storage: yields each as an unsaved row, the original first.

    Outside a transaction, as a storage elsewhere takes long. The caller saves them by `save_files`, or deletes them.
    """
    found = examined_file.findings
    original = Original(
        name=examined_file.name,
        type=found.type,
        size=examined_file.file.size,
        sha256=examined_file.sha256,
        duration=found.duration,
        waveform=list(found.waveform),
    )
    original.file.save(examined_file.name, examined_file.file, save=False)
    yield original
    for number, made in enumerate(found.pages, 1):
        page = Page(original=original, number=number, width=made.width, height=made.height)
        with (examined_file.folder / made.name).open("rb") as content:
            page.image.save(made.name, File(content), save=False)
        yield page


def save_files(testimonial: Testimonial, stored: Sequence[Original | Page]) -> None:
    """`stored`: as `store_files` yields them."""
    for row in stored:
        if isinstance(row, Original):
            row.testimonial = testimonial
        else:
            row.original_id = row.original.pk
        row.save(force_insert=True)


def delete_files(stored: Sequence[Original | Page]) -> None:
    """Delete what no row names."""
    for row in stored:
        (row.file if isinstance(row, Original) else row.image).delete(save=False)


def addresses_of(testimonial_id: int) -> dict[str, Any]:
    """The parts of the addresses that open the original and its pages for five minutes.

    Raises TestimonialNotFoundError, also when the consent was withdrawn.
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
    """Not those whose author has withdrawn the consent: also an address that was given before opens nothing."""
    return Original.objects.exclude(testimonial__consent=Consent.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file for the answer to a signed address. `is_shown`: not downloaded under its name."""

    content: IO[bytes] | RemoteFile
    type: str
    name: str
    is_shown: bool


def open_signed(address: str) -> Opened:
    """Raises NotFoundError for an address that is wrong or has expired."""
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
