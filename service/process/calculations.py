"""A process that makes calculations for its parent, `calculator.py`, and ends with it.

Each is made in a fork, which gives all its memory back, and ends when it has taken too much of a core.
"""

import gc
import os
import select
import signal
import sys
import traceback
from typing import BinaryIO, get_type_hints

import msgspec

from service.opponents.thinker import give_way
from service.process.calculator import LENGTH_BYTES, Reply
from service.sessions.problems import Problem

# Imported before the forks; the functions are looked up by name.
from service.tournaments import tournament as hosted
from service.use_cases.tournaments import calculations as stateless

MODULES = {module.__name__: module for module in (hosted, stateless)}
# How often the process looks whether its parent lives: standard input stays open if another has inherited its end.
PARENT_SECONDS = 1.0

_decode = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw]).decode


def main() -> int:
    """Answer until the parent has no more; the arguments are the niceness, the parent's id and an answer's seconds."""
    give_way(int(sys.argv[1]))
    gc.freeze()
    while (sent := _receive(sys.stdin.buffer, int(sys.argv[2]))) is not None:
        child = os.fork()
        if not child:
            _answer(sent, float(sys.argv[3]))
        _, status = os.waitpid(child, 0)
        if status:
            # The parent sees the end, and starts another one.
            return 1
    return 0


def _receive(source: BinaryIO, parent: int) -> bytes | None:
    while not select.select([source], [], [], PARENT_SECONDS)[0]:
        if os.getppid() != parent:
            return None
    length = source.read(LENGTH_BYTES)
    return source.read(int.from_bytes(length, "big")) if length else None


def _answer(sent: bytes, seconds: float) -> None:
    """Calculate, write the answer, and end this fork; the kernel ends it after so much time of a core."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    answer = msgspec.msgpack.encode(_calculate(*_decode(sent)))
    sys.stdout.buffer.write(len(answer).to_bytes(LENGTH_BYTES, "big") + answer)
    sys.stdout.buffer.flush()
    os._exit(0)


def _calculate(module: str, name: str, argument: msgspec.Raw) -> Reply:
    function = getattr(MODULES[module], name)
    kind, _ = get_type_hints(function).values()
    try:
        answer = function(msgspec.msgpack.decode(argument, type=kind))
    except Problem as problem:
        return Reply(problem=(problem.code, problem.message, problem.path))
    except Exception:  # noqa: BLE001  it is written to the log, and told as a bug
        traceback.print_exc()
        return Reply(has_failed=True)
    return Reply(msgspec.msgpack.encode(answer))


if __name__ == "__main__":
    sys.exit(main())
