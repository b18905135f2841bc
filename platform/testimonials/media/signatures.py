"""The accepted types of files, by their first bytes. So each file gets one fixed parser, and none guesses."""

from typing import NamedTuple

LOOKED_AT = 256  # bytes
# the first two bytes of a frame of MPEG audio
_MPEG_MASK, _MPEG_LAYER_3 = 0xFFE6, 0xFFE2
_HEIC = (b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1")
_AVIF = frozenset({b"avif", b"avis"})


class Signature(NamedTuple):
    """`reader`: image, pdf or sound. `format`: of Pillow for images, of FFmpeg for sound. `type`: the media type."""

    reader: str
    format: str
    type: str

    @property
    def is_recording(self) -> bool:
        """Whether it is audio or video. The examination tells which of the two."""
        return self.reader == "sound"


# the head of Matroska and WebM (RFC 8794): its DocType element says which of the two it is
_EBML, _DOCTYPE = b"\x1aE\xdf\xa3", 0x4282
_WEBM = Signature("sound", "matroska", "video/webm")
_PREFIXES = (
    (b"\xff\xd8\xff", Signature("image", "JPEG", "image/jpeg")),
    (b"\x89PNG\r\n\x1a\n", Signature("image", "PNG", "image/png")),
    (b"II*\x00", Signature("image", "TIFF", "image/tiff")),
    (b"MM\x00*", Signature("image", "TIFF", "image/tiff")),
    (b"%PDF-", Signature("pdf", "", "application/pdf")),
    (b"OggS", Signature("sound", "ogg", "audio/ogg")),
    (b"ID3", Signature("sound", "mp3", "audio/mpeg")),
)


def signature_of(head: bytes) -> Signature | None:
    """`head`: the first LOOKED_AT bytes. None if the type is not accepted."""
    for prefix, signature in _PREFIXES:
        if head.startswith(prefix):
            return signature
    if head[:4] == b"RIFF":
        return _riff(head[8:12])
    if head[4:8] == b"ftyp":
        return _boxes(head)
    if head.startswith(_EBML):
        return _WEBM if _doctype(head) == b"webm" else None
    if int.from_bytes(head[:2], "big") & _MPEG_MASK == _MPEG_LAYER_3:
        return Signature("sound", "mp3", "audio/mpeg")
    return None


def _riff(form: bytes) -> Signature | None:
    return {
        b"WEBP": Signature("image", "WEBP", "image/webp"),
        b"WAVE": Signature("sound", "wav", "audio/wav"),
    }.get(form)


def _boxes(head: bytes) -> Signature | None:
    """The type by the first brand. AVIF is refused, even if its brand is among the others."""
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brand, others = head[8:12], {head[at : at + 4] for at in range(16, end, 4)}
    if _AVIF & {brand, *others}:
        return None
    if brand in _HEIC:
        return Signature("image", "HEIF", "image/heic")
    if brand == b"qt  ":
        return Signature("sound", "mov", "video/quicktime")
    return Signature("sound", "mov", "video/mp4")


def _doctype(head: bytes) -> bytes:
    """The DocType of Matroska or WebM; empty if the head has none."""
    _, at = _number(head, len(_EBML), is_id=False)
    while at < len(head):
        element, at = _number(head, at, is_id=True)
        length, at = _number(head, at, is_id=False)
        if element == _DOCTYPE:
            return head[at : at + length].rstrip(b"\0")
        at += length
    return b""


def _number(head: bytes, at: int, *, is_id: bool) -> tuple[int, int]:
    """A number of variable length (RFC 8794), and the position after it. An id keeps its length bit."""
    first = head[at] if at < len(head) else 0
    length = 9 - first.bit_length()
    if length > 8:  # noqa: PLR2004  invalid
        return 0, len(head)
    number = int.from_bytes(head[at : at + length], "big")
    return number if is_id else number & ((1 << 7 * length) - 1), at + length
