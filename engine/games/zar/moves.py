"""The legal moves of Zar: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.core.game import Known
from engine.core.messages import OTHER_SEAT_IS_ASKED, SEAT_LACKS_CARD
from engine.core.moves import NOWHERE, Move, Route
from engine.core.values import Event, Refused
from engine.games.zar.cards import CARDS, COLOURED, COLOURS, DRAGON_NAMES, DRAGONS, DRAW_TWOS, HAND, NAMES_OF_TOP, WILDS
from engine.games.zar.state import Options, State, asked_seat, can_draw, drawn_card, is_race, turn

NamedMoves = Mapping[str, tuple[Move, ...]]


def named_moves(verb: str, dragon_names: Sequence[str]) -> NamedMoves:
    """Return the moves of a verb by card: one for each name that a wild or a dragon can be given (zar 2.3)."""
    names = dict.fromkeys(WILDS, tuple(COLOURS)) | dict.fromkeys(DRAGONS, tuple(dragon_names))
    plain = {card: (Move(verb, (card,)),) for card in COLOURED}
    return plain | {card: tuple(Move(verb, (card,), choice=name) for name in names[card]) for card in names}


# Legal moves are picked from these tables, not built, which makes listing them cheap.
MATCHES = {option: named_moves("match", names) for option, names in DRAGON_NAMES.items()}
PLAYS = {option: named_moves("play", names) for option, names in DRAGON_NAMES.items()}
DOUBLES = {option: named_moves("double", names) for option, names in DRAGON_NAMES.items()}
MOVES_OF_VERB = {"match": MATCHES, "play": PLAYS, "double": DOUBLES}
TAKE = Move("take")
DRAW = Move("draw")
ACCEPT = Move("accept")
PASS = Move("pass")
RULE_OF_VERB = {"match": "zar 5.1", "play": "zar 2.1", "double": "zar 4.1"}
# `words.blanks` fills the braces.
OWES = {
    True: "{seat} owes {owed} cards: take them, or play a draw two.",
    False: "{seat} owes {owed} cards: take them first (option stacking).",
}


def possible(_seats: int, options: Options) -> Iterator[Move]:
    """Yield every move that there can be at a table, offences included (zar 9, zar 8)."""
    for moves in MOVES_OF_VERB.values():
        for named in moves[options.dragon_names].values():
            yield from named
    yield from (TAKE, DRAW)
    tries_any_verb = options.vincent and options.vincent_for == "outOfTurn"  # zar 8.3
    if options.matching == "race" or tries_any_verb:
        yield ACCEPT
    if options.matching == "poll" or options.play_drawn or tries_any_verb:
        yield PASS


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of a seat (zar 9)."""
    phase = state.phase
    if phase == "play":
        return legal_turn(state, seat) if seat == state.turn_taker else legal_matches(state, seat)
    if phase == "over":
        return ()
    matches = legal_matches(state, seat)
    if phase == "poll":
        return (*matches, PASS) if why_not_pass(state, seat) is None else ()
    if seat != asked_seat(state):
        return matches
    return (*matches, ACCEPT) if phase == "accept" else (*matches, *legal_drawn_plays(state, seat), PASS)


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal."""
    if move.cards:
        return why_not_card(state, seat, move)
    return WHY_NOT[move.verb](state, seat)


# ---- match


def legal_matches(state: State, seat: int) -> tuple[Move, ...]:
    """List the matches of a seat, which are of one card (zar 5.1)."""
    top = state.zones["discard"][-1]
    if top in state.zones[HAND[seat]] and why_not_match(state, seat, top) is None:
        return MATCHES[state.options.dragon_names][top]
    return ()


def why_not_match(state: State, seat: int, card: str) -> Refused | None:
    """Refuse all but the twin of a top card that another seat put there (zar 5.1, zar 5.6), and a twin out of time."""
    if card != state.zones["discard"][-1]:
        return Refused("zar 5.1", "Only the twin of the top card matches, and that is {top}.")
    if seat == state.put_down_by:
        return Refused("zar 5.6", "{seat} put down the top card, and nobody matches a card of their own.")
    if state.phase == "poll":
        return Refused("zar 5.9", "{seat} has passed in this poll.") if seat in state.answered else None
    if state.phase == "accept":
        return None  # Asked to accept, a seat uses the twin as a match, whatever inTurnTwin says (zar 5.5).
    if seat != state.turn_taker and not is_race(state):
        return Refused("zar 5.9", "At this table a match out of turn is made in a poll, and none is held now.")
    if seat != state.turn_taker:
        return None
    if state.options.in_turn_twin == "normal":
        return Refused(
            "zar 5.5",
            "At this table the twin is an ordinary play when a seat plays it on its turn (option inTurnTwin).",
        )
    if state.phase == "drawn" and not is_race(state) and drawn_card(state) != card:
        return Refused("zar 8", "After a card was drawn only that card may be put down (option playDrawn).")
    return None


# ---- a turn: play, double, take, draw


def why_not_turn(state: State, seat: int, verb: str) -> Refused | None:
    """Refuse a turn to all but the seat that is asked to take one (zar 2.1), and to draw again (zar 8, playDrawn)."""
    if state.phase == "poll":
        return Refused("zar 5.9", "The turn continues when all other seats have answered the poll with match or pass.")
    if seat != asked_seat(state):
        return Refused("zar 2.1", OTHER_SEAT_IS_ASKED)
    if state.phase == "accept":
        return Refused("zar 6.1", "{put_down_by} is out unless it is matched: match or accept.")
    if state.phase == "drawn" and verb in ("take", "draw"):
        return Refused("zar 8", "The card just drawn is played, or the seat passes (option playDrawn).")
    return None


def legal_turn(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of a seat in its turn, matches first (zar 9)."""
    moves = legal_put_downs(state, seat)
    if state.owed:
        return (*moves, TAKE)
    return moves if moves and not state.options.may_decline else (*moves, DRAW)  # zar 2.1


