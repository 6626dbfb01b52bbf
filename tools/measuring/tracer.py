"""Run `croupier serve` and record its calls: `tools.measuring.tracing` starts this file with the code of any checkout.

SIGUSR1 begins, SIGUSR2 ends and writes the calls to the file given on the command line: for each its thread, its
depth, the file and the name of its function. A coroutine that resumes after a wait counts again, as it costs again.
"""

import json
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

# Parts of a function, not functions: newer Pythons make no calls of most of them.
PARTS = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")

_depths: dict[int, int] = {}
_calls: list[tuple[int, int, str, str]] = []
_is_on = False


def _note(frame: FrameType, event: str, _argument: object) -> None:
    if not _is_on or event not in ("call", "return") or frame.f_code.co_name in PARTS:
        return
    thread = threading.get_ident()
    depth = _depths.get(thread, 0)
    if event == "call":
        _calls.append((thread, depth, frame.f_code.co_filename, frame.f_code.co_qualname))
    _depths[thread] = max(0, depth + (1 if event == "call" else -1))


def _begin(_number: int, _frame: FrameType | None) -> None:
    global _is_on  # noqa: PLW0603 - as the profiler's hook is the process's
    _depths.clear()
    _calls.clear()
    _is_on = True


def _end(_number: int, _frame: FrameType | None) -> None:
    global _is_on  # noqa: PLW0603
    _is_on = False
    part = Path(f"{sys.argv[1]}.part")
    part.write_text(json.dumps(_calls))
    part.rename(sys.argv[1])


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, _begin)
    signal.signal(signal.SIGUSR2, _end)
    threading.setprofile(_note)
    sys.setprofile(_note)
    import cli

    cli.app(["serve"])
