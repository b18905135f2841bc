"""A client that `openapi-python-client` generates, and calls of its functions."""

import importlib
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from enum import EnumType
from io import BytesIO
from pathlib import Path
from typing import Any, get_args, get_type_hints

from tests.clients.plan import FILE, Call
from tests.description import description

PACKAGE = "docket_python_client"
# its generator reads only these as text and as bytes, whatever has such a content
READ_AS = {
    "application/xml": "text/xml",
    "image/webp": "application/octet-stream",
    "image/*": "application/octet-stream",
}


def generate(folder: Path) -> Path:
    """Where the package is."""
    described, config, package = folder / "openapi.json", folder / "config.json", folder / PACKAGE
    described.write_text(json.dumps(description()))
    config.write_text(json.dumps({"content_type_overrides": READ_AS, "post_hooks": []}))
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    files: list[str | Path] = ["--path", described, "--config", config, "--output-path", package]
    done = subprocess.run([*generator, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return package


def operations(package: Path) -> dict[str, Any]:
    """The module of each operation, by its name in snake case."""
    names = [file.relative_to(package.parent).with_suffix("").parts for file in package.glob("api/*/*.py")]
    return {name[-1]: importlib.import_module(".".join(name)) for name in names if name[-1] != "__init__"}


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def called(module: Any, call: Call, address: str) -> Any:
    """The answer as the client understands it: its status, and what it was parsed to."""
    package = importlib.import_module(PACKAGE)
    client = (
        package.AuthenticatedClient(base_url=address, token=call.token, timeout=120)
        if call.token
        else package.Client(base_url=address, timeout=120)
    )
    with client:
        hints = get_type_hints(module.sync_detailed)
        given = {name: _typed(hints[name], value) for name, value in {**call.path, **call.query}.items()}
        return module.sync_detailed(client=client, **given, **dict(_body(module, call.body)))


def _typed(hint: Any, value: Any) -> Any:
    """A choice as the member that the client has for it."""
    kinds = [each for each in get_args(hint) or [hint] if isinstance(each, EnumType)]
    return kinds[0](value) if kinds else value


def _body(module: Any, body: Any) -> Iterator[tuple[str, Any]]:
    if "body" not in inspect.signature(module.sync_detailed).parameters or body is None:
        return
    hint = get_type_hints(module.sync_detailed)["body"]
    models = [each for each in get_args(hint) or [hint] if hasattr(each, "from_dict")]
    if models:
        yield "body", models[0].from_dict(_with_files(body))
    elif body == FILE:
        types = importlib.import_module(f"{PACKAGE}.types")
        yield "body", types.File(payload=BytesIO(_bytes(body)), file_name="a.png", mime_type="image/png")
    else:
        yield "body", body


def _with_files(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _bytes(value) if value == FILE else value for name, value in body.items()}


def _bytes(file: Mapping[str, str]) -> bytes:
    return file["$file"].encode()
