"""A server in a process of its own."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final, Optional

ROOT: Final = Path(__file__).parent.parent
KNOWN_DICE: Final = "from sandtable.server import hall; hall.new_seed = lambda: bytes(32)"  # a test must go the same way twice


class Server:
    """`sandtable play`, or the toy title; it can be ended in every way and started again at the same address."""

    def __init__(
        self,
        data: Path,
        toy: bool = False,
        half_open: float = 30.0,
        told: Optional[Path] = None,
        script: str = "tests/server/serve_toy.py",
    ) -> None:
        self.data, self.toy, self.script, self.port, self.half_open = data, toy, script, 0, half_open
        self.told = told  # a file for what it writes on its error output
        self.start()

    def start(self) -> None:
        play = ["-c", f"{KNOWN_DICE}; from sandtable.cli import main; main()", "play", "--port", str(self.port), "--no-browser"]
        toy = [str(ROOT / self.script), str(self.data), str(self.half_open)]
        command = toy if self.toy else [*play, "--data", str(self.data)]
        env = {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}", "PATH": ""}  # what is here, whatever is installed
        words = [sys.executable, *command]
        with contextlib.ExitStack() as stack:
            errors = stack.enter_context(self.told.open("a")) if self.told else None
            self.process: subprocess.Popen[str] = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT, env=env
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.match(r"Sandtable is at http://127\.0\.0\.1:(\d+)", line)
        assert found is not None, f"the server did not start: {line!r}"
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        """As a person does, with Ctrl+C; what it ends with."""
        return self.end(signal.SIGINT)

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
