"""The serialized form of a state (engine 2): readable JSON, canonical when written, checked when read."""

from functools import lru_cache
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine.core.decoding import tell_fault
from engine.core.errors import EngineError, ForeignState, InvalidState
from engine.core.game import Game
from engine.core.moves import quote
from engine.core.values import Deck, Options, State, require
from engine.games import GAMES, game_of
from engine.options import changed_options, describe_options
from engine.validation import check_options

_encode = msgspec.json.Encoder(order="deterministic").encode


class _StateHeader(msgspec.Struct):
    """The fields that select the game's state type, and those with defaults in `State` that are required here."""

    game: str
    rules: int
    words: int
    ply: int
    options: dict[str, msgspec.Raw]


def dumps(state: State) -> bytes:
    """Return the serialized form: JSON, its zones sorted by id, the same bytes for the same state.

    The form is cached with the state, since a session writes each state twice: as the newest one, then as the previous.
    """
    kept: dict[str, bytes] = state.__dict__
    dumped = kept.get("dumped")
    if dumped is None:
        dumped = kept["dumped"] = _encode(replace(state, options=_dump_options(state.options)))
    return dumped


@lru_cache(maxsize=256)
def _dump_options(options: Options) -> msgspec.Raw:
    """Return the serialized options, without options that were added later and have their defaults.

    A release that does not know such an option can therefore continue a table that does not use it.
    """
    changed = changed_options(options)
    values: dict[str, object] = msgspec.to_builtins(options)
    written = {name: value for name, value in values.items() if name in changed or name not in options.added}
    return msgspec.Raw(_encode(written))


def loads(data: bytes | str) -> State:
    """Return the state from its serialized form.

    Raises `InvalidState` for anything but a possible state: wrong types, unknown or missing fields, lost or doubled
    cards, a question that cannot be asked, another version of the rules.
    """
    try:
        header = msgspec.json.decode(data, type=_StateHeader)
        game = GAMES.get(header.game)
        if game is None:
            raise InvalidState(f"There is no game {quote(header.game)}.", ("state",))
        if header.rules != game.rules:
            message = f"This is rules version {game.rules}, the state is of {header.rules}."
            raise ForeignState(message, ("state",))
        missing = {option.name for option in describe_options(game.options)} - header.options.keys()
        require(missing <= game.options.added.keys(), "An option is missing.")
        state = msgspec.json.decode(data, type=game.state)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as problem:
        raise InvalidState(f"This is not a serialized state: {tell_fault(problem)}.", ("state",)) from None
    check_state(state)
    return state


def check_state(state: State) -> None:
    """Raise `InvalidState` when no table can be in this state."""
    game = game_of(state)
    require(game.min_seats <= state.seats <= game.max_seats, "The number of seats is out of range.")
    try:
        check_options(game, state.seats, state.options)
    except EngineError as problem:
        raise InvalidState(problem.message, ("state",)) from None
    _check_cards(game, state)
    game.check(state)


def _check_cards(game: Game[State, Options], state: State) -> None:
    require(state.zones.keys() == set(game.zones(state)), "The zones are not those of the table.")
    lying = sorted(chain.from_iterable(state.zones.values()))
    require(lying == _sort(game.deck(state.options)), "Cards are lost, doubled or unknown.")
    for zone, cards in state.zones.items():
        if game.zone_map.naming(zone).hand:
            require(cards == game.zone_map.sort(cards), "A hand is not in canonical order.")


@lru_cache(maxsize=256)
def _sort(deck: Deck) -> list[str]:
    return sorted(deck)
