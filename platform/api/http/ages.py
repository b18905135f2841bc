"""How old an answer may be: a caller that sends `Cache-Control: max-age=1` accepts an answer that is one second old.

Without the header every answer is read anew. The console sends the header with its polls. Its `max-age` is never longer
than the time since the person's last command, so no answer is older than their own change (decision 46).
"""

import re

from django.http import HttpRequest

_MAX_AGE = re.compile(r"(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])")


def accepted_age(request: HttpRequest) -> int:
    """The age in seconds that the caller accepts; 0 for an answer that must be read now."""
    found = _MAX_AGE.search(request.headers.get("Cache-Control", "").lower())
    return int(found[1]) if found else 0
