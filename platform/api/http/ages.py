"""How old an answer may be: a caller that sends `Cache-Control: max-age=1` accepts an answer read a second ago.

Without the header every answer is read anew. The console sends it with its polls, with the seconds since its last
command at most: no answer is older than what the person did (decision 46).
"""

import re

from django.http import HttpRequest

_MAX_AGE = re.compile(r"(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])")


def accepted_age(request: HttpRequest) -> int:
    """The age in seconds that the caller accepts; 0 for an answer that must be read now."""
    found = _MAX_AGE.search(request.headers.get("Cache-Control", "").lower())
    return int(found[1]) if found else 0
