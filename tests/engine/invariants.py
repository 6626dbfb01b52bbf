"""The contract (engine 2–10), as checks that hold for every game at every state."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import engine
from engine import play as play_move
from engine.core.game import zone_map_of
from engine.core.zones import may_see
from engine.sentences import COMMON_EVENTS
from tests.engine.differences import check_differences, check_differences_apart
from tests.engine.pages import known_rules
from tests.engine.play import Step, Table, is_offence, play_on
from tests.engine.possible_moves import parts_of, sampled_moves
from tests.engine.rebuild import Mirror, comparable_view

REFUSAL_CODES = {"ILLEGAL_MOVE", "BAD_NOTATION", "NOT_YOUR_TURN", "TABLE_OVER"}


def viewers(state: engine.State) -> tuple[int | None, ...]:
    """Return the spectator and every seat."""
    return (None, *range(state.seats))


# ---- at every state


def check_state_alone(state: engine.State) -> None:
    """Check the invariants of a state by itself: its cards, its serialized form, its result, its legal moves."""
    check_cards(state)
    check_serialized(state)
    check_result(state)
    check_breakdown(state, engine.game_of(state).name)
    for seat in range(state.seats):
        check_legal(state, seat)
        check_hand(state, engine.game_of(state).name, seat)


def check_cards(state: engine.State) -> None:
    """Check that every card of the deck lies in exactly one zone, and a hand in canonical order."""
    game = engine.game_of(state)
    lying = Counter(card for cards in state.zones.values() for card in cards)
    assert lying == Counter(game.deck(state.options)), "cards are lost or doubled"
    assert set(state.zones) == set(game.zones(state)), "the zones are not those of the page"


def check_serialized(state: engine.State) -> None:
    """Check that the serialized form leads back to the same state and to the same bytes."""
    data = engine.dumps(state)
    back = engine.loads(data)
    assert back == state
    assert engine.dumps(back) == data


def check_result(state: engine.State) -> None:
    """Check that a result exists exactly when no seat has a move, and that it follows from its scores (engine 9)."""
    moving = tuple(seat for seat in range(state.seats) if engine.legal_moves(state, seat))
    assert engine.active_seats(state) == moving
    outcome = engine.result(state)
    game = engine.game_of(state)
    assert outcome == game.result(state)
    assert (outcome is None) == bool(moving) == bool(game.turn(state))
    known = [points for points in game.scores(state, None) if points is not None]
    for seat in range(state.seats if len(known) == state.seats and outcome is None else 0):
        assert game.scores(state, seat) == tuple(known), "a seat knows other scores than everybody"
    assert engine.view(state, None).turn == engine.asked_seats(state)
    assert set(engine.asked_seats(state)) <= set(moving), "a seat is openly asked that has no move"
    if outcome is not None:
        best = tuple(seat for seat, place in enumerate(outcome.ranking) if place == 1)
        assert best == outcome.winners
        assert len(outcome.scores) == len(outcome.ranking) == state.seats
        assert all(1 <= place <= state.seats for place in outcome.ranking)


def check_breakdown(state: engine.State, game: str) -> None:
    """Check that the items of each seat add up to its score, of open cards, by rules of the page, and have labels."""
    found = engine.breakdown(state)
    outcome = engine.result(state)
    assert (found is None) == (outcome is None)
    if found is None or outcome is None:
        return
    check_text(engine.tell_decided(game, found.decided_by))
    lists_items = engine.find_game(game).list_points is not None
    assert len(found.seats) == (state.seats if lists_items else 0)
    if lists_items:
        assert tuple(sum(item.points for item in items) for items in found.seats) == outcome.scores
    lying = Counter(card for zone in engine.view(state, None).zones for card in zone.cards)
    for items in found.seats:
        assert Counter(card for item in items for card in item.cards) <= lying, "a card is hidden, or counts twice"
        for item in items:
            check_text(engine.item_label(game, item))
            assert item.rule in known_rules(game), f"there is no rule {item.rule}"
            assert not item.cards or len(item.cards) == len(item.worth)
            assert item.seat is None or 0 <= item.seat < state.seats


def check_legal(state: engine.State, seat: int) -> None:
    """Check that legal moves are unique, canonically ordered and spelt, and that each has a label of its own."""
    moves = engine.legal_moves(state, seat)
    assert len(set(moves)) == len(moves)
    keys = [canonical_key(state, move) for move in moves]
    assert keys == sorted(keys), "the legal moves are not in canonical order"
    for move in moves:
        assert engine.parse_move(str(move)) == move
        assert engine.game_of(state).why_not(state, seat, move) is None, f"{move} is listed, with a reason why not"
    check_labels(state, seat, moves)


def canonical_key(state: engine.State, move: engine.Move) -> tuple[int, list[int], tuple[int, int], int, int]:
    """Return the sort key of legal moves: verb, cards, place, seat, and no choice before one (engine 3)."""
    game = engine.game_of(state)
    verbs = list(dict.fromkeys(verb.name for verb in game.verbs))
    cards = [game.zone_map.order[card] for card in move.cards]
    choice = -1 if move.choice is None else list(game.choices).index(move.choice)
    return (verbs.index(move.verb), cards, place_key(state, move.place), -1 if move.seat is None else move.seat, choice)


def place_key(state: engine.State, place: str | None) -> tuple[int, int]:
    """Return the sort key of places: those with names in the order of the page's zones, then those with numbers."""
    if place is None or place.isdigit():
        return (-2, 0) if place is None else (int(place), 0)
    zones = list(engine.game_of(state).zones(state))
    named = [zone.partition(":")[2] for zone in zones] + [zone.replace(":", ".") for zone in zones]
    return -1, named.index(place)


