"""Play a world on to its end, or to the end of its round, by a quick policy."""

from collections.abc import Callable, Sequence
from math import inf, log, tanh

import msgspec

import engine
from bots.chance import WORDS, Chance
from engine import Game, Judgement, Move, Options, State

# How likely the holder of a hidden answer, such as the twin of Zar's top card, gives it before the asked seat moves.
REACTS = WORDS * 3 // 4

ScoreMove = Callable[[State, int, Move], float]


class Policy(msgspec.Struct, frozen=True):
    """How a world is played on: within its part, and to a horizon, in moves for each seat.

    A move is made at random if a random word is below a bound, else it is the one that looks best. The path is told if
    it is kept.
    """

    part_of: Callable[[State], int]
    horizon: float
    random_below: int
    score: ScoreMove | None
    judgement: Judgement[State] | None = None
    keeps_path: bool = False


class End(msgspec.Struct, frozen=True):
    """How a world ended for a seat: how many points ahead of the best other seat, and after how many moves.

    `win` is 1 for a win and -1 for a loss, a shared win is in between; None if the table was not played to its end.
    `path` is who made which moves until then, if it was kept.
    """

    margin: float
    win: float | None
    moves: int
    path: tuple[tuple[int, Move], ...] = ()


def play_out(state: State, seat: int, chance: Chance, *, waits: bool = False, policy: Policy | None = None) -> End:
    """Play a world to the end of its round or to its horizon, by the game's guide or `policy`, and judge it for a seat.

    A seat that waits leaves the first move to the seat that is asked.
    """
    rules = engine.game_of(state)
    policy = policy or find_policy(rules)
    judgement = policy.judgement
    if judgement is not None and not judgement.applies(state):
        judgement = None
    horizon = policy.horizon if judgement is None else judgement.horizon
    most_moves = horizon * state.seats
    part_of = policy.part_of
    part = part_of(state)

    moves = 0
    path = list[tuple[int, Move]]()
    waiting = seat if waits else None
    while moves < most_moves:
        asked = rules.turn(state)
        if not asked or part_of(state) != part:
            break
        mover, move = pick_move(state, asked, policy, chance, waiting)
        state = engine.next_state(state, mover, move)
        waiting = None
        moves += 1
        if policy.keeps_path:
            path.append((mover, move))

    if judgement is not None and rules.result(state) is None:
        end = _expect(judgement, state, seat, moves)
    else:
        end = judge(state, seat, moves)
    return msgspec.structs.replace(end, path=tuple(path)) if path else end


AT_RANDOM = Policy(lambda _state: 0, inf, WORDS, None)


def find_policy(rules: Game[State, Options]) -> Policy:
    """Return how a game is played on: at random to its end, if it has no guide."""
    guide = rules.guide
    if guide is None:
        return AT_RANDOM
    return Policy(
        guide.round_of, guide.horizon or inf, round(guide.randomness * WORDS), guide.score_move, guide.judgement
    )


def pick_move(
    state: State, asked: Sequence[int], policy: Policy, chance: Chance, waiting: int | None = None
) -> tuple[int, Move]:
    """Pick a quick move of the seats that are `asked`, or of one that may act out of turn."""
    for seat in engine.active_seats(state):
        if seat not in asked and seat != waiting and chance.word() < REACTS:
            return seat, chance.pick(engine.legal_moves(state, seat))
    mover = asked[0] if len(asked) == 1 else chance.pick(asked)
    legal = engine.legal_moves(state, mover)
    if len(legal) == 1:
        return mover, legal[0]
    if policy.score is None or chance.word() < policy.random_below:
        return mover, chance.pick(legal)
    return mover, best_by_score(state, mover, legal, policy.score)


def best_by_score(state: State, seat: int, legal: Sequence[Move], score: ScoreMove) -> Move:
    """Return the move that looks best by itself, the first of equal ones."""
    return max(legal, key=lambda move: score(state, seat, move))


def judge(state: State, seat: int, moves: int) -> End:
    """Judge a state in which nothing is played on: by the result, else by the points so far."""
    rules = engine.game_of(state)
    result = rules.result(state)
    points = [-rank for rank in result.ranking] if result is not None and rules.guide is None else _standing(state)
    others = max(points[other] for other in range(state.seats) if other != seat)
    margin = points[seat] - others
    if result is None:
        return End(margin, None, moves)
    return End(margin, 2 / len(result.winners) - 1 if seat in result.winners else -1.0, moves)


def _expect(judgement: Judgement[State], state: State, seat: int, moves: int) -> End:
    """Judge a state in which a table was left by what was fitted: the chance to win, and the points ahead."""
    odds = -log(state.seats - 1)
    margin = 0.0
    for term, (to_win, ahead) in zip(find_terms(judgement, state, seat), judgement.fitted.values(), strict=True):
        odds += to_win * term
        margin += ahead * term
    return End(margin, tanh(odds / 2), moves)


def find_terms(judgement: Judgement[State], state: State, seat: int) -> list[float]:
    """Return what describes a position from a seat's side: its numbers less the mean of the others'."""
    own = judgement.describe_seat(state, seat)
    others = [other for other in range(state.seats) if other != seat]
    described = [judgement.describe_seat(state, other) for other in others]
    return [own[name] - sum([rest[name] for rest in described]) / len(described) for name in judgement.fitted]


def _standing(state: State) -> Sequence[float]:
    guide = engine.game_of(state).guide
    assert guide is not None
    return guide.standing(state)
