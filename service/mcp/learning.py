"""The tools that explain a game, a card, a rule or a move, and that review a table."""

from collections.abc import Iterator, Mapping, Sequence

from service.http.error_responses import join_words
from service.mcp import inputs
from service.mcp.answers import ToolAnswer
from service.mcp.caller import Caller
from service.mcp.problems import quote_rule
from service.mcp.seated import Seated
from service.mcp.table_text import describe_end, describe_table, list_seats, name_card, tell_event
from service.sessions.problems import Problem
from service.use_cases.games import no_such_game
from service.use_cases.inputs import MoveInput, ReviewInput
from service.use_cases.playing import explain_move, preview_move
from service.use_cases.reading import list_events
from service.use_cases.reading import review as review_moves
from service.views.catalogue import Introduction, introduce_table, is_game, project_cards, rule_named
from service.views.fields import LARGEST_PAGE
from service.views.projection import ProjectedSession
from service.views.session_view import MoveExplained
from service.views.suggestion_view import ReviewedMove
from service.views.table_view import Card, Preview, ScoreItem

# So many similar names are suggested for a card that no game has.
MOST_SUGGESTED = 8


async def explain(caller: Caller, wish: inputs.ExplainInput) -> ToolAnswer:
    """Explain a move, a card or a rule; without a question, the game."""
    asked = [question for question in (wish.move, wish.card, wish.rule) if question is not None]
    if len(asked) > 1:
        raise Problem("INVALID_INPUT", "Ask about one thing at a time: `move`, `card` or `rule`.")
    if wish.rule is not None:
        return ToolAnswer(_explain_rule(wish.rule))
    if wish.move is not None:
        if wish.seat is None:
            raise Problem("INVALID_INPUT", "Send your `seat`, too: a move is explained at your table.", ("seat",))
        return ToolAnswer(await _explain_move(Seated(caller, wish.seat), wish.move))
    session = None if wish.seat is None else await Seated(caller, wish.seat).read()
    game = wish.game if session is None else session.game
    if game is None:
        raise Problem("INVALID_INPUT", "Send your `seat`, or the id of a `game`.", ("game",))
    if not is_game(game):
        raise no_such_game(game)
    introduction = introduce_table(game, {}) if session is None else session.introduction
    if wish.card is not None:
        return ToolAnswer(_explain_card(game, introduction, wish.card))
    return ToolAnswer("\n".join(_explain_game(game, introduction, session)))


def _explain_rule(number: str) -> str:
    rule = rule_named(" ".join(number.split()).removesuffix("."))
    if rule is None:
        message = (
            "There is no such rule. A number is the game's id and the rule's place on its page, such as `zar 3.3`."
        )
        raise Problem("NOT_FOUND", message, ("rule",))
    return f"{rule.number}, {rule.section}: {rule.text}"


# ---- cards


def _explain_card(game: str, introduction: Introduction, wanted: str) -> str:
    powers = {power.code: power.text for power in introduction.powers}
    plain = wanted.strip().casefold()
    cards = project_cards(game)
    found = [card for card in cards if plain in (card.code.casefold(), card.label.casefold())]
    if not found:
        near = [card for card in cards if plain and plain in card.label.casefold()][:MOST_SUGGESTED]
        known = near or cards[:MOST_SUGGESTED]
        names = join_words([name_card(card) for card in known], "or")
        raise Problem("NOT_FOUND", f"{game} has no card of that code or name. Is it one like {names}?", ("card",))
    return "\n".join(_tell_power(card, powers) for card in found)


def _tell_power(card: Card, powers: Mapping[str, str]) -> str:
    return f"{name_card(card)}: {powers[card.code]}"


# ---- the game


def _explain_game(game: str, introduction: Introduction, session: ProjectedSession | None) -> Iterator[str]:
    yield introduction.goal
    yield from introduction.how_to_play
    powers = {power.code: power.text for power in introduction.powers}
    view = None if session is None else session.view
    cards = () if view is None else tuple(dict.fromkeys(one.card for one in view.hand))
    if cards:
        yield "The cards in your hand:"
        yield from (f"- {_tell_power(card, powers)}" for card in cards)
    yield "explain(card=…) tells what any card does, explain(rule=…) the text of a rule, explain(seat, move=…) a move."
    yield f"All rules: the resource croupier://rules/{game}."


# ---- moves


