"""Install everything for development: the full Python environment and the console's packages."""

from deploy.local.checks import check_node, check_space
from deploy.local.console import ensure_packages
from deploy.local.environment import ensure_environment
from deploy.local.layout import ROOT


def run() -> int:
    check_node()
    check_space(ROOT)
    ensure_environment("dev")
    ensure_packages()
    return 0
