"""Leave behind what this release stores, for later ones to read: `python -m tests.service.stored.write NAME`.

It plays at tables of all games over the network, stops in the middle, and writes the folder NAME beside this file. Run
it once for each release, from a checkout of it, and commit the folder; a folder that is there is never written again.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from service.app import create_app
from service.observability.logs import configure_logging
from service.settings import load_settings
from tests.service.stored.kept import CENTURY, FILE, HERE, PACKED, SECRETS, Held, KeyedMove, Sealed, Secrets, pack
from tests.support.graphql_client import JOIN, Client
from tests.support.graphql_sessions import ONLY_THREES, Live, Opened, done, new_key, opened, pairs
from tests.support.services import LocalService

SEAL_KEY = "5ea1" * 16
SEAL = """
mutation Seal($input: NewTableInput!) { newTable(input: $input) { ... on Table { state grants { seat token } } } }
"""
# The shortest tables: what is kept of them stays small.
OPTIONS: Mapping[str, Mapping[str, str]] = {
    "zeven": {"rounds": "1"},
    "bazaar": {},
    "door": {},
    "zar": {},
    "zlam": {},
}


def sit(table: Opened) -> Live:
    """Take every seat, each with a name and a share in the shuffles, and return the table."""
    seats = range(len(table.codes))
    players = [table.sit(seat=seat, name=f"Player {seat}", entropy=f"{seat}" * 16) for seat in seats]
    return Live(table.server, table.id, players)


def move_with_key(live: Live, chance: Random) -> KeyedMove:
    """Make a move under a key."""
    seat, move, version = live.choose(chance)
    made = live.move(seat, move, version, key := f"key of version {version + 1}")
    assert made["__typename"] == "MoveApplied", made
    return KeyedMove(seat, move, key, version + 1)


def hold(name: str, table: Opened, live: Live | None = None, **more: object) -> Held:
    """Note what those around a session know of it."""
    session = Client(table.server).read(table.id)
    tokens = [player.token for player in live.players] if live else [None] * len(table.codes)
    host = table.host.token
    assert host is not None
    held = Held(name, session["game"]["id"], table.id, session["status"], host, tuple(table.codes), tuple(tokens))
    return replace(held, **more)


def open_with_one(server: LocalService, game: str) -> Held:
    table = opened(server, game, 2, OPTIONS[game], public=True, idempotencyKey=new_key())
    first = table.sit(seat=0, name="Ada")
    return hold("open, one seat taken", table, tokens=(first.token, None))


def open_for_invited(server: LocalService, game: str) -> Held:
    return hold("open by invitation, the host starts", opened(server, game, 3, invitationOnly=True, startByHost=True))


def mid_game(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 2, OPTIONS[game]), Random(game)
    live = sit(table)
    live.play(chance, 3)
    return hold("active, in the middle", table, live, keyed=move_with_key(live, chance))


def long_table(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 4, moveSeconds=60), Random(game)
    live = sit(table)
    live.play(chance, 15)
    return hold("active, four seats, a time for each move", table, live)


def resigned(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 3, OPTIONS[game]), Random(game)
    live = sit(table)
    live.play(chance, 2)
    done(live.players[2], "resign", table.id)
    live.play(chance, 1)
    return hold("active, the last seat has resigned", table, live)


def left(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 2, OPTIONS[game]), Random(game)
    live = sit(table)
    live.play(chance, 2)
    handed = done(live.players[0], "handOverSeat", table.id)
    live.players[0] = Client(server, handed["seatToken"])
    former = live.players[1].token
    done(live.players[1], "leaveSession", table.id)
    return hold("active, seat 1 was left", table, live, former=former, tokens=(live.players[0].token, None))


def take_back(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 2, OPTIONS[game], takeBacks=True), Random(game)
    live = sit(table)
    live.play(chance, 1)
    seat, move, version = live.choose(chance)
    live.move(seat, move, version)
    done(live.players[seat], "askTakeBack", table.id)
    done(live.players[1 - seat], "answerTakeBack", table.id, agree=True)
    keyed = move_with_key(live, chance)
    done(live.players[keyed.seat], "askTakeBack", table.id)
    return hold("active, a move was taken back and another one is asked for", table, live, keyed=keyed)


def finished(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 2, OPTIONS[game]), Random(game)
    live = sit(table)
    live.play_to_the_end(chance)
    return hold("finished", table, live)


def abandoned(server: LocalService, game: str) -> Held:
    table, chance = opened(server, game, 2, OPTIONS[game]), Random(game)
    live = sit(table)
    live.play(chance, 2)
    done(table.host, "abandonSession", table.id)
    return hold("abandoned", table, live)


def reacting(server: LocalService) -> Held:
    table = opened(server, "zar", 3, reactionMillis=60_000)
    return hold("active, only a match counts for a while", table, sit(table))


def rematch(server: LocalService) -> Iterator[Held]:
    """Yield a finished table, and the session in which its seats go on."""
    table = opened(server, "zlam", 2, ONLY_THREES)
    live = sit(table)
    live.play_to_the_end(Random(2))
    following = done(live.players[0], "offerRematch", table.id)["session"]["id"]
    first = Client(server, live.players[0].token).ask(JOIN, input={"sessionId": following})
    yield hold("finished, with a rematch", table, live)
    yield Held(
        "a rematch, one seat taken",
        "zlam",
        following,
        "OPEN",
        table.host.token or "",
        tuple(table.codes),
        (first["seatToken"], None),
        former=live.players[1].token,
    )


def given_deal(server: LocalService) -> Held:
    table, chance = opened(server, "zeven", 2, OPTIONS["zeven"], seed="5eed" * 16), Random(3)
    live = table.live()
    live.play(chance, 4)
    return hold("active, dealt from a given seed", table, live, keyed=move_with_key(live, chance))


EVERY_GAME: tuple[Callable[[LocalService, str], Held], ...] = (
    open_with_one,
    open_for_invited,
    mid_game,
    long_table,
    resigned,
    left,
    take_back,
    finished,
    abandoned,
)


def sessions(server: LocalService) -> Iterator[Held]:
    """Yield every session that is left behind."""
    for game in OPTIONS:
        for leave in EVERY_GAME:
            yield leave(server, game)
    yield reacting(server)
    yield from rematch(server)
    yield given_deal(server)


def seal(server: LocalService, game: str) -> Sealed:
    """Return the sealed state of a new table, and what its players hold."""
    wish = {"game": game, "seats": 2, "options": pairs(OPTIONS[game]), "sealed": True}
    table = Client(server).ask(SEAL, input=wish)
    return Sealed(game, table["state"], tuple(grant["token"] for grant in table["grants"]))


def write(folder: Path) -> None:
    """Write the file and the secrets of this release."""
    folder.mkdir()
    settings = load_settings({"CROUPIER_STORE": f"sqlite:{folder / FILE}", "CROUPIER_SEAL_KEYS": SEAL_KEY})
    configure_logging("console", "error")
    lasting = replace(settings, session_seconds=CENTURY, finished_seconds=CENTURY, archive_seconds=0)
    with LocalService(create_app(lasting)) as server:
        kept = Secrets(
            release=folder.name,
            written=datetime.now(UTC).date().isoformat(),
            seal_key=SEAL_KEY,
            sessions=tuple(sessions(server)),
            sealed=tuple(seal(server, game) for game in OPTIONS),
        )
    pack(folder / FILE)
    (folder / SECRETS).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


def main(arguments: Sequence[str]) -> None:
    """Write the folder that is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.stored.write", description=__doc__)
    parser.add_argument("name", help="the release, as its folder is to be called")
    folder = HERE / parser.parse_args(arguments).name
    write(folder)
    print(f"{folder.name}: {(folder / PACKED).stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
