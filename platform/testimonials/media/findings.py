"""The findings of an examination, and the sentences of its refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_PIXELS = 100_000_000  # of one image
MOST_PICTURE_PIXELS = 50_000_000  # of an account's picture
MOST_PAGES = 10
MOST_TRACKS = 32  # of a recording
MOST_BYTES = {"image": 25 * 1024 * 1024, "audio": 500 * 1024 * 1024, "video": 500 * 1024 * 1024}

REFUSALS = {
    "empty": "The file is empty.",
    "unknown": "This is no image, PDF, audio or video file that can be read: JPEG, PNG, WebP, HEIC, TIFF, PDF, MP3, "
    "M4A, WAV, OGG, MP4, WebM or MOV.",
    "broken": "The file is damaged or incomplete. Ask for it again.",
    "one_page": "A picture has one page.",
    "picture_pixels": f"A picture has at most {MOST_PICTURE_PIXELS // 1_000_000} megapixels.",
    "pixels": f"An image has at most {MOST_PIXELS // 1_000_000} megapixels.",
    "pages": f"A document has at most {MOST_PAGES} pages.",
    "size_image": f"An image or PDF has at most {MOST_BYTES['image'] // 1024 // 1024} MB.",
    "size_audio": f"Audio and video have at most {MOST_BYTES['audio'] // 1024 // 1024} MB.",
    "tracks": f"A recording has at most {MOST_TRACKS} tracks.",
    "silent": "The file has neither sound nor pictures.",
    "too_much": "The file takes too long or too much memory to be read.",
}


class RefusedFileError(Exception):
    """The file is not accepted. `code`: one of REFUSALS."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(REFUSALS[code])


class PageMade(NamedTuple):
    """An image for the viewer: its file name in the examination's folder, and its size in pixels."""

    name: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Findings:
    """`form`: image, audio or video. `duration`: milliseconds; None for images. `waveform`: as `Original.waveform`."""

    form: str
    type: str
    pages: Sequence[PageMade] = ()
    duration: int | None = None
    waveform: Sequence[int] = ()
