"""The settings of this process, chosen by DOCKET_ENV: development (the default), test or production."""

import importlib
import os
from ipaddress import ip_address
from urllib.parse import urlsplit

from kit.environment import WrongSettingError, all_at_once, refuse

_MODULES = {"development": "dev", "test": "test", "production": "production"}


def _load() -> None:
    name = os.environ.get("DOCKET_ENV") or "development"
    if name not in _MODULES:
        raise WrongSettingError("DOCKET_ENV", name, f"which is none of {', '.join(_MODULES)}", "production")
    with all_at_once():
        module = importlib.import_module(f"config.settings.{_MODULES[name]}")
        if module.PASSKEYS and _is_number(urlsplit(module.CONSOLE_URL).hostname or ""):
            problem = "and browsers make passkeys only for the name of a host"
            refuse(WrongSettingError("DOCKET_URL", module.CONSOLE_URL, problem, "http://localhost:8000"))
    globals().update({key: value for key, value in vars(module).items() if key.isupper()})


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


_load()
