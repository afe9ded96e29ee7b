"""Reports, for every title, which rows of its rule book a passing test proves."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sandtable.titles import SLUGS, load_title


def main(path: str) -> int:
    proved: dict[str, dict[str, bool]] = json.loads(Path(path).read_text()) if Path(path).exists() else {}
    rows = done = gaps = 0
    for slug in SLUGS:
        title = load_title(slug)
        ids = [rule.id for rule in title.rules.rulebook().rules]
        passed = proved.get(slug, {})
        missing = [id for id in ids if not passed.get(id, False)]
        unknown = sorted(set(passed) - set(ids))
        print(f"{slug}: {len(ids) - len(missing)} of {len(ids)} proved{'' if title.complete else ' (in progress)'}")
        for id in missing:
            print(f"  {id}: {'a test that names it fails' if id in passed else 'no test names it'}")
        for id in unknown:
            print(f"  {id}: a test names it, the rule book does not have it")
        rows, done = rows + len(ids), done + len(ids) - len(missing)
        gaps += (len(missing) if title.complete else 0) + len(unknown)
    print(f"rules: {done} of {rows} proved")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
