"""Paths of the checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = ROOT / "platform"
REQUIREMENTS = ROOT / "requirements"
CONSOLE = ROOT / "console"
NODE_MODULES = ROOT / "node_modules"

BUILD = ROOT / ".build"  # files of the set-up: its lock, stamps, tools and logs
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
