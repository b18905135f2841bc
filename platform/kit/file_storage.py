"""Where files are stored: in a local folder, or in the bucket of `MEDIA_URL`."""

import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

_SCHEMES = {"s3": "https", "s3+http": "http"}
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_REGION = "us-east-1"  # for servers without regions


def file_storage(url: str) -> dict[str, Any]:
    """Django's storage settings for `s3://key:secret@host:port/bucket?region=…`; if empty, for the folder.
    Raises ValueError."""
    if not url:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    bucket = parts.path.strip("/")
    if parts.scheme not in _SCHEMES or not (parts.hostname and parts.username and parts.password):
        raise ValueError("MEDIA_URL is no server of S3 with a key and a secret")
    if not _BUCKET.fullmatch(bucket) or options.keys() - {"region"} or parts.fragment:
        raise ValueError("MEDIA_URL names no bucket")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = f":{parts.port}" if parts.port else ""
    return {
        "BACKEND": "kit.object_storage.ObjectStorage",
        "OPTIONS": {
            "access_key": unquote(parts.username),
            "secret_key": unquote(parts.password),
            "bucket_name": bucket,
            "endpoint_url": f"{_SCHEMES[parts.scheme]}://{host}{port}",
            "region_name": options.get("region", _REGION),
        },
    }
