"""Random tables of any game: random seats, options and moves, the same for the same seed."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

import engine
from engine.operations import deal_table
from engine.options import Plain

# Far beyond any table: a table with more moves does not end (engine 10).
LONGEST_TABLE = 20_000
# Random tables have no more: larger ones take long, and have tests of their own.
MOST_SEATS = 30


class Table(msgspec.Struct, frozen=True):
    """The setup of a table."""

    game: str
    seats: int
    options: Mapping[str, Plain]
    seed: str

    def deal(self) -> engine.State:
        """Return the first state."""
        return engine.new_game(self.game, seats=self.seats, options=self.options, seed=self.seed)

    def deal_events(self) -> list[engine.Event]:
        """Return the events of the deal, which some kinds of events never leave."""
        _, layout = deal_table(self.game, seats=self.seats, options=self.options, seed=self.seed, deck=None)
        return layout.events


class Step(msgspec.Struct, frozen=True):
    """One move of a table."""

    before: engine.State
    seat: int
    move: str
    events: tuple[engine.Event, ...]
    after: engine.State


def random_table(game: str, random: Random) -> Table:
    """Return a random setup that the rules allow, with few seats and default options more often than not."""
    rules = engine.find_game(game)
    while True:
        spread = min(rules.max_seats, MOST_SEATS) - rules.min_seats + 1
        seats = rules.min_seats + int(spread * random.random() ** (1 if spread < 5 else 3))
        table = Table(game, seats, random_options(game, seats, random), f"{random.getrandbits(256):064x}")
        try:
            table.deal()
        except engine.InvalidOption:
            continue
        return table


def random_options(game: str, seats: int, random: Random) -> dict[str, Plain]:
    """Return a few options with random values, each allowed by itself."""
    chance = random.choice((0.0, 0.3, 0.7))
    described = engine.describe_options(engine.find_game(game).options)
    return {option.name: random_value(option, seats, random) for option in described if random.random() < chance}


def choices_of(option: engine.Option) -> list[Plain]:
    """Return the choices of an option as values: those of a number that are numbers, as numbers."""
    is_number = option.kind == "integer"
    return [int(choice) if is_number and choice.isdigit() else choice for choice in option.choices]


def random_value(option: engine.Option, seats: int, random: Random) -> Plain:
    """Return a value of an option; a number is mostly one of the lowest, or next to the default."""
    if option.kind == "boolean":
        return random.random() < 0.5
    if option.kind == "list":
        return tuple(random.randint(0, 2) for _ in range(seats)) if random.random() < 0.7 else None
    if option.minimum is None or option.maximum is None:
        return str(random.choice(option.choices))
    values = choices_of(option)
    if option.name == "firstSeat":
        values.append(random.randrange(seats))
    elif type(option.default) is int and random.random() < 0.6:
        values += range(max(option.minimum, option.default - 1), min(option.maximum, option.default + 1) + 1)
    else:
        values += range(option.minimum, min(option.maximum, option.minimum + 2) + 1)
    return random.choice(values)


def play_on(state: engine.State, random: Random) -> Iterator[Step]:
    """Play random moves to the end of the table."""
    for _ in range(LONGEST_TABLE):
        seats = engine.active_seats(state)
        if not seats:
            return
        seat, move = random_offence(state, random) or random_choice(state, seats, random)
        after, events = engine.apply(state, seat, move)
        yield Step(state, seat, move, events, after)
        state = after
    raise AssertionError("The table does not end.")


def play(state: engine.State, *lines: str) -> engine.State:
    """Play moves, written `seat move`."""
    for line in lines:
        seat, move = line.split(" ", 1)
        state, _ = engine.apply(state, int(seat), move)
    return state


def facts_of(state: engine.State) -> dict[str, str]:
    """Return the public facts of a state by name."""
    return {fact.name: fact.value for fact in engine.view(state, None).facts}


def stackable(table: Table) -> list[str]:
    """Return the cards that a stacked deck of a table must hold: those of its last shuffle before play (engine 2)."""
    record = engine.make_record(game=table.game, seats=table.seats, options=table.options, seed=table.seed, moves=[])
    shuffles = engine.add_shuffles(record).shuffles
    assert shuffles
    return list(shuffles[-1].before)


def random_choice(state: engine.State, seats: Sequence[int], random: Random) -> tuple[int, str]:
    """Return a random legal move of a random seat of these."""
    seat = random.choice(seats)
    return seat, str(random.choice(engine.legal_moves(state, seat)))


def random_offence(state: engine.State, random: Random) -> tuple[int, str] | None:
    """Return now and then a move that is not legal, and that the game makes the seat pay for."""
    rules = engine.game_of(state)
    if rules.penalty is None or random.random() > 0.1:
        return None
    seat = random.randrange(state.seats)
    cards = state.zones[f"hand:{seat}"]
    tried = [engine.Move(verb.name, (card,)) for verb in rules.verbs for card in cards]
    tried += [engine.Move(verb.name) for verb in rules.verbs]
    legal = engine.legal_moves(state, seat)
    offences = [move for move in tried if move not in legal and is_offence(state, seat, move)]
    return (seat, str(random.choice(offences))) if offences else None


def is_offence(state: engine.State, seat: int, move: engine.Move) -> bool:
    """Tell whether a game makes a seat pay for a move instead of refusing it."""
    penalty = engine.game_of(state).penalty
    return penalty is not None and penalty.applies(state, seat, move)


def positions(game: str, random: Random, wanted: int) -> Iterator[engine.State]:
    """Return random positions of random tables, finished ones too, as many as wanted."""
    given = 0
    while given < wanted:
        state = random_table(game, random).deal()
        states = [state, *(step.after for step in play_on(state, random))]
        picked = random.sample(states, min(4, len(states), wanted - given))
        given += len(picked)
        yield from picked


def reproduce(table: Table) -> str:
    """Write the setup of a table as the beginning of a record that `replay` takes."""
    record = {"format": 1, "rules": engine.find_game(table.game).rules, **msgspec.to_builtins(table), "moves": []}
    return msgspec.json.encode(record).decode()
