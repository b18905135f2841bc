"""The settings of this process, chosen by DOCKET_ENV: development (the default), test or production."""

import importlib
import os

_MODULES = {"development": "dev", "test": "test", "production": "production"}


def _load() -> None:
    name = os.environ.get("DOCKET_ENV", "development")
    if name not in _MODULES:
        raise SystemExit(f"DOCKET_ENV is {name!r}; use one of: {', '.join(_MODULES)}.")
    module = importlib.import_module(f"config.settings.{_MODULES[name]}")
    globals().update({key: value for key, value in vars(module).items() if key.isupper()})


_load()
