"""A process that thinks for bots: it answers the questions of its parent, a line of JSON each, and ends with it.

It is started by `pool.py` and imports the engine and the bots alone, not the service: so it is small, soon there, and
has no store, no settings and no key that could leak.
"""

import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import msgspec

import engine
from service.opponents.question import Question, Reply, answer

# A process whose memory has grown by more ends after its answer, and another takes its place.
MOST_BYTES = 512 * 1024 * 1024
# How often a process looks whether its parent lives.
PARENT_SECONDS = 1.0

_decode = msgspec.json.Decoder(Question).decode


def main() -> int:
    """Answer questions until the parent has no more.

    The arguments tell how far the process gives way to others, and the id of its parent.
    """
    give_way(int(sys.argv[1]))
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(questions,), daemon=True).start()
    Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    # What a process has used most counts what its parent used when it was forked.
    inherited = _most_memory()
    while _most_memory() - inherited < MOST_BYTES:
        _write(_reply(_decode(questions.get())))
    return 0


def give_way(niceness: int) -> None:
    """Leave a core that requests want to those that answer them, at a niceness above 0.

    Linux may share a core by sessions (sched(7), autogroup), among which the niceness of a process does not count: then
    the session of this process is as nice.
    """
    os.nice(niceness)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def _read(questions: SimpleQueue[bytes]) -> None:
    """Take questions while the main thread thinks; when the parent has ended, end this process in mid-thought."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


def _end_with(parent: int) -> None:
    """End this process soon after its parent: standard input stays open if another process has inherited its end."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _most_memory() -> int:
    """Return the most memory that this process has ever used, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _reply(question: Question) -> Reply:
    try:
        return Reply(answer(question, time.monotonic))
    except engine.EngineError as problem:
        return Reply(problem=problem.message)


def _write(reply: Reply) -> None:
    """Send an answer; if the parent has ended, `_read` ends this process."""
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
