"""The product as `make up` runs it, in an empty folder, with everything durable."""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from tests.deploy.running import Product


@contextmanager
def running_product(**settings: str) -> Iterator[Product]:
    """Started with these variables; ended with all its processes."""
    with tempfile.TemporaryDirectory(prefix="docket-drill-") as place:
        Path(place).chmod(0o711)  # the database's user passes through
        chosen = {"DOCKET_POSTGRES": os.environ.get("DOCKET_POSTGRES", "")}
        product = Product(Path(place) / "data", settings={**chosen, **settings})
        product.start()
        try:
            yield product
            product.stop()
        finally:
            product.end_all()


def use_database_of(product: Product) -> None:
    """Set up Django in this process for the product's database and folder."""
    os.environ.update(json.loads((product.data / "environment.json").read_text()))
    os.environ["DOCKET_DATA_DIR"] = str(product.data)  # files, and the anchors that history is verified with
    django.setup()
