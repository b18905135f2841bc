"""The settings of this process, chosen by DOCKET_ENV: development (the default), test or production."""

import importlib
import os

from kit.environment import WrongSettingError, all_at_once

_MODULES = {"development": "dev", "test": "test", "production": "production"}


def _load() -> None:
    name = os.environ.get("DOCKET_ENV") or "development"
    if name not in _MODULES:
        raise WrongSettingError("DOCKET_ENV", name, f"which is none of {', '.join(_MODULES)}", "production")
    with all_at_once():
        module = importlib.import_module(f"config.settings.{_MODULES[name]}")
    globals().update({key: value for key, value in vars(module).items() if key.isupper()})


_load()
