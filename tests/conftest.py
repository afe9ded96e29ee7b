"""`--rules FILE` writes which rows of the rule books are proved by a test that passed. No test fails for being slow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

proved: dict[str, dict[str, bool]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", metavar="FILE", help="write the rows of the rule books that tests prove, as JSON")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("rule"):
        title, *ids = mark.args
        item.user_properties.append(("rule", [title, *ids]))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A row is proved if every test that names it passes."""
    if report.when != "call" and not report.failed:
        return
    for name, value in report.user_properties:
        if name == "rule" and isinstance(value, list):
            rows = proved.setdefault(str(value[0]), {})
            for id in value[1:]:
                rows[str(id)] = rows.get(str(id), True) and report.passed


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = session.config.getoption("--rules")
    if path and not hasattr(session.config, "workerinput"):
        Path(str(path)).write_text(json.dumps(proved, indent=1, sort_keys=True))
