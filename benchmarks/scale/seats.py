"""Measure a table by its number of seats: the time of a move, and the sizes of what is sent and stored."""

import time
from argparse import Namespace
from collections.abc import Sequence
from random import Random
from statistics import median, quantiles

from benchmarks.engine.playouts import choose
from benchmarks.figures import Figures, Knob, Row, tell
from benchmarks.scale.servers import start_service, start_store
from engine import legal_moves, new_game, next_state
from service.storage.port import Store
from service.storage.sessions import Lifetimes, SessionRepository
from tests.support.graphql_client import Json
from tests.support.services import Service
from tests.support.stored import encode_session
from tests.support.stores import started_store

# Enough cards for a hundred seats with three stacks each.
OPTIONS = {"decks": 20, "firstSeat": 0}
SEED = "5e" * 32

KNOBS = (
    Knob("seats", (2, 4, 30, 100), "numbers of seats"),
    Knob("moves", 300, "moves that are timed at each table"),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return for each number of seats the time of a move, and the sizes of views, frames and documents."""
    rows: list[Row] = []
    with start_store("sqlite") as url, start_service(url) as service:
        async with started_store(url) as store:
            for seats in wanted.seats:
                tell(f"seats: {seats}")
                rows.append(await _measure_table(service, store, seats, wanted.moves))
    return [Figures("a table of ZLAM! by its seats", {"decks": OPTIONS["decks"], "moves": wanted.moves}, rows)]


async def _measure_table(service: Service, store: Store, seats: int, count: int) -> Row:
    session, tokens = _open(service, seats)
    times, answers = _play(service, session, tokens, count)
    kept = await SessionRepository(store, Lifetimes(600, 600, 600)).read(session)
    view = service.http.get(f"{service.root}/v1/sessions/{session}", headers=_as(tokens[0]))
    return {
        "seats": seats,
        "move p50, ms": median(times),
        "move p99, ms": quantiles(times, n=100)[-1],
        "engine, µs": _time_engine(seats, count),
        "answer to a move, KiB": median(answers) / 1024,
        "session of a seat, KiB": len(view.content) / 1024,
        "stored document, KiB": len(encode_session(kept)) / 1024,
    }


def _open(service: Service, seats: int) -> tuple[str, list[str]]:
    options = [{"name": name, "value": str(value)} for name, value in OPTIONS.items()]
    made = _post(service, "/v1/sessions", {"game": "zlam", "seats": seats, "seed": SEED, "options": options})
    session: str = made["session"]["id"]
    joined = [_post(service, f"/v1/sessions/{session}/seats", {"seat": seat}) for seat in range(seats)]
    return session, [one["seatToken"] for one in joined]


def _play(service: Service, session: str, tokens: Sequence[str], count: int) -> tuple[list[float], list[int]]:
    """Make random moves; return the milliseconds of each, and the bytes of its answer."""
    state, random = new_game("zlam", seats=len(tokens), options=OPTIONS, seed=SEED), Random(1)
    times, answers = list[float](), list[int]()
    for _ in range(count):
        chosen = choose(state, random)
        if chosen is None:
            break
        seat, move = chosen
        headers = {**_as(tokens[seat]), "If-Match": "*"}
        begun = time.perf_counter()
        answer = service.http.post(
            f"{service.root}/v1/sessions/{session}/moves", json={"move": str(move)}, headers=headers
        )
        times.append(1000 * (time.perf_counter() - begun))
        answers.append(len(answer.raise_for_status().content))
        state = next_state(state, seat, move)
    return times, answers


def _time_engine(seats: int, count: int) -> float:
    """Return the microseconds that the engine takes to list the moves of a state and to carry one out."""
    state, random = new_game("zlam", seats=seats, options=OPTIONS, seed=SEED), Random(1)
    took, made = 0.0, 0
    while made < count and (chosen := choose(state, random)):
        seat, move = chosen
        begun = time.perf_counter()
        after = next_state(state, seat, move)
        legal_moves(after, seat)
        took, made, state = took + time.perf_counter() - begun, made + 1, after
    return 1e6 * took / made


def _post(service: Service, path: str, body: Json) -> Json:
    return service.http.post(f"{service.root}{path}", json=body).raise_for_status().json()


def _as(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
