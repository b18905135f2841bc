"""Where the real reviews, companies, mails and schemas are: no part of the project. Tests skip without them."""

import os
from pathlib import Path

from tests.live import ROOT

SHARED_DATA = Path(os.environ.get("DOCKET_SHARED_DATA", ROOT.parent / "shared" / "data"))
