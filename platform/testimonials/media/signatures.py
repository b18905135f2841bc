"""The kinds of files that a testimonial can have, by their first bytes: no parser guesses, and none follows links."""

from typing import NamedTuple

LOOKED_AT = 64  # bytes
# the first two bytes of a frame of MPEG audio
_MPEG_MASK, _MPEG_LAYER_3 = 0xFFE6, 0xFFE2
_HEIC = (b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1")


class Signature(NamedTuple):
    """`reader` reads it: an image by Pillow's format, audio and video by FFmpeg's, PDF by itself."""

    reader: str
    format: str
    type: str


_PREFIXES = (
    (b"\xff\xd8\xff", Signature("image", "JPEG", "image/jpeg")),
    (b"\x89PNG\r\n\x1a\n", Signature("image", "PNG", "image/png")),
    (b"II*\x00", Signature("image", "TIFF", "image/tiff")),
    (b"MM\x00*", Signature("image", "TIFF", "image/tiff")),
    (b"%PDF-", Signature("pdf", "", "application/pdf")),
    (b"OggS", Signature("sound", "ogg", "audio/ogg")),
    (b"ID3", Signature("sound", "mp3", "audio/mpeg")),
    (b"\x1aE\xdf\xa3", Signature("sound", "matroska", "video/webm")),
)


def signature_of(head: bytes) -> Signature | None:
    """`head`: the first LOOKED_AT bytes. None for what a testimonial cannot have."""
    for prefix, signature in _PREFIXES:
        if head.startswith(prefix):
            return signature
    if head[:4] == b"RIFF":
        return _riff(head[8:12])
    if head[4:8] == b"ftyp":
        return _boxes(head[8:12])
    if int.from_bytes(head[:2], "big") & _MPEG_MASK == _MPEG_LAYER_3:
        return Signature("sound", "mp3", "audio/mpeg")
    return None


def _riff(form: bytes) -> Signature | None:
    return {
        b"WEBP": Signature("image", "WEBP", "image/webp"),
        b"WAVE": Signature("sound", "wav", "audio/wav"),
    }.get(form)


def _boxes(brand: bytes) -> Signature:
    if brand in _HEIC:
        return Signature("image", "HEIF", "image/heic")
    if brand == b"qt  ":
        return Signature("sound", "mov", "video/quicktime")
    return Signature("sound", "mov", "video/mp4")
