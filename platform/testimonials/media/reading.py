"""Chooses the reader of a file by its first bytes."""

from pathlib import Path

from testimonials.media.findings import MOST_BYTES, Findings, RefusedFileError
from testimonials.media.signatures import LOOKED_AT, signature_of


def read_file(path: Path, folder: Path) -> Findings:
    """Images for the viewer are written into `folder`. Raises RefusedFileError."""
    size = path.stat().st_size
    if not size:
        raise RefusedFileError("empty")
    with path.open("rb") as file:
        signature = signature_of(file.read(LOOKED_AT))
    if signature is None:
        raise RefusedFileError("unknown")
    if signature.reader == "sound":
        if size > MOST_BYTES["audio"]:
            raise RefusedFileError("size_audio")
        from testimonials.media.sounds import read_sound  # noqa: PLC0415  each reader loads large libraries

        return read_sound(path, signature)
    if size > MOST_BYTES["image"]:
        raise RefusedFileError("size_image")
    from testimonials.media.pictures import read_image, read_pdf  # noqa: PLC0415

    return (read_pdf if signature.reader == "pdf" else read_image)(path, signature, folder)
