"""Reads the terms of a new tournament: its format, the settings of its tables, and the entrants named by the host."""

import math
from collections.abc import Callable, Sequence

import bots
import engine
import tournaments
from engine import Plain
from service.sessions.names import check_name
from service.sessions.problems import Problem
from service.sessions.rules import check_range, new_table, within
from service.sessions.session import Bot, Setup
from service.sessions.tokens import Secret
from service.tournaments.tournament import Entry, Terms
from service.use_cases.inputs import HIGHEST_LEVEL, name_options
from service.use_cases.opening import read_setup
from service.use_cases.tournaments.inputs import (
    BYES,
    DEALS,
    DEFAULT_TIE_BREAKS,
    HIGHEST_SEED_RATING,
    LONGEST_TITLE,
    MOST_BOARDS,
    MOST_ENTRANTS,
    MOST_PLAYED,
    MOST_ROUNDS,
    POINT_SCHEMES,
    TAKING_LATE_ENTRIES,
    TIE_BREAKS,
    CreateTournamentInput,
    EntrantInput,
)
from service.views.catalogue import read_options
from service.views.tournament_view import MOST_NAMED
from tournaments import FORMATS, InvalidPlan, Plan

# The fields of a plan whose names in the contract differ.
_FIELDS = {"seats": "seatsPerTable", "least_seats": "leastSeats", "tie_breaks": "tieBreaks"}


def read_terms(input: CreateTournamentInput, entry_code: str) -> Terms:
    """Return the terms of a tournament; `entry_code` is the hash of its code. Raises `Problem`."""
    options, setup = _read_tables(input)
    check_text(input.title, LONGEST_TITLE, "title")
    named = input.entrants or ()
    if len(named) > MOST_NAMED:
        raise Problem("INVALID_INPUT", f"At most {MOST_NAMED} entrants can be named.", ("entrants",))
    if not named and not input.open:
        raise Problem(
            "INVALID_INPUT",
            "A tournament that is not open needs entrants: send `entrants`, or set `open`.",
            ("entrants",),
        )
    if input.with_entry_code and not input.open:
        message = "An entry code is only for an open tournament: set `open`, or omit `withEntryCode`."
        raise Problem("INVALID_INPUT", message, ("withEntryCode",))
    plan = _read_plan(input, options)
    check_size(plan, max(len(named), plan.least_seats))
    _check_last_entry(input, plan)
    if not input.open:
        check_deals(plan, len(named))
        _check_rounds(plan, len(named))
    return Terms(
        title=input.title,
        game=input.game,
        options=options,
        plan=plan,
        setup=setup,
        named=len(named),
        is_open=input.open,
        entry_code=entry_code if input.with_entry_code else "",
        last_entry_round=input.last_entry_round,
        by_host=input.by_host,
    )


def _check_last_entry(input: CreateTournamentInput, plan: Plan) -> None:
    """Raise `Problem` unless late entrants will play: a draw made at the start has no place for them."""
    check_range(input.last_entry_round, 1, MOST_ROUNDS, "lastEntryRound")
    if input.last_entry_round > 1 and input.format not in TAKING_LATE_ENTRIES:
        message = f"Tournaments of the format {input.format} take no late entrants: send 1."
        raise Problem("INVALID_INPUT", message, ("lastEntryRound",))
    most = tournaments.count_rounds(plan, MOST_ENTRANTS)
    if most < input.last_entry_round:
        rounds = engine.count_noun(most, "round")
        message = f"The tournament has at most {rounds}: send no later round."
        raise Problem("INVALID_INPUT", message, ("lastEntryRound",))
    if input.last_entry_round > 1 and not input.open:
        message = "A tournament that is not open takes no entrants, late or not: set `open`, or send 1."
        raise Problem("INVALID_INPUT", message, ("lastEntryRound",))


def _check_rounds(plan: Plan, entrants: int) -> None:
    """Raise `Problem` if a Swiss has more rounds than each of its entrants, all named by the host, has opponents."""
    most = entrants - 1 + entrants % 2
    if plan.format == "SWISS" and plan.rounds > most:
        rounds = engine.count_noun(most, "round")
        message = f"A Swiss tournament of {entrants} entrants has at most {rounds}: by then all have met."
        raise Problem("INVALID_INPUT", message, ("rounds",))


def _read_tables(input: CreateTournamentInput) -> tuple[dict[str, Plain], Setup]:
    """Return the options and the settings of the tables, as for a session."""
    setup = read_setup(input)
    options = read_options(input.game, name_options(input.options))
    try:
        table = new_table(input.game, input.seats_per_table, options, None, None)
    except Problem as problem:
        if problem.path == ("seats",):
            problem.path = ("seatsPerTable",)
        raise
    if setup.reaction_millis and not engine.has_reactions(table):
        raise Problem(
            "INVALID_INPUT",
            "No seat can react out of turn at these tables: omit `reactionMillis`.",
            ("reactionMillis",),
        )
    return engine.changed_options(table.options), setup


