"""What must hold of testimonials after a drill: each has the file that was sent, a page to look at, and one process."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from drills.arrivals import PREFIX, Authors
from drills.audit import Fault, unequal
from testimonials.models import Original, Page
from workflows.models import Process


def faults_of_testimonials(authors: Authors) -> Iterator[Fault]:
    found = Original.objects.filter(testimonial__external_id__startswith=PREFIX).select_related("testimonial")
    stored = {original.testimonial.external_id: original for original in found}
    if stored.keys() != authors.accepted.keys():
        sentence = f"{len(authors.accepted)} testimonials were acknowledged, and {len(stored)} are stored"
        yield unequal(sentence, len(authors.accepted), len(stored))
    for name, (number, digest) in authors.accepted.items():
        original = stored.get(name)
        if original is None or original.testimonial_id != number or _digest(original) != digest:
            yield Fault(f"testimonial {number} has not the file that was sent", lost=1)
        elif not Page.objects.filter(original=original).exists():
            yield Fault(f"testimonial {number} has no page to look at", lost=1)
        if (begun := Process.objects.filter(flow_class="testimonial_transcription", subject_id=number).count()) != 1:
            yield unequal(f"testimonial {number} has {begun} processes", 1, begun)


def _digest(original: Original) -> str:
    """Empty without a file."""
    path = Path(settings.MEDIA_ROOT) / str(original.file)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