def legal_put_downs(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of a turn that put down cards: matches, plays (zar 2.1), and doubles (zar 4.1)."""
    hand = state.zones[HAND[seat]]
    option = state.options.dragon_names
    fitting = fitting_cards(state)
    matches: tuple[Move, ...] = ()
    if (top := state.zones["discard"][-1]) in hand and why_not_match(state, seat, top) is None:
        matches = MATCHES[option][top]
        fitting = fitting - {top}  # What matches is not played (zar 5.5).
    plays = PLAYS[option]
    doubles = DOUBLES[option]
    moves: list[Move] = []
    twice: list[Move] = []
    before = ""
    for card in hand:
        if card in fitting:
            if card == before:
                twice += doubles[card]
            else:
                moves += plays[card]
            before = card
    return (*matches, *moves, *twice)


def fitting_cards(state: State) -> frozenset[str]:
    """Return the cards that fit on the top card (zar 2.2, zar 2.3): on a debt only a draw two, if at all (zar 3.3)."""
    if state.owed:
        return DRAW_TWOS if state.options.stacking else NO_CARDS
    return FITTING[state.zones["discard"][-1]][state.named]


def fits(card: str, top: str, named: str) -> bool:
    """Tell whether a card has the colour or the type of the top card (zar 2.2), or the name given for it (zar 2.3)."""
    if card in WILDS or card in DRAGONS:
        return top not in (DRAGONS if card in WILDS else WILDS)
    if top in WILDS:
        return card[0] == named
    return card[1] == named if top in DRAGONS else card[0] == top[0] or card[1] == top[1]


NO_CARDS = frozenset[str]()
FITTING = {
    top: {named: frozenset(card for card in CARDS if fits(card, top, named)) for named in names}
    for top, names in NAMES_OF_TOP.items()
}


def why_not_play(state: State, seat: int, card: str, copies: int = 1) -> Refused | None:
    """Refuse a card of the hand in the seat's own turn, or two of them as a double (zar 2.1, zar 4.1)."""
    if card == state.zones["discard"][-1] and why_not_match(state, seat, card) is None:
        return Refused("zar 5.5", "{card} is the twin of the top card, so it is used to match.")
    if state.phase == "drawn" and (card != drawn_card(state) or copies == 2):
        return Refused("zar 8", "After a card was drawn only that card may be put down, singly (option playDrawn).")
    if card in fitting_cards(state):
        return None
    if state.owed:
        return Refused("zar 3.3", OWES[state.options.stacking])
    rule = "zar 2.3" if state.named and card in COLOURED else "zar 2.2"
    if state.named:
        return Refused(rule, "{card} does not fit on {top}, which names {named}.")
    return Refused(rule, "{card} does not fit on {top}.")


def legal_drawn_plays(state: State, seat: int) -> tuple[Move, ...]:
    """List the plays of the card just drawn (zar 8, playDrawn)."""
    card = drawn_card(state)
    return PLAYS[state.options.dragon_names][card] if why_not_play(state, seat, card) is None else ()


def why_not_take(state: State, seat: int) -> Refused | None:
    """Refuse a take by a seat that owes no cards (zar 3.3)."""
    owes = None if state.owed else Refused("zar 3.3", "{seat} owes no cards.")
    return why_not_turn(state, seat, "take") or owes


def why_not_draw(state: State, seat: int) -> Refused | None:
    """Refuse a draw by a seat that owes cards (zar 3.3), or must put one down (zar 2.1)."""
    if other := why_not_turn(state, seat, "draw"):
        return other
    if state.owed:
        return Refused("zar 3.3", OWES[state.options.stacking])
    if DRAW not in legal_turn(state, seat):
        return Refused("zar 2.1", "{seat} has a card that fits, so they do not draw (option mayDecline).")
    return None


def lacks(known: Known[Options], event: Event) -> frozenset[str]:
    """Return the cards that a seat does not hold that draws, since nothing may fit then (zar 2.1)."""
    is_draw = (event.kind, event.rule) in (("drawn", "zar 2.1"), ("passed", "zar 2.4"))
    if known.options.may_decline or not is_draw:
        return NO_CARDS
    named = known.facts["named"]
    return FITTING[known.tops["discard"]]["" if named == "none" else named]


# ---- accept, pass


def why_not_accept(state: State, seat: int) -> Refused | None:
    """Refuse an accept by a seat that is not asked to accept (zar 6.1)."""
    if state.phase != "accept":
        return Refused("zar 6.1", "Nobody is asked to accept a last card now.")
    return None if seat == asked_seat(state) else Refused("zar 6.1", OTHER_SEAT_IS_ASKED)


def why_not_pass(state: State, seat: int) -> Refused | None:
    """Refuse a pass outside a poll (zar 5.9), unless a card was just drawn (zar 8, playDrawn)."""
    if state.phase == "poll":
        if seat == state.put_down_by:
            return Refused("zar 5.9", "{seat} put down the top card, so they have nothing to answer.")
        return Refused("zar 5.9", "{seat} has passed already.") if seat in state.answered else None
    if other := why_not_turn(state, seat, "pass"):
        return other
    if state.phase == "drawn":
        return None
    return Refused("zar 2.1", "On its turn a seat puts down a card, takes or draws.")


WHY_NOT: Mapping[str, Callable[[State, int], Refused | None]] = {
    "take": why_not_take,
    "draw": why_not_draw,
    "accept": why_not_accept,
    "pass": why_not_pass,
}


# ---- any card


def why_not_card(state: State, seat: int, move: Move) -> Refused | None:
    """Refuse a card that the seat does not hold, or names wrongly, or may not put down so."""
    (card,) = move.cards
    held = state.zones[HAND[seat]].count(card)
    if move.verb != "match" and (other := why_not_turn(state, seat, move.verb)):
        return other
    if not held:
        return Refused(RULE_OF_VERB[move.verb], SEAT_LACKS_CARD)
    if move.verb == "double" and held < 2:
        return Refused("zar 4.1", "{seat} holds {card} only once.")
    if other := why_not_named(state, move):
        return other
    if move.verb == "match":
        return why_not_match(state, seat, card)
    return why_not_play(state, seat, card, 2 if move.verb == "double" else 1)


def why_not_named(state: State, move: Move) -> Refused | None:
    """Refuse a name for a coloured card, and a wild or a dragon without one of its names (zar 2.3)."""
    card = move.cards[0]
    if move in MOVES_OF_VERB[move.verb][state.options.dragon_names].get(card, ()):
        return None
    if card in COLOURED:
        return Refused("zar 2.3", "Only a wild or a dragon is played with a name, and {card} is neither.")
    if card in DRAGONS and move.choice in DRAGON_NAMES["any"]:
        return Refused("zar 2.3", "At this table {card} names a number: one of {names} (option dragonNames).")
    return Refused("zar 2.3", "{card} names one of these: {names}.")


def attempt(state: State, seat: int, card: str) -> Move:
    """Return the move to try with a card of the hand."""
    in_turn = state.phase in ("play", "drawn") and seat == state.turn_taker
    return (PLAYS if in_turn else MATCHES)[state.options.dragon_names][card][0]


def route(_state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes cards from and to."""
    if move.cards:
        return HAND[seat], "discard", None
    return ("supply", HAND[seat], None) if move.verb in ("take", "draw") else NOWHERE


def is_offence(state: State, seat: int, move: Move) -> bool:
    """Tell whether a move that is not legal costs a card instead of being refused (zar 8, vincent)."""
    if not state.options.vincent or state.phase == "over":
        return False
    if not can_draw(state):
        return False
    if move.verb not in MOVES_OF_VERB:
        return move == Move(move.verb) and is_out_of_turn(state, seat)
    if len(move.cards) != 1 or why_not_named(state, move):
        return False
    return state.zones[HAND[seat]].count(move.cards[0]) >= (2 if move.verb == "double" else 1)


def is_out_of_turn(state: State, seat: int) -> bool:
    """Tell whether a move without a card costs one: of a seat not asked, unless it is out (zar 8.3, zar 6.1)."""
    is_out = state.out and seat == state.put_down_by
    return state.options.vincent_for == "outOfTurn" and seat not in turn(state) and not is_out
