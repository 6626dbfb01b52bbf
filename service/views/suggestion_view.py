"""Suggestions, reviews and previews: the moves that a bot prefers for a seat, the reasons, and the effects of moves."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Annotated

import engine
from bots import Choice, Comparison
from engine import State, Wording
from service.sessions.session import Session
from service.views.catalogue import face_or_back
from service.views.events import make_events
from service.views.fields import ContractStruct, Page, described, fill, open_choices, page_of, sized
from service.views.parts import make_facts, make_score, project_move, project_result
from service.views.refusals import project_arguments
from service.views.table_view import Effect, Move, Preview, PreviewZone, Zone
from service.views.wording import wording_for

VERDICT = open_choices(
    "ReviewVerdict",
    "How a move compares with the preferred one.",
    "verdict",
    BEST="It is the preferred move.",
    ABOUT_EQUAL="It is not certainly worse, as far as the level can tell.",
    WORSE="It is a mistake, certainly worse.",
)
# Each move of a review costs a search.
LARGEST_REVIEW = 10


@sized(Move.list_size)
class TriedMove(ContractStruct, frozen=True):
    """A move that was tried. It was played out in random deals of the cards that the seat cannot know."""

    move: Annotated[Move | None, described("The move; null for waiting, which a seat that is not asked may do.")]
    playouts: Annotated[int, described("The number of deals in which the move was played out.")]
    reward: Annotated[
        float, described("The mean success of the move, from -1 to 1. The bot chooses the move by this number.")
    ]
    low: Annotated[float, described("The lower end of the reward's 95 % interval.")]
    high: Annotated[float, described("The upper end of the reward's 95 % interval.")]
    margin: Annotated[float, described("The mean number of points by which the seat was ahead of the best other seat.")]


@sized(Zone.list_size)
class HiddenCards(ContractStruct, frozen=True):
    """Cards that the seat could not see. They were dealt at random."""

    zone: Annotated[str, described("The key of the zone in which the cards lie.")]
    count: Annotated[int, described("The number of hidden cards in the zone.")]


class Suggestion(ContractStruct, frozen=True):
    """The move that a bot prefers for a seat, and why. The bot decides from what the seat knows."""

    seat: Annotated[int, described("The seat.")]
    version: Annotated[
        int, described("The version for which the suggestion holds, and no other; for a stateless table, the ply.")
    ]
    cursor: Annotated[str | None, described("The cursor of that version; null for a stateless table.")]
    move: Annotated[Move | None, described("The preferred move; null if it is better to wait.")]
    waits: Annotated[bool, described("Whether it is better to wait. Only a seat that is not asked can wait.")]
    level: Annotated[int, described("The level of the bot.")]
    effort: Annotated[int, described("The number of moves that were searched.")]
    candidates: Annotated[
        tuple[TriedMove, ...],
        described("The moves that were tried, the best first; empty at level 1, and if there is no choice."),
    ]
    hidden: Annotated[
        tuple[HiddenCards, ...], described("The cards that the seat could not see and the bot had to guess, by zone.")
    ]


class ReviewedMove(ContractStruct, frozen=True):
    """A move of a finished table, and the move that a bot prefers. The bot knows only what the seat knew then."""

    ply: Annotated[int, described("The number of moves made before this one.")]
    seat: Annotated[int, described("The seat that moved.")]
    move: Annotated[Move, described("The move that was made.")]
    preferred: Annotated[Move | None, described("The preferred move; null if it was better to wait.")]
    waits: Annotated[bool, described("Whether it was better to wait. Only a seat that was not asked could wait.")]
    verdict: Annotated[str, described("How the move compares with the preferred one.", choices=VERDICT)]
    only_move: Annotated[bool, described("Whether the seat had no choice: it was asked, and had one legal move.")]
    loss: Annotated[float, described("The mean number of points that the move loses, if `verdict` is WORSE; else 0.")]
    loss_low: Annotated[
        float,
        described(
            "The lower end of the interval of the difference, above 0 if `verdict` is WORSE. All intervals of a "
            "position hold together with 95 % confidence."
        ),
    ]
    loss_high: Annotated[float, described("The upper end of the interval of the difference.")]
    playouts: Annotated[
        int, described("The number of deals in which both moves were played out; 0 if they are the same.")
    ]


@page_of(ReviewedMove, "move", LARGEST_REVIEW, where="a page of a review")
class Review(Page, frozen=True):
    """A page of the moves of a finished table, the first move first. Moves that were taken back are left out."""

    level: Annotated[int, described("The level at which the moves were reviewed.")]


def project_suggestion(
    state: State, seat: int, choice: Choice, level: int, version: int, cursor: str | None
) -> Suggestion:
    """Return the choice of a bot for a seat."""
    describe = _describer(state, seat)
    return Suggestion(
        seat=seat,
        version=version,
        cursor=cursor,
        move=describe(choice.move),
        waits=choice.move is None,
        level=level,
        effort=choice.effort,
        candidates=tuple(fill(TriedMove, tried, move=describe(tried.move)) for tried in choice.candidates),
        hidden=tuple(HiddenCards(zone=zone, count=count) for zone, count in choice.hidden.items()),
    )


def project_review(state: State, seat: int, played: str, choice: Choice, losses: Sequence[Comparison]) -> ReviewedMove:
    """Return a move that was made at a state, compared with the choice of a bot."""
    describe = _describer(state, seat)
    move = describe(played)
    assert move is not None
    compared = {tried.move: loss for tried, loss in zip(choice.candidates, losses, strict=True)}
    loss = None if played == choice.move else compared.get(played)
    is_worse = loss is not None and loss.low > 0
    return ReviewedMove(
        ply=state.ply,
        seat=seat,
        move=move,
        preferred=describe(choice.move),
        waits=choice.move is None,
        only_move=len(engine.legal_moves(state, seat)) == 1 and seat in engine.asked_seats(state),
        verdict="BEST" if played == choice.move else "WORSE" if is_worse else "ABOUT_EQUAL",
        loss=0.0 if loss is None or not is_worse else loss.margin,
        loss_low=0.0 if loss is None else loss.low,
        loss_high=0.0 if loss is None else loss.high,
        playouts=0 if loss is None else loss.worlds,
    )


def _describer(state: State, seat: int) -> Callable[[str | None], Move | None]:
    """Return the function that maps the notation of a seat's move to the move, and None (waiting) to None."""
    game = engine.game_of(state).name

    def describe(notation: str | None) -> Move | None:
        if notation is None:
            return None
        return project_move(game, engine.describe(state, seat, engine.parse_move(notation)))

    return describe


