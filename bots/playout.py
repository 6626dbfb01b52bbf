"""Play a world to its end, or to the end of its round, by a quick policy."""

from collections.abc import Callable, Sequence
from math import inf, log, tanh

import msgspec

import engine
from bots.chance import WORDS, Chance
from engine import Game, Judgement, Move, Options, State

# The chance that a seat with a hidden answer, such as the twin of Zar's top card, gives it before the asked seat moves.
REACTS = WORDS * 3 // 4

ScoreMove = Callable[[State, int, Move], float]


class Policy(msgspec.Struct, frozen=True):
    """The policy of a playout, which stays within one part of the table and ends at a horizon, in moves for each seat.

    A move is random if a random word is below `random_below`; otherwise it is the move that looks best. With
    `keeps_path`, the end includes the path.
    """

    part_of: Callable[[State], int]
    horizon: float
    random_below: int
    score: ScoreMove | None
    judgement: Judgement[State] | None = None
    keeps_path: bool = False


class End(msgspec.Struct, frozen=True):
    """The end of a playout for a seat: the points ahead of the best other seat, and the number of moves.

    `win` is 1 for a win, -1 for a loss, and in between for a shared win; None if the table was not played to its end.
    `path` lists the seats and their moves, if the policy keeps it.
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
    """Return the policy of a game; without a guide, moves are random and the table is played to its end."""
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
    """Judge the last state of a playout by the result, or else by the points so far."""
    rules = engine.game_of(state)
    result = rules.result(state)
    points = [-rank for rank in result.ranking] if result is not None and rules.guide is None else _standing(state)
    others = max(points[other] for other in range(state.seats) if other != seat)
    margin = points[seat] - others
    if result is None:
        return End(margin, None, moves)
    return End(margin, 2 / len(result.winners) - 1 if seat in result.winners else -1.0, moves)


def _expect(judgement: Judgement[State], state: State, seat: int, moves: int) -> End:
    """Judge the last state of a playout by the fitted judgement: the chance to win, and the points ahead."""
    odds = -log(state.seats - 1)
    margin = 0.0
    for term, (to_win, ahead) in zip(find_terms(judgement, state, seat), judgement.fitted.values(), strict=True):
        odds += to_win * term
        margin += ahead * term
    return End(margin, tanh(odds / 2), moves)


def find_terms(judgement: Judgement[State], state: State, seat: int) -> list[float]:
    """Return the terms of a position for a seat, in the order of `fitted`: its numbers less the others' mean."""
    own = judgement.describe_seat(state, seat)
    others = [other for other in range(state.seats) if other != seat]
    described = [judgement.describe_seat(state, other) for other in others]
    return [own[name] - sum([rest[name] for rest in described]) / len(described) for name in judgement.fitted]


def _standing(state: State) -> Sequence[float]:
    guide = engine.game_of(state).guide
    assert guide is not None
    return guide.standing(state)
