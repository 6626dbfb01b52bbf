"""Project where the points of a finished table came from."""

import engine
from engine import Wording
from service.views.catalogue import face_of
from service.views.fields import fill
from service.views.table_view import Breakdown, DecidedBy, ScoreItem, SeatPoints


def project_breakdown(game: str, found: engine.Breakdown, wording: Wording | None) -> Breakdown:
    """Return the items of the scores and what decided the table: in a wording for people, or without one."""
    seats = [_project_seat(game, seat, items, wording) for seat, items in enumerate(found.seats)]
    sentence = engine.tell_decided(game, found.decided_by, wording)
    return Breakdown(seats=tuple(seats), decided_by=fill(DecidedBy, found.decided_by, sentence=sentence))


def _project_seat(game: str, seat: int, items: tuple[engine.ScoreItem, ...], wording: Wording | None) -> SeatPoints:
    points = sum([item.points for item in items])
    return SeatPoints(seat=seat, points=points, items=tuple([_project_item(game, item, wording) for item in items]))


def _project_item(game: str, item: engine.ScoreItem, wording: Wording | None) -> ScoreItem:
    face = face_of(game, "" if wording is None else wording.language)
    label = engine.item_label(game, item, wording)
    return fill(ScoreItem, item, label=label, cards=tuple(map(face, item.cards)))
