"""Scripts of the acts in a session, played offline, and alternative deals that look the same to one viewer.

The visible cards of a viewer are read from the pages of the games (`tests/engine/redeal.py`), not from the engine. Two
deals look the same to it if, all the way through the same acts, the cards that it sees are the same, and so is every
card that is shown to it on its way, and the result. Everything else that it receives must then be the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

import bots
import engine
from engine import Event, Plain
from engine.core.values import draw_first_seat
from service.sessions import changes
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Change, Created, LogEntry
from service.sessions.rules import MoveRefused
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, Setup, undo_refusal
from service.sessions.tokens import Secret, hash_token
from tests.engine.play import random_table, stackable
from tests.engine.redeal import Viewer, covered_spots, sight_of

MOST_SEATS = 4
SWAPS = 60
SEEDS = 12
HELD = Secret("held", "salt")
BOT = Bot(1, bots.VERSION)
# Longer than it takes to play a script: the service's own bots do not move.
BOT_MILLIS = 60_000
BOT_MOVE = "a bot's move"
# The rule of the events that a table shows at its end, unless its deal is closed: only then a script ends its table.
SHOWN_AT_END = "engine 5"

Version = tuple[Session, LogEntry]


class Act(msgspec.Struct, frozen=True):
    """An act of somebody, named as its mutation, or a bot's move."""

    name: str
    seat: int
    move: str = ""
    agree: bool = True


class Deal(msgspec.Struct, frozen=True):
    """The inputs of a table's deal."""

    seed: str
    deck: tuple[str, ...]


class Script(msgspec.Struct, frozen=True):
    """The opening of a session, and the acts in it once every seat is taken."""

    game: str
    seats: int
    options: Mapping[str, Plain]
    setup: Setup
    deal: Deal
    acts: tuple[Act, ...] = ()


class Distinguishable(Exception):
    """Two deals differ in facts that a viewer may see."""


_CHANGES: Mapping[str, Callable[[Act], Change]] = {
    "applyMove": lambda act: changes.Moved(0, act.seat, act.move),
    "resign": lambda act: changes.Resigned(0, act.seat),
    "undoMove": lambda act: changes.Undone(0, act.seat),
    "askTakeBack": lambda act: changes.TakeBackAsked(0, act.seat),
    "answerTakeBack": lambda act: changes.TakeBackAnswered(0, act.seat, act.agree),
    BOT_MOVE: lambda act: changes.Moved(0, act.seat, act.move, decision_of("offline")),
    "addBot": lambda act: changes.BotAdded(0, act.seat, BOT),
    "removeBot": lambda act: changes.BotRemoved(0, act.seat),
    "leaveSession": lambda act: changes.Left(0, act.seat),
    "joinSession": lambda act: changes.Joined(0, act.seat, HELD, f"Player {act.seat}"),
    "handOverSeat": lambda act: changes.HandedOver(0, act.seat, HELD),
}


def decision_of(name: str) -> changes.Decision:
    """Return what a bot's move was chosen with, another for each name."""
    return changes.Decision(BOT.level, BOT.version, 0, hash_token(name))


# ---- playing offline


def begin(script: Script) -> list[Version]:
    """Return the versions of a session until the cards are dealt."""
    made = Created(
        at=0,
        lifetime=600,
        finished_lifetime=600,
        game=script.game,
        seats=(Seat(),) * script.seats,
        options=_changed(script),
        setup=script.setup,
        dealing=Dealing(seed=script.deal.seed, deck=script.deal.deck),
        host=HELD,
        history_key="a key",
        agreements=AGREEMENTS,
    )
    versions = [create("table", made)]
    for seat in range(script.seats):
        versions.append(_after(versions[-1], Act("joinSession", seat)))
    return versions


def _changed(script: Script) -> dict[str, Plain]:
    state = engine.new_game(script.game, seats=script.seats, options=script.options, seed=script.deal.seed)
    return engine.changed_options(state.options)


def _after(version: Version, act: Act) -> Version:
    session = version[0]
    if act.name == "leaveSession" and session.setup.left_seat_level and session.seats[act.seat].kind == "HUMAN":
        return apply_change(session, changes.Left(0, act.seat, BOT))
    return apply_change(session, _CHANGES[act.name](act))


def perform(script: Script) -> Iterator[Version]:
    """Yield the version that each act of a script makes."""
    version = begin(script)[-1]
    for act in script.acts:
        version = _after(version, act)
        yield version


