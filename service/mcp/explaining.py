"""The tool that explains a game, a card, a rule or a move."""

from collections.abc import Iterator, Mapping

from service.http.error_responses import join_words
from service.mcp.answers import ToolAnswer
from service.mcp.caller import Caller
from service.mcp.inputs import ExplainInput
from service.mcp.problems import quote_rule
from service.mcp.seated import Seated
from service.mcp.table_text import name_card
from service.sessions.problems import Problem
from service.use_cases.games import no_such_game
from service.use_cases.inputs import MoveInput
from service.use_cases.playing import explain_move, preview_move
from service.views.catalogue import Introduction, introduce_table, is_game, project_cards, rule_named
from service.views.projection import ProjectedSession
from service.views.session_view import MoveExplained
from service.views.table_view import Card, Preview

# So many similar names are suggested for a card that no game has.
MOST_SUGGESTED = 8


async def explain(caller: Caller, wish: ExplainInput) -> ToolAnswer:
    """Explain a move, a card or a rule; without a question, the game."""
    asked = [question for question in (wish.move, wish.card, wish.rule) if question is not None]
    if len(asked) > 1:
        raise Problem("INVALID_INPUT", "Ask about one thing at a time: `move`, `card` or `rule`.")
    if wish.rule is not None:
        return ToolAnswer(await _explain_rule(caller, wish.rule, wish))
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


async def _explain_rule(caller: Caller, number: str, wish: ExplainInput) -> str:
    """Return a rule by its full number, or by its place on the page of the game that the wish names."""
    wanted = " ".join(number.split()).removesuffix(".")
    rule = rule_named(wanted)
    if rule is None and (wish.seat is not None or wish.game is not None):
        game = wish.game if wish.seat is None else (await Seated(caller, wish.seat).read()).game
        rule = rule_named(f"{game} {wanted}")
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
