"""Redraws images and PDF pages for the viewer: upright, without metadata, small enough for a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pillow_heif
import pypdfium2
from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from kit.errors import is_full
from testimonials.media.findings import (
    MOST_PAGES,
    MOST_PICTURE_PIXELS,
    MOST_PIXELS,
    Findings,
    PageMade,
    RefusedFileError,
)
from testimonials.media.signatures import Signature

SIDE = 3_000  # pixels of the longer side
SQUARE = 256  # pixels of a side of an account's picture
QUALITY = 85
_POINTS = 72  # in an inch: the unit of PDF
_DPI = 200

pillow_heif.register_heif_opener()


def read_image(path: Path, signature: Signature, folder: Path) -> Findings:
    """Write the pages of an image into `folder`. Raises RefusedFileError."""
    with _opened(path, signature) as image:
        made = [_save(page, number, folder) for number, page in enumerate(_pages_of(image), 1)]
    return Findings("image", signature.type, made)


def read_square(path: Path, signature: Signature, folder: Path) -> Findings:
    """Write the picture of an account into `folder`. Raises RefusedFileError."""
    with _opened(path, signature) as image:
        if image.format == "TIFF" and getattr(image, "n_frames", 1) > 1:
            raise RefusedFileError("one_page")
        if image.width * image.height > MOST_PICTURE_PIXELS:
            raise RefusedFileError("picture_pixels")
        image.draft("RGB", (4 * SQUARE, 4 * SQUARE))
        ImageOps.exif_transpose(image, in_place=True)
        image.thumbnail((4 * SQUARE, 4 * SQUARE))
        name = "picture.webp"
        _clean(ImageOps.fit(_paper(image), (SQUARE, SQUARE))).save(folder / name, "WEBP", quality=QUALITY)
    return Findings("image", signature.type, [PageMade(name, SQUARE, SQUARE)])


@contextmanager
def _opened(path: Path, signature: Signature) -> Iterator[Image.Image]:
    """Raises RefusedFileError, also for errors while the caller draws the image."""
    Image.MAX_IMAGE_PIXELS = None  # checked by the readers, before anything is decoded
    formats = [signature.format, *(["MPO"] if signature.format == "JPEG" else [])]
    try:
        with Image.open(path, formats=formats) as image:
            yield image
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, TypeError, KeyError, EOFError) as error:
        if is_full(error):
            raise
        raise RefusedFileError("broken") from error


def read_pdf(path: Path, signature: Signature, folder: Path) -> Findings:
    """Write the pages of a PDF into `folder`. Raises RefusedFileError."""
    try:
        document = pypdfium2.PdfDocument(path)
        if len(document) > MOST_PAGES:
            raise RefusedFileError("pages")
        for page in document:
            _require_small_images(page)
        made = [_save(_drawn(page), number, folder) for number, page in enumerate(document, 1)]
    except pypdfium2.PdfiumError as error:
        raise RefusedFileError("broken") from error
    if not made:
        raise RefusedFileError("broken")
    return Findings("image", signature.type, made)


def _pages_of(image: Image.Image) -> Iterator[Image.Image]:
    """The pages of a TIFF; of other formats only the first image."""
    if image.format != "TIFF":
        _require_size(image)
        image.draft("RGB", (SIDE, SIDE))  # JPEG is decoded directly to a smaller size
        yield image
        return
    if getattr(image, "n_frames", 1) > MOST_PAGES:
        raise RefusedFileError("pages")
    for frame in ImageSequence.Iterator(image):
        _require_size(frame)
        yield frame


def _require_size(image: Image.Image) -> None:
    if image.width * image.height > MOST_PIXELS:
        raise RefusedFileError("pixels")


def _require_small_images(page: pypdfium2.PdfPage) -> None:
    """Check the stated size of each image in a PDF page: it is decoded in full, even if it is drawn small."""
    for image in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
        width, height = image.get_px_size()
        if width * height > MOST_PIXELS:
            raise RefusedFileError("pixels")


def _drawn(page: pypdfium2.PdfPage) -> Image.Image:
    width, height = page.get_size()
    scale = min(_DPI / _POINTS, SIDE / max(width, height, 1))
    drawn: Image.Image = page.render(scale=scale).to_pil()
    return drawn


def _save(image: Image.Image, number: int, folder: Path) -> PageMade:
    upright = ImageOps.exif_transpose(image)
    upright.thumbnail((SIDE, SIDE))
    name = f"{number}.jpg"
    clean = _clean(_paper(upright))
    clean.save(folder / name, "JPEG", quality=QUALITY)
    return PageMade(name, clean.width, clean.height)


def _clean(image: Image.Image) -> Image.Image:
    """Copy the pixels to a new image, which has no metadata, colour profile or thumbnail."""
    clean = Image.new("RGB", image.size)
    clean.paste(image)
    return clean


def _paper(image: Image.Image) -> Image.Image:
    """Put the image on white paper: RGB without transparency."""
    if image.mode == "RGB":
        return image
    if image.mode.startswith("I;16") or image.mode == "I":
        image = image.point(lambda value: value / 256).convert("L")
    with_alpha = image.convert("RGBA")
    paper = Image.new("RGB", image.size, "white")
    paper.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return paper