def _read_plan(input: CreateTournamentInput, options: dict[str, Plain]) -> Plan:
    _check_words(input)
    _check_shared_deals(input)
    check_range(input.boards, 1, MOST_BOARDS, "boards")
    tie_breaks = DEFAULT_TIE_BREAKS if input.tie_breaks is None else tuple(input.tie_breaks)
    return Plan(
        format=input.format,  # type: ignore[arg-type]  # one of the words, as all that follow
        seats=input.seats_per_table,
        least_seats=_least_seats(input, options),
        rounds=input.rounds or 0,
        boards=input.boards,
        deals=input.deals,  # type: ignore[arg-type]
        points=input.points,  # type: ignore[arg-type]
        byes=input.byes,  # type: ignore[arg-type]
        tie_breaks=tie_breaks,  # type: ignore[arg-type]
    )


def _check_words(input: CreateTournamentInput) -> None:
    """Raise `Problem` for a field whose value is not one of its words."""
    chosen = [
        ("format", input.format, FORMATS),
        ("deals", input.deals, DEALS),
        ("points", input.points, POINT_SCHEMES),
        ("byes", input.byes, BYES),
    ]
    chosen += [("tieBreaks", word, TIE_BREAKS) for word in input.tie_breaks or ()]
    for name, word, words in chosen:
        if word not in words:
            raise Problem("INVALID_INPUT", f"{name} must be one of {', '.join(words)}.", (name,))


def _check_shared_deals(input: CreateTournamentInput) -> None:
    """Raise `Problem` for settings that do not go together with SAME deals."""
    if input.deals != "SAME":
        return
    if FORMATS[input.format].has_one_table:
        message = "SAME deals require rounds with more than one table, and this format has one."
        raise Problem("INVALID_INPUT", message, ("deals",))
    if input.take_backs:
        message = "With SAME deals no move can be taken back, or a seat could try every decision: omit `takeBacks`."
        raise Problem("INVALID_INPUT", message, ("takeBacks",))


def _least_seats(input: CreateTournamentInput, options: dict[str, Plain]) -> int:
    """Return the size of the smallest table: the requested size, or the smallest that game and options allow."""
    most = input.seats_per_table
    wanted = input.least_seats
    if wanted is not None:
        check_range(wanted, 2, most, "leastSeats")
    for seats in range(most - 1, (wanted or 2) - 1, -1):
        try:
            new_table(input.game, seats, options, None, None)
        except Problem:
            if wanted is not None:
                raise
            return seats + 1
    return wanted or min(most, 2)


def read_entries(named: Sequence[EntrantInput], make_token: Callable[[int], Secret]) -> tuple[Entry, ...]:
    """Return the entrants named by the host. Raises `Problem`."""
    return tuple(_read_entry(one, number, make_token) for number, one in enumerate(named))


def _read_entry(entrant: EntrantInput, number: int, make_token: Callable[[int], Secret]) -> Entry:
    level = entrant.bot_level
    with within("entrants", str(number)):
        check_name(entrant.name)
        check_rating(entrant.rating)
        if level is not None:
            check_range(level, 1, HIGHEST_LEVEL, "botLevel")
    if level is None:
        return Entry(entrant.name, make_token(number), entrant.rating)
    return Entry(entrant.name, None, entrant.rating, bot=Bot(level, bots.VERSION))


def check_rating(rating: float | None) -> None:
    """Raise `Problem` unless a rating is absent or within bounds."""
    if rating is not None and not (math.isfinite(rating) and abs(rating) <= HIGHEST_SEED_RATING):
        most = HIGHEST_SEED_RATING
        raise Problem("INVALID_INPUT", f"A rating must be a number from -{most} to {most}.", ("rating",))


def check_text(text: str, longest: int, name: str) -> None:
    """Raise `Problem` unless a text is printable, of valid length, and without space at either end."""
    if not (1 <= len(text) <= longest and text.isprintable() and text.strip() == text):
        message = f"{name} must be 1–{longest} printable characters, with no space at either end."
        raise Problem("INVALID_INPUT", message, (name,))


def check_size(plan: Plan, entrants: int) -> None:
    """Raise `Problem` unless a plan works with a number of entrants, in a bounded number of sessions."""
    try:
        tournaments.check_plan(plan, entrants)
    except InvalidPlan as error:
        raise Problem("INVALID_INPUT", error.message, (_FIELDS.get(error.field, error.field),)) from None
    played = tournaments.count_rounds(plan, entrants) * -(-entrants // plan.seats) * plan.boards
    if played > MOST_PLAYED:
        message = f"With {entrants} entrants, up to {played} boards would be played; at most {MOST_PLAYED} may be."
        raise Problem("INVALID_INPUT", message, ("rounds",))


def check_deals(plan: Plan, entrants: int) -> None:
    """Raise `Problem` if the tables of a round share deals, and the entrants fill only one table."""
    if plan.deals == "SAME" and entrants < max(plan.seats + 1, 2 * plan.least_seats):
        message = f"SAME deals require rounds with more than one table, and {entrants} entrants fill one."
        raise Problem("INVALID_INPUT", message, ("deals",))
