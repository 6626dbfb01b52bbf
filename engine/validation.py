"""Check input once and strictly: names of games, seats, seeds, decks, combinations of options, moves."""

from collections.abc import Sequence

from engine.core.errors import InvalidInput, InvalidOption, UnknownGame
from engine.core.game import Game
from engine.core.moves import Move, parse_move, quote
from engine.core.randomness import is_seed
from engine.core.values import Options, State
from engine.games import GAMES


def find_game(name: str) -> Game[State, Options]:
    """Return a game of the register. Raises `UnknownGame`, which lists them."""
    game = GAMES.get(name) if type(name) is str else None
    if game is None:
        raise UnknownGame(f"There is no game {quote(name)}; the games are {', '.join(GAMES)}.", ("game",))
    return game


def check_options(rules: Game[State, Options], seats: int, options: Options) -> None:
    """Raise `InvalidOption` when options do not fit the number of seats or each other."""
    if options.first_seat != "random" and options.first_seat >= seats:
        raise InvalidOption(
            f'The option firstSeat cannot be {options.first_seat}; it is "random" or a seat 0–{seats - 1}.',
            ("options", "firstSeat"),
        )
    if rules.check_options is not None:
        rules.check_options(seats, options)


def check_seats(rules: Game[State, Options], seats: int) -> None:
    """Raise `InvalidInput` for a number of seats that the game does not allow."""
    if type(seats) is not int or not rules.min_seats <= seats <= rules.max_seats:
        raise InvalidInput(
            f"{rules.title} is for {rules.min_seats}–{rules.max_seats} seats, not {quote(seats)}.", ("seats",)
        )


def check_seat(state: State, seat: int) -> None:
    """Raise `InvalidInput` for a seat that is not at the table."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise no_seat(state, seat)


def no_seat(state: State, seat: object) -> InvalidInput:
    """Return the error of a seat that is not at the table."""
    return InvalidInput(f"There is no seat {quote(seat)}; the seats are 0–{state.seats - 1}.", ("seat",))


def check_seed(seed: object) -> None:
    """Raise `InvalidInput` for anything but 64 lower-case hex digits."""
    if not (isinstance(seed, str) and is_seed(seed)):
        raise InvalidInput("A seed is 64 lower-case hex digits.", ("seed",))


def read_stack(rules: Game[State, Options], deck: object) -> Sequence[str] | None:
    """Return a stacked deck bottom first, as in a zone. Raises `InvalidInput`."""
    if deck is None:
        return None
    if not isinstance(deck, list | tuple):
        raise InvalidInput(f"A deck is a list of cards, the top one first, not {quote(deck)}.", ("deck",))
    for card in deck:
        if not isinstance(card, str) or card not in rules.cards:
            raise InvalidInput(f"{rules.title} has no card {quote(card)}.", ("deck",))
    return tuple(reversed(deck))


def read_move(move: Move | str) -> Move:
    """Return a move from itself or its notation. Raises `BadNotation`, or `InvalidInput` for anything else."""
    if isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise InvalidInput(f"A move is a string, not {quote(move)}.", ("move",))
    return parse_move(move)