def check_labels(state: engine.State, seat: int, moves: Sequence[engine.Move]) -> None:
    """Check that each move has its own label in plain English, which names the zones of the move."""
    described = [engine.describe(state, seat, move) for move in moves]
    assert engine.describe_moves(state, seat) == tuple(described)
    labels = [each.label for each in described]
    assert len(set(labels)) == len(labels), f"labels are not unique: {labels}"
    for move, each in zip(moves, described, strict=True):
        check_text(each.label)
        assert each.notation == str(move)
        assert (each.verb, each.cards, each.seat, each.choice) == (move.verb, move.cards, move.seat, move.choice)
        assert each.from_zone is None or each.from_zone in state.zones
        if each.from_zone is not None and move.cards:
            assert set(move.cards) <= set(state.zones[each.from_zone])


def check_text(text: str) -> None:
    """Check that a text begins with a capital and has no template mark left."""
    assert text
    assert text[0] == text[0].upper(), text
    assert text == text.strip()
    assert not set(text) & set("{}\n")
    assert "  " not in text


# ---- attempted moves


def check_probes(state: engine.State, game: str, random: Random, count: int) -> None:
    """Check that exactly the listed moves are accepted of all that could be written, for every seat."""
    moves = sampled_moves(state, game, random, count)
    for seat in range(state.seats):
        check_tries(state, game, seat, moves)


def check_every_probe(state: engine.State, game: str, random: Random, share: float = 1.0) -> None:
    """Check as `check_probes` does, for each combination of verb, card, place, seat and choice, or a share of them."""
    for seat in range(state.seats):
        check_tries(state, game, seat, (move for move in parts_of(game).all() if random.random() < share))


def check_tries(state: engine.State, game: str, seat: int, moves: Iterable[engine.Move]) -> None:
    """Check that a move is accepted exactly if it is listed; else it is refused for a reason, and nothing changed."""
    legal = set(engine.legal_moves(state, seat))
    before = engine.dumps(state)
    for move in moves:
        if move in legal:
            assert engine.explain(state, seat, move) is None
            engine.apply(state, seat, move)
        elif is_offence(state, seat, move):
            check_punished(state, seat, move)
        else:
            check_refused(state, game, seat, move)
    assert engine.dumps(state) == before, "a move that was tried changed the state"


def check_punished(state: engine.State, seat: int, move: engine.Move) -> None:
    """Check that an offence is explained like a refusal, but is a move: it costs the seat a card (zar 8)."""
    assert engine.explain(state, seat, move) is not None
    after, events = engine.apply(state, seat, move)
    assert after.ply == state.ply + 1
    if any(event.kind == "offended" and event.to_zone for event in events):
        return  # It stands (zar 8.1): the naive reading of the page checks what follows.
    assert engine.view(after, seat).turn == engine.view(state, seat).turn
    assert len(after.zones[f"hand:{seat}"]) == len(state.zones[f"hand:{seat}"]) + 1