async def _explain_move(seated: Seated, move: str) -> str:
    """Return why the seat may not make a move now, or what the move would do."""
    await seated.read()
    asked = MoveInput(session_id=seated.session_id, move=move.strip())
    explained = await explain_move(seated.context, asked)
    if not explained.legal:
        return "\n".join(_tell_refusal(explained))
    return "\n".join(_tell_preview(await preview_move(seated.context, asked)))


def _tell_refusal(explained: MoveExplained) -> Iterator[str]:
    refusal = explained.refusal
    assert refusal is not None
    yield f"You may not make this move now: {refusal.message}"
    rule = None if refusal.rule is None else rule_named(refusal.rule)
    if rule is not None:
        yield quote_rule(rule)
    if refusal.alternatives:
        yield "Similar moves that you may make:"
        yield from (f"- {move.notation} — {move.label}" for move in refusal.alternatives)


def _tell_preview(preview: Preview) -> Iterator[str]:
    yield f"You may make this move: {preview.move.label}."
    yield from (effect.sentence for effect in preview.effects)
    events = [event.sentence for event in preview.events if event.weight != "DETAIL"]
    if events:
        yield "It would do this:"
        yield from (f"- {sentence}" for sentence in events)
    if not preview.events_complete:
        yield "What follows cannot be foreseen: it depends on cards that you do not know, or on the others."
    if preview.over:
        yield "The table would be over."


# ---- reviews


async def review(caller: Caller, wish: inputs.ReviewInput) -> ToolAnswer:
    """Tell what has happened at a table; at its end, also where the points came from and how good the moves were."""
    seated = Seated(caller, wish.seat)
    session = await seated.read()
    if session.status != "FINISHED":
        return ToolAnswer("\n".join(await _tell_events(seated, session, wish.after)))
    lines = [*_tell_points(session), ""] if wish.after is None else []
    judging = ReviewInput(session_id=session.id, level=wish.level, after=wish.after)
    try:
        await caller.pay("review", judging)
        page = await review_moves(seated.context, judging)
    except Problem as problem:
        if problem.code not in ("NOT_FOUND", "NOT_OVER", "RULES_CHANGED"):
            raise
        return ToolAnswer("\n".join([*lines, f"The moves cannot be judged: {problem.message}"]))
    lines += [f"The moves, judged by a bot of level {page.level} that knew only what the seat knew:"]
    lines += map(_tell_reviewed, page.nodes)
    if page.page_info.has_next_page:
        lines.append(f'The next moves: review(seat, level={wish.level}, after="{page.page_info.end_cursor}").')
    return ToolAnswer("\n".join(lines))


async def _tell_events(seated: Seated, session: ProjectedSession, after: str | None) -> list[str]:
    """Return what the seat has seen happen at a table that is not finished, a page at a time, and the table."""
    page = await list_events(seated.context, session, LARGEST_PAGE, after)
    told = [f"- {tell_event(event)}" for event in page.nodes if event.weight != "DETAIL"]
    lines = ["What you have seen happen so far:", *told]
    if page.page_info.has_next_page:
        return [*lines, f'What came next: review(seat, after="{page.page_info.end_cursor}").']
    return [*lines, "", describe_table(session)]


def _tell_points(session: ProjectedSession) -> Iterator[str]:
    yield from describe_end(session)
    breakdown = None if session.view is None else session.view.breakdown
    for seat in () if breakdown is None else breakdown.seats:
        items = "; ".join(map(_tell_item, seat.items))
        whose = list_seats([seat.seat], session.viewer_seat)
        yield f"Points of {whose}: {seat.points}{f' = {items}' if items else ''}."


def _tell_item(item: ScoreItem) -> str:
    cards: Sequence[Card] = item.cards
    shown = f" ({' '.join(card.code for card in cards)})" if cards else ""
    return f"{item.label}{shown}: {item.points} (rule {item.rule})"


def _tell_reviewed(move: ReviewedMove) -> str:
    made = f"- Move {move.ply}, seat {move.seat}: {move.move.label}"
    if move.only_move:
        return f"{made}. It was the only move."
    if move.verdict == "BEST":
        return f"{made}. The bot prefers it, too."
    other = "to wait" if move.preferred is None else move.preferred.label
    if move.verdict == "WORSE":
        return f"{made}. A mistake that loses about {move.loss:.1f} points: the bot prefers {other}."
    return f"{made}. About as good as the bot's choice: {other}."
