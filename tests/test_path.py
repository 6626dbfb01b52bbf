"""The path of a move: the counts of its calls, which do not depend on the machine, never rise."""

import sys

from msgspec.structs import asdict

from benchmarks.path import RATCHET, find_worst, read_ratchet
from tests.support.servers import REPOSITORY

# Pythons differ in the calls that their library makes.
MEASURED = (3, 11)


def test_no_path_of_a_move_is_longer_than_it_was() -> None:
    worst = find_worst(REPOSITORY)
    for path, ratchet in read_ratchet().items():
        now, most = asdict(worst[path]), asdict(ratchet.most)
        if sys.version_info[:2] != MEASURED:
            del now["library_calls"], now["changes"]
        longer = {kind: f"{count} (at most {most[kind]})" for kind, count in now.items() if count > most[kind]}
        assert not longer, f"{path} in {RATCHET.name}; `python -m benchmarks path --list '{path}'` shows the calls"
