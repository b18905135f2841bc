"""Compares testimonials with their processes and versions: rules as in `workflows.engine.core.consistency.rules`."""

from testimonials.transcriptions import WRITTEN
from workflows.engine.core.consistency.rules import STEPS

_WORDS = ", ".join(f"{{0}}.{name}" for name in WRITTEN)

_STATUSES = f"""
    WITH {STEPS}
    SELECT 'testimonial', testimonial.id, format('is %%s, its process says %%s', testimonial.status,
        coalesce(place.status, 'nothing'))
    FROM testimonials_testimonial testimonial
    LEFT JOIN (
        SELECT DISTINCT ON (subject_id) subject_id, id, outcome FROM workflows_process
        WHERE flow_class = %(kind)s ORDER BY subject_id, id DESC
    ) process ON process.subject_id = testimonial.id
    LEFT JOIN workflows_task task ON task.process_id = process.id AND task.status = ANY(%(open)s)
    LEFT JOIN steps place ON place.kind = %(kind)s
        AND place.node = coalesce(split_part(task.flow_task, '.', 2), process.outcome)
    WHERE testimonial.status IS DISTINCT FROM place.status
"""
_VERSIONS = f"""
    SELECT 'testimonial', testimonial.id, CASE
        WHEN newest.id IS NULL OR stored.number <> testimonial.revision
        THEN format('is at version %%s of %%s', testimonial.revision, coalesce(stored.number, 0))
        ELSE format('differs from its newest version, %%s', testimonial.revision) END
    FROM testimonials_testimonial testimonial
    LEFT JOIN (SELECT testimonial_id, count(*) AS number FROM testimonials_transcription GROUP BY 1) stored
        ON stored.testimonial_id = testimonial.id
    LEFT JOIN testimonials_transcription newest
        ON newest.testimonial_id = testimonial.id AND newest.number = testimonial.revision
    WHERE newest.id IS NULL OR stored.number <> testimonial.revision
        OR ({_WORDS.format("testimonial")}) IS DISTINCT FROM ({_WORDS.format("newest")})
"""
# a version is written by an edit or by a decision with it in its form; later decisions may name the same version
_AUTHORS = """
    SELECT 'testimonial', version.testimonial_id, CASE
        WHEN entry.seq IS NULL THEN format('has version %%s, its history does not have it', version.number)
        ELSE format('has version %%s by account %%s, its history says %%s', version.number,
            coalesce(version.author_id::text, 'nobody'), coalesce(entry.actor_id::text, 'nobody')) END
    FROM testimonials_transcription version
    LEFT JOIN LATERAL (
        SELECT entry.seq, entry.actor_id FROM workflows_taskevent entry
        JOIN workflows_process process ON process.id = entry.process_id
        WHERE process.flow_class = %(kind)s AND process.subject_id = version.testimonial_id
            AND entry.action IN ('revise', 'decide') AND (entry.data->>'revision')::int = version.number
        ORDER BY process.id, entry.seq LIMIT 1
    ) entry ON true
    WHERE version.number > 1 AND (entry.seq IS NULL OR version.author_id IS DISTINCT FROM entry.actor_id)
"""
_CONSENT = """
    SELECT 'testimonial', testimonial.id, CASE
        WHEN testimonial.consent <> last.said
        THEN format('has the consent "%%s", its history says "%%s"', testimonial.consent, last.said)
        ELSE format('has the consent of %%s, its history says %%s', coalesce(testimonial.consent_on::text, 'no day'),
            coalesce(last.day::text, 'no day')) END
    FROM testimonials_testimonial testimonial
    JOIN (
        SELECT DISTINCT ON (process.subject_id) process.subject_id, entry.data->>'is' AS said,
            (entry.data->>'on')::date AS day
        FROM workflows_taskevent entry JOIN workflows_process process ON process.id = entry.process_id
        WHERE process.flow_class = %(kind)s AND entry.action = 'consent'
        ORDER BY process.subject_id, process.id DESC, entry.seq DESC
    ) last ON last.subject_id = testimonial.id
    WHERE testimonial.consent <> last.said OR testimonial.consent_on IS DISTINCT FROM last.day
"""
_PUBLISHED = """
    SELECT 'testimonial', testimonial.id, format('is published with the consent "%%s"', testimonial.consent)
    FROM testimonials_testimonial testimonial WHERE testimonial.status = 'published' AND testimonial.consent <> 'given'
"""
TESTIMONIAL_RULES = (_STATUSES, _VERSIONS, _AUTHORS, _CONSENT, _PUBLISHED)
