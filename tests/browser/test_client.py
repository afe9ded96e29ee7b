"""The client's own checks and tests, in its own tools."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.running import ROOT

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_client_passes_its_own(script: str) -> None:
    done = subprocess.run(["npm", "run", "--silent", script], cwd=ROOT / "web", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_lock_names_no_host() -> None:
    lock = (ROOT / "web/package-lock.json").read_text()
    assert "http" not in lock
    assert all("resolved" not in package for package in json.loads(lock)["packages"].values())
