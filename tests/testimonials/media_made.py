"""Small real files of each kind that a testimonial can have, made here."""

import math
import wave
from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

import av
import pillow_heif
from PIL import Image, ImageDraw

RATE = 8_000


def picture(size: tuple[int, int] = (640, 400), words: str = "Thank you!") -> Image.Image:
    image = Image.new("RGB", size, "#f4ead7")
    ImageDraw.Draw(image).text((40, 40), words, fill="#223", font_size=48)
    return image


def image_file(form: str = "JPEG", size: tuple[int, int] = (640, 400), **options: Any) -> bytes:
    if form == "HEIF":
        pillow_heif.register_heif_opener()
    buffer = BytesIO()
    picture(size).save(buffer, form, **options)
    return buffer.getvalue()


def tiff_of(pages: int) -> bytes:
    return image_file("TIFF", save_all=True, append_images=[picture(words=str(page)) for page in range(1, pages)])


def pdf_of(pages: int) -> bytes:
    return image_file("PDF", save_all=True, append_images=[picture(words=str(page)) for page in range(1, pages)])


def wav_of(seconds: float) -> bytes:
    buffer = BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(_tone(round(seconds * RATE)))
    return buffer.getvalue()


def sound_file(container: str, codec: str, seconds: float = 2.0) -> bytes:
    """A tone, for example `sound_file("mp3", "libmp3lame")`."""
    buffer = BytesIO()
    with av.open(buffer, "w", format=container) as output:
        stream: Any = output.add_stream(codec, rate=48_000)
        stream.layout = "mono"
        resampler = av.AudioResampler(
            format=stream.format.name, layout="mono", rate=48_000, frame_size=stream.frame_size or 960
        )
        for frame in resampler.resample(_frame(round(seconds * RATE))):
            output.mux(stream.encode(frame))
        for frame in resampler.resample(None):
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    return buffer.getvalue()


def video_file(container: str, codec: str, seconds: float = 2.0) -> bytes:
    """Ten pictures a second, for example `video_file("webm", "libvpx")`."""
    buffer = BytesIO()
    with av.open(buffer, "w", format=container) as output:
        stream: Any = output.add_stream(codec, rate=10)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
        for number in range(round(seconds * 10)):
            frame = av.VideoFrame.from_image(picture((160, 120), str(number)))
            frame.pts, frame.time_base = number, Fraction(1, 10)
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    return buffer.getvalue()


def pdf_with_image(side: int) -> bytes:
    """A small page with an image that says it has `side` pixels each way, and has none."""
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length 26>>stream\nq 600 0 0 600 0 0 cm /I Do Q\nendstream",
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8" % (side, side)
        + b"/Filter/FlateDecode/Length 2>>stream\n\x03\x00\nendstream",
    ]
    return _pdf_with(parts)


def pdf_of_nested_forms(depth: int, times: int) -> bytes:
    """Two kilobytes: a page that draws a form so many times, which draws another so many times, and so on."""
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 600 600]/Resources<</XObject<</I %d 0 R>>>>"
    form = head + b"/Length %d>>stream\n%s\nendstream"
    again = b"/I Do " * times
    last = b"0 0 9 9 re f"
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(again), again),
        *(form % (number + 1, len(again), again) for number in range(5, 5 + depth)),
        form % (5, len(last), last),
    ]
    return _pdf_with(parts)


def _pdf_with(parts: Sequence[bytes]) -> bytes:
    """`parts`: its objects, the first of which is the root."""
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(parts) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return body + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(body))


def tiff_of_size(width: int, height: int) -> bytes:
    """A few kilobytes, however large the image is."""
    buffer = BytesIO()
    Image.new("1", (width, height)).save(buffer, "TIFF", compression="group4")
    return buffer.getvalue()


def heic_of_size(width: int, height: int) -> bytes:
    """A small image that says it has this size."""
    small = image_file("HEIF")
    place = small.index(b"ispe") + 8
    return small[:place] + width.to_bytes(4, "big") + height.to_bytes(4, "big") + small[place + 8 :]


def sound_of_tracks(number: int) -> bytes:
    buffer = BytesIO()
    with av.open(buffer, "w", format="webm") as output:
        tracks: list[Any] = [output.add_stream("libopus", rate=48_000) for _ in range(number)]
        for track in tracks:
            track.layout = "mono"
        for track in tracks:
            frame = av.AudioFrame(format=track.format.name, layout="mono", samples=960)
            frame.sample_rate, frame.pts = 48_000, 0
            output.mux([*track.encode(frame), *track.encode(None)])
    return buffer.getvalue()


def _tone(samples: int) -> bytes:
    """440 Hz that becomes louder."""
    wave_of = (math.sin(2 * math.pi * 440 * place / RATE) * place / samples for place in range(samples))
    return b"".join(round(20_000 * value).to_bytes(2, "little", signed=True) for value in wave_of)


def _frame(samples: int) -> Any:
    frame = av.AudioFrame(format="s16", layout="mono", samples=samples)
    frame.planes[0].update(_tone(samples).ljust(frame.planes[0].buffer_size, b"\0"))
    frame.sample_rate, frame.pts = RATE, 0
    return frame
