"""Reads audio and video once from beginning to end, so that a truncated file is noticed."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import av
from av.audio.resampler import AudioResampler

from testimonials.media.findings import MOST_TRACKS, Findings, RefusedFileError
from testimonials.media.signatures import Signature

PARTS = 600  # of the waveform
LONGEST_DRAWN = 20 * 60  # seconds; longer audio gets no waveform
SHORTEST_PART = 0.9  # of the stated length, which a file must really have
_RATE = 8_000  # samples a second, for the waveform
_MILLISECONDS = 1_000
_LARGEST_OGG_PAGE = 65_307  # bytes
_LAST_PAGE = 0x04  # a bit of the second byte after `OggS`
_AUDIO_TYPES = {"video/mp4": "audio/mp4", "video/quicktime": "audio/mp4", "video/webm": "audio/webm"}
# codecs that browsers play; codecs of pictures and texts are no videos
_VIDEOS = frozenset({"h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mjpeg", "h263", "prores"})


def read_sound(path: Path, signature: Signature) -> Findings:
    """Read audio or video. Raises RefusedFileError."""
    if signature.format == "ogg" and not _ends_as_ogg(path):
        raise RefusedFileError("broken")
    try:
        # as a file object: FFmpeg then opens no other file that this one names
        with path.open("rb") as file, av.open(file, format=signature.format) as container:
            return _read(container, signature)
    except (av.FFmpegError, EOFError, ValueError) as error:
        raise RefusedFileError("broken") from error


def _read(container: Any, signature: Signature) -> Findings:
    if len(container.streams) > MOST_TRACKS:
        raise RefusedFileError("tracks")
    stream, is_video = _main_stream(container)
    if is_video and signature.type.startswith("audio/"):
        raise RefusedFileError("unknown")
    stated = container.duration / av.time_base if container.duration else None
    levels = _Levels() if not is_video and (stated or 0) <= LONGEST_DRAWN else None
    end = _end_of(container, stream, levels)
    if end <= 0 or (stated and end < SHORTEST_PART * stated):
        raise RefusedFileError("broken")
    media_type = signature.type if is_video else _AUDIO_TYPES.get(signature.type, signature.type)
    waveform = levels.parts() if levels and end <= LONGEST_DRAWN else []
    return Findings("video" if is_video else "audio", media_type, (), round(end * _MILLISECONDS), waveform)


def _main_stream(container: Any) -> tuple[Any, bool]:
    """The first video stream, else the first audio stream; and whether it is video. Raises RefusedFileError."""
    videos = [stream for stream in container.streams.video if _is_video(stream)]
    if videos:
        return videos[0], True
    if not container.streams.audio:
        raise RefusedFileError("silent")
    return container.streams.audio[0], False


def _end_of(container: Any, stream: Any, levels: "_Levels | None") -> float:
    """The time in seconds at which the last packet ends. Raises RefusedFileError for a damaged packet."""
    end = 0.0
    for packet in container.demux(stream):
        if packet.is_corrupt:
            raise RefusedFileError("broken")
        if packet.pts is not None:
            end = max(end, float((packet.pts + (packet.duration or 0)) * packet.time_base))
        if levels and end <= LONGEST_DRAWN:
            for frame in packet.decode():
                levels.add(frame)
    return end


def _ends_as_ogg(path: Path) -> bool:
    """Whether the last page is marked as the last. Only this shows a truncated file: Ogg does not state its length."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - _LARGEST_OGG_PAGE, 0))
        _, mark, last = file.read().rpartition(b"OggS")
    return bool(mark) and len(last) > 1 and bool(last[1] & _LAST_PAGE)


def _is_video(stream: Any) -> bool:
    """False for a cover picture."""
    return not (stream.disposition & av.stream.Disposition.attached_pic) and stream.codec_context.name in _VIDEOS


class _Levels:
    """The loudest sample of each hundredth of a second."""

    def __init__(self) -> None:
        self._resampler = AudioResampler(format="u8", layout="mono", rate=_RATE)
        self._loudest: list[int] = []

    def add(self, frame: Any) -> None:
        step = _RATE // 100
        for resampled in self._resampler.resample(frame):
            samples = bytes(resampled.planes[0])[: resampled.samples]
            for start in range(0, len(samples), step):
                part = samples[start : start + step]
                self._loudest.append(max(max(part) - 128, 128 - min(part)))

    def parts(self) -> list[int]:
        """At most PARTS values of 0 to 100; the loudest part of the file has 100."""
        if not self._loudest:
            return []
        number = min(PARTS, len(self._loudest))
        edges = [round(place * len(self._loudest) / number) for place in range(number + 1)]
        loudest = [max(self._loudest[start:end]) for start, end in pairwise(edges)]
        most = max(loudest) or 1
        return [round(100 * level / most) for level in loudest]