# ---- inventing acts


def invent(game: str, chance: Random, length: int, *, only_moves: bool = False, most_seats: int = MOST_SEATS) -> Script:
    """Return a random table of a game and random acts at it, which do not end it."""
    while (table := random_table(game, chance)).seats > most_seats:
        continue
    deck = stackable(table)
    chance.shuffle(deck)
    # In a race the service's own bots react at once.
    level = 0 if table.game == "zar" else chance.choice((0, BOT.level))
    setup = Setup(
        take_backs=chance.random() < 0.6,
        move_seconds=chance.choice((0, 900)),
        hints=True,
        bot_millis=BOT_MILLIS,
        left_seat_level=level,
    )
    script = Script(table.game, table.seats, table.options, setup, Deal(table.seed, tuple(deck)))
    return replace(script, acts=tuple(_improvise(script, chance, length, choose_move if only_moves else choose)))


def _improvise(
    script: Script, chance: Random, length: int, choose_act: Callable[[Session, Random], Act | None]
) -> Iterator[Act]:
    version = begin(script)[-1]
    for _ in range(length):
        act = choose_act(version[0], chance)
        after = None if act is None else _after(version, act)
        if act is None or after is None or after[0].is_over:
            return
        yield act
        version = after


def finish(script: Script, chance: Random) -> Script:
    """Return a script with random moves that end its table."""
    version = begin(script)[-1]
    acts = list[Act]()
    while (act := choose_move(version[0], chance)) is not None:
        acts.append(act)
        version = _after(version, act)
    return replace(script, acts=tuple(acts))


def choose(session: Session, chance: Random) -> Act | None:
    """Return an act that is possible now, mostly a move; None if nobody has anything to do."""
    acts = list(_beside_moves(session))
    move = choose_move(session, chance)
    return chance.choice(acts) if acts and (move is None or chance.random() < 0.3) else move


def choose_move(session: Session, chance: Random) -> Act | None:
    """Return a move of a seat that somebody holds or a bot plays; None if there is none."""
    assert session.state is not None
    players = {*session.holders(), *session.bot_seats()}
    seats = [seat for seat in engine.active_seats(session.state) if seat in players]
    if not seats:
        return None
    seat = chance.choice(seats)
    name = BOT_MOVE if session.seats[seat].bot else "applyMove"
    return Act(name, seat, str(chance.choice(engine.legal_moves(session.state, seat))))


def _beside_moves(session: Session) -> Iterator[Act]:
    """Yield the possible acts beside moves, the interesting ones more than once."""
    yield from _taking_back(session)
    yield from _changing_bots(session)
    holders = session.holders()
    for seat, place in enumerate(session.seats):
        if place.is_open:
            yield from [Act("joinSession", seat)] * 6
        elif seat in holders and len(holders) > 1 and not session.open_seats():
            yield from (Act("leaveSession", seat), Act("handOverSeat", seat), Act("resign", seat))


def _changing_bots(session: Session) -> Iterator[Act]:
    """Yield changes of bots, except in a race, where the service's own bots react at once."""
    assert session.state is not None
    if engine.has_reactions(session.state):
        return
    for seat, place in enumerate(session.seats):
        if place.bot is not None:
            yield from [Act("joinSession", seat), Act("removeBot", seat)]
        elif place.is_open:
            yield from [Act("addBot", seat)] * 12


def _taking_back(session: Session) -> Iterator[Act]:
    last = session.last_move
    if last is None or last.seat not in session.holders():
        return
    if undo_refusal(session, last.seat) is None:
        yield from [Act("undoMove", last.seat)] * 12
    if session.setup.take_backs and not last.asked:
        yield from [Act("askTakeBack", last.seat)] * 4
    if last.asked:
        for seat in session.voters(last.seat):
            if seat not in last.agreed and session.seats[seat].token is not None:
                yield from [Act("answerTakeBack", seat)] * 10
                yield Act("answerTakeBack", seat, agree=False)


# ---- alternative deals


def alternative_deals(script: Script, name: str) -> dict[Viewer, Deal]:
    """Return an alternative deal for each viewer that has one."""
    chance = Random(name)
    found = {viewer: find_alternative(script, viewer, chance) for viewer in viewers_of(script)}
    return {viewer: deal for viewer, deal in found.items() if deal is not None}