def check_refused(state: engine.State, game: str, seat: int, move: engine.Move) -> None:
    """Check that a refusal has a code, a rule of the page and a sentence, the same from `explain` and `apply`."""
    said = engine.explain(state, seat, str(move))
    assert said is not None, f"{move} is not listed, but explain allows it"
    with pytest.raises(engine.Refusal) as refused:
        engine.apply(state, seat, move)
    refusal = refused.value
    assert (refusal.code, refusal.rule, refusal.message) == (said.code, said.rule, said.message)
    assert said.code in REFUSAL_CODES
    assert said.code != "NOT_YOUR_TURN" or not engine.legal_moves(state, seat)
    assert (said.code == "TABLE_OVER") <= (engine.result(state) is not None)
    assert said.rule in known_rules(game), f"there is no rule {said.rule}"
    assert said.path == ("move",)
    assert said.message.endswith(".")
    check_text(said.message)
    assert state.seed not in said.message
    legal = engine.legal_moves(state, seat)
    assert set(said.alternatives) <= set(legal)
    assert len(said.alternatives) == min(3, len(legal))


def check_hand(state: engine.State, game: str, seat: int) -> None:
    """Check that each card of a hand has the legal moves that name it, or else a reason why it has none."""
    legal = engine.legal_moves(state, seat)
    explained = engine.explain_hand(state, seat)
    assert [entry.card for entry in explained] == list(state.zones.get(f"hand:{seat}", ()))
    for entry in explained:
        assert entry.moves == tuple(move for move in legal if entry.card in move.cards)
        assert (entry.refusal is None) == bool(entry.moves)
        assert entry.refusal is None or entry.refusal.rule in known_rules(game)
        assert entry.refusal is None or entry.refusal.code != "BAD_NOTATION"
        assert entry.refusal is None or len(entry.refusal.alternatives) == min(3, len(legal))


# ---- one move


def check_step(step: Step, game: str) -> None:
    """Check that a move adds one to the ply, gives the same bytes every time, and valid events."""
    assert step.after.ply == step.before.ply + 1
    assert step.after.words >= step.before.words
    assert (step.after.options, step.after.seed, step.after.seats) == (
        step.before.options,
        step.before.seed,
        step.before.seats,
    )
    for event in step.events:
        check_event(game, event)
        check_audience(step, event)
        assert event.kind != "shuffled" or event.count < 2 or step.after.words > step.before.words
    check_same_bytes(step)
    check_played(step)
    check_differences(engine.compare(step.before, step.after))


def check_played(step: Step) -> None:
    """Check that `play` returns what `apply` and the questions about a move do."""
    played = play_move(step.before, step.seat, step.move)
    assert (played.state, played.events) == (step.after, step.events)
    assert played.move == engine.describe(step.before, step.seat, engine.parse_move(step.move))
    assert played.learned == engine.learned(step.before, step.after, step.events, step.seat)
    assert played.opens_reaction == engine.opens_reaction(step.after, step.events)


def check_event(game: str, event: engine.Event) -> None:
    """Check that an event is one of the game's or the engine's, cites a rule, and is one sentence for every viewer."""
    rules = engine.find_game(game)
    assert event.kind in {*rules.events, *rules.facts, *COMMON_EVENTS}
    assert event.rule in known_rules(game), f"there is no rule {event.rule}"
    assert len(event.cards) == event.count or (event.kind == "shuffled" and not event.cards)
    for viewer in (None, *(event.seen_by or ())):
        (sent,) = engine.events_for([event], viewer)
        text = engine.sentence(game, sent)
        check_text(text)
        assert text.endswith(".")
        assert ". " not in text
        assert sent.seen_by is None
        assert sent.count == event.count


def check_audience(step: Step, event: engine.Event) -> None:
    """Check that a card is named only to seats that may see it where it was or is, and to all after the end."""
    naming = zone_map_of(engine.game_of(step.after), step.after.options).naming
    if event.kind == "uncovered":
        assert event.seen_by is None
        assert event.to_zone in step.after.zones
        assert event.count == 1 or not naming(event.to_zone).open_top or engine.result(step.after) is not None
    elif event.kind == "shuffled":
        assert event.seen_by == naming(event.to_zone or "").audience
        assert bool(event.cards) == bool(event.seen_by and event.count)
    elif event.cards and event.from_zone is event.to_zone is None:
        assert event.seen_by is None, "cards that are shown and hidden again are shown to all"
    elif event.cards:
        # A card that moves alone leaves and enters a pile on top.
        namings = [naming(zone) for zone in (event.from_zone, event.to_zone) if zone is not None]
        audiences = [each.top_audience if event.count == 1 else each.audience for each in namings]
        for viewer in viewers(step.after):
            assert may_see(event.seen_by, viewer) == any(may_see(audience, viewer) for audience in audiences)


