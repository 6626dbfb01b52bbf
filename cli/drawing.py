"""Tables as they look in a terminal, drawn with rich: cards as coloured chips, words wrapped at its width."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

import engine
from engine import Event, Outcome, Result, State, View, Zone

# A file has no width: sentences stay on one line, and lines of a table are not endless.
WIDTH_OF_FILES = 200
# Beyond this many the moves stand in columns.
ONE_COLUMN = 9
# So many cards of a pile are shown, from the top.
SHOWN_OF_PILE = 12

WORDING = engine.Wording()

STYLES: Mapping[str | None, str] = {
    "red": "bold bright_white on #b5322d",
    "yellow": "bold black on #f2c14e",
    "green": "bold bright_white on #2f7d4f",
    "blue": "bold bright_white on #2a62b5",
}
STYLE_OF_OTHERS = "bold black on #d8d8d8"


def open_console() -> Console:
    """Return what draws on standard output: without colours if that is no terminal, or NO_COLOR is set."""
    width = None if sys.stdout.isatty() else WIDTH_OF_FILES
    return Console(width=width, highlight=False, markup=False, emoji=False)


def draw_view(state: State, viewer: int | None) -> Iterator[RenderableType]:
    """Yield what a seat, or a spectator (None), sees of a table, and what it is to do."""
    view = engine.view(state, viewer)
    game = engine.find_game(view.game)
    seen_by = "a spectator" if viewer is None else f"seat {viewer + 1}"
    yield ""
    yield Rule(f"{game.title}, move {view.ply}, seen by {seen_by}", align="left", style="dim")
    table = Table.grid(padding=(0, 2))
    for zone in view.zones:
        if zone.count or zone.owner is None or zone.owner == viewer:
            table.add_row(*_draw_zone(view, zone))
    yield table
    facts = [fact for fact in view.facts if fact.weight == "RULE" and fact.name != "asked"]
    told = [_describe_fact(view.game, fact) for fact in facts if fact.value not in ("none", "no", "0")]
    if any(score is not None for score in view.scores):
        told.append(
            "Points: " + ", ".join(f"seat {seat + 1} {_known(score)}" for seat, score in enumerate(view.scores))
        )
    if told:
        yield Text("; ".join(told))
    if asked := engine.prompt(state, viewer, WORDING):
        yield Text(asked, "bold")


def _draw_zone(view: View, zone: Zone) -> tuple[Text, str, Text]:
    label = engine.zone_label(view.game, zone.id, WORDING)
    is_own = zone.owner is not None and zone.owner == view.viewer
    count = f"({zone.count})" if zone.value is None else f"({zone.count} = {zone.value})"
    is_hidden = not any(zone.cards)
    cut = 0 if zone.kind == "hand" else max(0, len(zone.cards) - SHOWN_OF_PILE)
    cards = Text("… " if cut and not is_hidden else "").append_text(_draw_cards(view.game, zone.cards[cut:]))
    return Text(label[0].upper() + label[1:], "bold" if is_own else ""), count, Text() if is_hidden else cards


def _draw_cards(game: str, cards: Iterable[str | None]) -> Text:
    """Return cards as chips of their colours, with their codes; `??` is hidden."""
    known = engine.find_game(game).cards
    chips = [
        Text(" ?? ", "dim") if card is None else Text(f" {card} ", STYLES.get(known[card].color, STYLE_OF_OTHERS))
        for card in cards
    ]
    return Text(" ").join(chips)


def _describe_fact(game: str, fact: engine.Fact) -> str:
    subject = engine.fact_label(game, fact.name, WORDING)
    return f"{subject}: {engine.fact_display(game, fact.name, str(fact.value), WORDING)}"


def _known(score: int | None) -> str:
    return "?" if score is None else str(score)


def draw_facts(view: View) -> Iterator[RenderableType]:
    """Yield all facts of a view, also those that hardly matter."""
    for fact in view.facts:
        yield _describe_fact(view.game, fact)


def draw_events(game: str, events: Iterable[Event]) -> Iterator[RenderableType]:
    """Yield a line for each event that is more than bookkeeping."""
    weights = engine.event_weights(game)
    for event in events:
        if weights.get(event.kind) != "DETAIL":
            yield Padding.indent(Text(engine.sentence(game, event, WORDING)), 2)


def draw_moves(labels: Sequence[str], first: int) -> RenderableType:
    """Return the moves with their numbers, from `first` on."""
    rows = [Text.assemble((f"{number:4}  ", "bold cyan"), label) for number, label in enumerate(labels, first)]
    if len(rows) <= ONE_COLUMN:
        return Text("\n").join(rows)
    return Columns(rows, column_first=True, padding=(0, 2))


def draw_help(game: str, told: engine.Introduction) -> Iterator[RenderableType]:
    """Yield how to play, and how to answer."""
    rules = engine.find_game(game)
    yield Text.assemble((f"{rules.title}: ", "bold"), told.goal)
    for sentence in told.how_to_play:
        yield Padding.indent(Text(sentence), 2)
    card = next(iter(rules.cards))
    keys = Table.grid(padding=(0, 2))
    for key, meaning in (
        ("1, 2, …", "make the move of that number; only the moves that are allowed now are listed"),
        (f"? {card}", f"what a card does: here {rules.cards[card].label}, whose code is {card}"),
        ("? facts", "everything else that is known of the table"),
        ("?", "this help"),
        ("q", "leave the table"),
    ):
        keys.add_row("", Text(key, "bold cyan"), Text(meaning))
    yield keys
    yield (
        "The number of a pile's cards is in brackets, and what they are worth after =; "
        "the top card is the last, and ?? is hidden from you."
    )
    yield f"All rules are in docs/rules/{game}.md, and at /play/rules/{game} of a running service."


def draw_power(game: str, code: str, told: engine.Introduction) -> RenderableType:
    """Return what a card does, by its code."""
    rules = engine.find_game(game)
    if code not in told.powers:
        return f"{rules.title} has no card {code!r}; the codes of cards stand on them."
    label = rules.cards[code].label
    return Text.assemble(_draw_cards(game, [code]), f" {label[0].upper()}{label[1:]}: {told.powers[code]}")


def draw_result(game: str, outcome: Result | None, person: int | None = None) -> Iterator[RenderableType]:
    """Yield the places and points, best first, and those of the `person` at the keyboard in a sentence."""
    if outcome is None:
        yield "The table is not finished."
        return
    table = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(outcome.scores)), key=lambda seat: outcome.ranking[seat]):
        style = "bold" if seat in outcome.winners else ""
        table.add_row(
            f"{outcome.ranking[seat]:4}.",
            Text(f"Seat {seat + 1}", style),
            engine.count_noun(outcome.scores[seat], "point"),
        )
    yield table
    reasons = {phrase.key: phrase.template for phrase in engine.vocabulary(game).reasons}
    winners = ", ".join(str(seat + 1) for seat in outcome.winners)
    yield Text(f"Won by seat {winners}: {reasons[outcome.reason]}.")
    if person is not None:
        place = f"Your place: {outcome.ranking[person]} of {len(outcome.scores)}"
        yield Text(f"{place}, with {engine.count_noun(outcome.scores[person], 'point')}.", "bold")


def draw_outcome(outcome: Outcome) -> Iterator[RenderableType]:
    """Yield how a table ended at which seats resigned: the places, best first, and who won."""
    table = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(outcome.ranking)), key=lambda seat: outcome.ranking[seat]):
        style = "bold" if seat in outcome.winners else ""
        has_resigned = "resigned" if seat in outcome.resigned else ""
        table.add_row(f"{outcome.ranking[seat]:4}.", Text(f"Seat {seat + 1}", style), has_resigned)
    yield table
    winners = ", ".join(str(seat + 1) for seat in outcome.winners)
    reason = "all others have resigned" if outcome.by == "RESIGNATION" else "of those who did not resign, the best"
    yield Text(f"Won by seat {winners}: {reason}.")
