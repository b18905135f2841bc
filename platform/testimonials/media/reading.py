"""Chooses the reader of a file by its first bytes."""

from pathlib import Path

from testimonials.media.findings import MOST_BYTES, Findings, RefusedFileError
from testimonials.media.signatures import LOOKED_AT, Signature, signature_of


def require_accepted(path: Path) -> Signature:
    """The type of a file by its first bytes; nothing is decoded. Raises RefusedFileError for its type or size."""
    size = path.stat().st_size
    if not size:
        raise RefusedFileError("empty")
    with path.open("rb") as file:
        signature = signature_of(file.read(LOOKED_AT))
    if signature is None:
        raise RefusedFileError("unknown")
    if size > MOST_BYTES["audio" if signature.is_recording else "image"]:
        raise RefusedFileError("size_audio" if signature.is_recording else "size_image")
    return signature


def require_picture(path: Path) -> Signature:
    """As `wanted`, but only an image is accepted: no document, no recording."""
    signature = require_accepted(path)
    if signature.reader != "image":
        raise RefusedFileError("unknown")
    return signature


def read_file(path: Path, folder: Path) -> Findings:
    """Read any accepted file, and write images for the viewer into `folder`. Raises RefusedFileError."""
    signature = require_accepted(path)
    if signature.is_recording:
        from testimonials.media.sounds import read_sound  # noqa: PLC0415  each reader loads large libraries

        return read_sound(path, signature)
    from testimonials.media.pictures import read_image, read_pdf  # noqa: PLC0415

    return (read_pdf if signature.reader == "pdf" else read_image)(path, signature, folder)


def read_picture(path: Path, folder: Path) -> Findings:
    """Read an image, and write one small square image into `folder`. Raises RefusedFileError."""
    signature = require_picture(path)
    from testimonials.media.pictures import read_square  # noqa: PLC0415

    return read_square(path, signature, folder)