def check_same_bytes(step: Step) -> None:
    """Check that the same state and move give the same bytes, whatever the state's origin and order of zones."""
    reordered = replace(step.before, zones=dict(reversed(list(step.before.zones.items()))))
    for state in (step.before, engine.loads(engine.dumps(step.before)), reordered):
        after, events = engine.apply(state, step.seat, step.move)
        assert (
            engine.dumps(after)
            == engine.dumps(step.after)
            == engine.dumps(engine.next_state(state, step.seat, step.move))
        )
        assert msgspec.json.encode(events) == msgspec.json.encode(step.events)


# ---- one table


class Mirrors:
    """A front end for every viewer of a table, each fed with its own events alone."""

    def __init__(self, start: engine.State) -> None:
        zone_map = zone_map_of(engine.game_of(start), start.options)
        self._mirrors = {viewer: Mirror(engine.view(start, viewer), zone_map) for viewer in viewers(start)}

    def follow(self, step: Step) -> None:
        """Send every viewer the events that it may know."""
        for viewer, mirror in self._mirrors.items():
            mirror.follow(engine.events_for(step.events, viewer))

    def check(self, state: engine.State) -> None:
        """Check that the rebuilt view is the view now, and that the scores in events are the public ones (engine 6)."""
        public = engine.view(state, None).scores
        for viewer, mirror in self._mirrors.items():
            seen = engine.view(state, viewer)
            assert all(score in (None, own) for score, own in zip(public, seen.scores, strict=True))
            expected = comparable_view(replace(seen, scores=public))
            assert mirror.comparable() == expected, f"the events for {viewer} mislead"


def check_view(state: engine.State) -> None:
    """Check that a view has the sizes of all zones and the cards of some: of all when the table is over."""
    game = engine.game_of(state)
    for viewer in viewers(state):
        seen = engine.view(state, viewer)
        assert [zone.id for zone in seen.zones] == list(game.zones(state))
        for zone in seen.zones:
            check_text(zone.label[0].upper() + zone.label[1:])
            assert len(zone.cards) == zone.count == len(state.zones[zone.id])
            check_shown(state, zone)
            assert seen.result is None or None not in zone.cards
        assert {fact.name for fact in seen.facts} <= set(game.facts)
        assert len(seen.scores) == state.seats
        assert seen.result == engine.result(state)


def check_shown(state: engine.State, zone: engine.Zone) -> None:
    """Check that a zone shows all its cards or none, except for the top card of a pile with a public top."""
    cards = state.zones[zone.id]
    hidden: tuple[str | None, ...] = (None,) * zone.count
    if engine.game_of(state).zone_map.kinds[zone.kind].open_top:
        hidden = (*hidden[1:], *cards[-1:])
    assert zone.cards in (cards, hidden)


def check_record(table: Table, states: Sequence[engine.State], moves: Sequence[str]) -> None:
    """Check that the record of a table replays to the same states and the same result."""
    record = engine.make_record(
        game=table.game,
        seats=table.seats,
        options=engine.changed_options(states[0].options),
        seed=table.seed,
        moves=moves,
        outcome=engine.result(states[-1]),
    )
    written = engine.dump_record(record)
    assert engine.parse_record(written) == record
    assert engine.dump_record(engine.parse_record(written)) == written
    assert list(engine.replay(written)) == list(states)


# ---- everything


def check_table(
    table: Table,
    random: Random,
    *,
    thorough: float,
    begin: int = 0,
    play: Callable[[engine.State, Random], Iterator[Step]] = play_on,
) -> int:
    """Play a table and check all of the contract on the way; return the number of moves.

    The costly checks are made at the first `begin` states, and at the share `thorough` of the others. It is played at
    random, unless `play` says how.
    """
    state = table.deal()
    states = [state]
    moves = list[str]()
    mirrors = Mirrors(state)
    check_state_alone(state)
    for step in play(state, random):
        moves.append(f"{step.seat} {step.move}")
        states.append(step.after)
        mirrors.follow(step)
        check_cards(step.after)
        check_result(step.after)
        if len(moves) <= begin or random.random() < thorough:
            check_state_alone(step.after)
            check_step(step, table.game)
            check_view(step.after)
            check_probes(step.before, table.game, random, 3)
            mirrors.check(step.after)
    check_state_alone(states[-1])
    check_view(states[-1])
    check_probes(states[-1], table.game, random, 3)
    mirrors.check(states[-1])
    check_differences_apart(states, random)
    check_record(table, states, moves)
    return len(moves)
