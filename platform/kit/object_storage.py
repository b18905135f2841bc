"""A remote file storage: a bucket of any server with the S3 protocol."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError
from storages.backends.s3 import S3Storage

from kit.file_parts import RemoteFile

PART = 256 * 1024  # bytes per read
_UPLOADED_AT_ONCE = 8 * 1024 * 1024  # bytes per part of a large upload
_MISSING = "404"


class ObjectStorage(S3Storage):
    """The bucket. Reads and writes hold only one part of a file in memory."""

    def get_default_settings(self) -> dict[str, Any]:
        """Names are random, so `file_overwrite` is safe and saves the question whether a name is taken."""
        return {
            **super().get_default_settings(),
            "addressing_style": "path",
            "file_overwrite": True,
            "default_acl": None,
            "max_memory_size": PART,
            "transfer_config": TransferConfig(multipart_chunksize=_UPLOADED_AT_ONCE, max_concurrency=2),
            # only newer servers know these checksums, so they are sent only if the server requires them
            "client_config": Config(
                s3={"addressing_style": "path"},
                signature_version="s3v4",
                connect_timeout=5,
                read_timeout=60,
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        }

    def open_parts(self, name: str) -> RemoteFile:
        """Raises FileNotFoundError."""
        stored = self.bucket.Object(name)
        try:
            return RemoteFile(name, stored.content_length, partial(_parts_of, stored))
        except ClientError as error:
            if error.response["Error"]["Code"] == _MISSING:
                raise FileNotFoundError(name) from error
            raise


def _parts_of(stored: Any, start: int, end: int) -> Iterator[bytes]:
    body = stored.get(Range=f"bytes={start}-{end - 1}")["Body"]
    try:
        yield from body.iter_chunks(PART)
    finally:
        body.close()