def viewers_of(script: Script) -> tuple[Viewer, ...]:
    """Return a spectator and every seat."""
    return (None, *range(script.seats))


def find_alternative(script: Script, viewer: Viewer, chance: Random) -> Deal | None:
    """Return another deal, as different as possible, that a viewer cannot tell from a script's; None without one."""
    versions = [*begin(script), *perform(script)]
    deal = script.deal
    for seed in _other_seeds(script, chance):
        if looks_the_same(script, versions, replace(deal, seed=seed), viewer):
            deal = replace(deal, seed=seed)
            break
    for _ in range(SWAPS):
        other = replace(deal, deck=_swap(deal.deck, chance))
        if looks_the_same(script, versions, other, viewer):
            deal = other
    return None if deal.deck == script.deal.deck else deal


def _other_seeds(script: Script, chance: Random) -> Iterator[str]:
    """Yield other keys with the same first seat, which everybody may know."""
    options = engine.new_game(script.game, seats=script.seats, options=script.options, seed=script.deal.seed).options
    first, _ = draw_first_seat(options, script.seats, script.deal.seed)
    for _ in range(SEEDS):
        seed = f"{chance.getrandbits(256):064x}"
        if draw_first_seat(options, script.seats, seed)[0] == first:
            yield seed


def _swap(deck: Sequence[str], chance: Random) -> tuple[str, ...]:
    cards = list(deck)
    one, other = chance.sample(range(len(cards)), 2)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def looks_the_same(script: Script, played: Sequence[Version], deal: Deal, viewer: Viewer) -> bool:
    """Tell whether a viewer sees the same of another deal all the way through a script's acts."""
    other = replace(script, deal=deal)
    try:
        versions = begin(other)
        _check_same(played[len(versions) - 1], versions[-1], viewer)
        version = versions[-1]
        for act, here in zip(script.acts, played[len(versions) :], strict=True):
            _check_undo(version[0], act)
            version = _after(version, act)
            _check_same(here, version, viewer)
    except (Distinguishable, engine.EngineError, MoveRefused):
        return False
    return True


def _check_undo(session: Session, act: Act) -> None:
    """Check that both deals allow the same undo: every viewer who could see it would learn something otherwise."""
    reason = undo_refusal(session, act.seat) if act.name == "undoMove" else None
    assert reason is None, f"a move is taken back, which tells that it was not so: {reason}"


def _check_same(here: Version, there: Version, viewer: Viewer) -> None:
    """Raise `Distinguishable` unless a viewer may see the same cards of two versions."""
    if here[0].status != there[0].status or here[1].made != there[1].made:
        raise Distinguishable
    if _seen(here[0], viewer) != _seen(there[0], viewer) or _result(here[0]) != _result(there[0]):
        raise Distinguishable
    state = here[0].state
    assert state is not None
    if _shown(state, here[1].events, viewer) != _shown(state, there[1].events, viewer):
        raise Distinguishable


def _seen(session: Session, viewer: Viewer) -> object:
    """Return the cards that a viewer sees, and the places of the others."""
    state = session.state
    assert state is not None
    spots = covered_spots(state, viewer)
    hidden = set(spots)
    zones = {
        zone: [card for index, card in enumerate(cards) if (zone, index) not in hidden]
        for zone, cards in state.zones.items()
    }
    return zones, spots


def _result(session: Session) -> engine.Result | None:
    return None if session.state is None else engine.result(session.state)


def _shown(state: engine.State, events: Sequence[Event], viewer: Viewer) -> list[object]:
    """Return the cards that a viewer may see on their way, and the points of rounds, which follow from hidden cards."""
    shown = list[object]()
    for event in events:
        is_public = event.kind in ("scored", "uncovered", "offended")
        if event.rule != SHOWN_AT_END and (is_public or _is_in_sight(state, event, viewer)):
            shown.append((event.kind, event.cards, event.value if event.kind == "scored" else None))
    return shown


def _is_in_sight(state: engine.State, event: Event, viewer: Viewer) -> bool:
    game = engine.game_of(state).name
    touched = [zone for zone in (event.from_zone, event.to_zone) if zone is not None]
    sights = {sight_of(game, state.options, zone, viewer) for zone in touched}
    return bool(event.cards) and ("everything" in sights or ("top" in sights and event.count == 1))