# ---- previews


def project_preview(state: State, preview: engine.Preview, people: Session | None = None) -> Preview:
    """Return the effect of a move as far as it can be foreseen."""
    game = engine.game_of(state).name
    wording = wording_for(people)
    return fill(
        Preview,
        preview,
        move=project_move(game, preview.move, people),
        events=make_events(game, state.ply + 1, enumerate(preview.events), wording),
        zones=tuple([_preview_zone(game, zone, wording) for zone in preview.zones]),
        facts=make_facts(game, preview.facts, wording),
        scores=tuple(map(make_score, count(), preview.scores)),
        result=project_result(preview.result),
        effects=tuple([_project_effect(game, effect, wording) for effect in preview.effects]),
    )


def _project_effect(game: str, effect: engine.Effect, wording: Wording | None) -> Effect:
    """Return an effect that a move would have, with its sentence in the given words."""
    arguments = project_arguments(effect.arguments)
    return Effect(code=effect.code, arguments=arguments, sentence=engine.foretell(game, effect, wording))


def _preview_zone(game: str, zone: engine.PreviewZone, wording: Wording | None) -> PreviewZone:
    """Return a zone as far as it can be foreseen."""
    label = zone.label if wording is None else engine.zone_label(game, zone.id, wording)
    face = face_or_back(game, "" if wording is None else wording.language)
    cards = None if zone.cards is None else tuple(map(face, zone.cards))
    return fill(PreviewZone, zone, key=zone.id, label=label, cards=cards)
