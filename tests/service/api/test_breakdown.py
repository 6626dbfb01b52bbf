"""Where the points of a finished table came from, and what decided it, as both APIs send it."""

from random import Random

from tests.support.apis import plain
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live, opened
from tests.support.rest_client import Rest
from tools.services import Service

BREAKDOWN = """
query ($id: ID!) { session(id: $id) { view { breakdown {
  seats {
    seat points
    items { code value rule { number } label seat cards { code suit color value label } worth factor points }
  }
  decidedBy { by winners others margin code value rule { number } points against sentence }
} } } }
"""


def open_short(service: Service) -> Live:
    """Open a table of Zar that is over soon."""
    table = opened(service, "zar", 2, {"deal": "3"}, seed=f"{27:064x}")
    return Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))])


def read_view(live: Live) -> Json:
    """Return the spectator's view of a session, whose breakdown is the same over both APIs."""
    view = Rest(live.server).get(f"/v1/sessions/{live.id}").json()["view"]
    assert plain(live.spectator.ask(BREAKDOWN, id=live.id)["view"]["breakdown"]) == view["breakdown"]
    return view


def test_both_apis_list_the_items_of_each_score_when_the_table_is_over(one_service: Service) -> None:
    live = open_short(one_service)
    assert read_view(live)["breakdown"] is None
    live.play_to_the_end(Random(1))
    view = read_view(live)
    listed = view["breakdown"]["seats"]
    assert [seat["seat"] for seat in listed] == [0, 1]
    assert [seat["points"] for seat in listed] == view["result"]["scores"]
    items = [item for seat in listed for item in seat["items"]]
    assert items
    for item in items:
        assert sum(item["worth"]) * item["factor"] == item["points"]
    held = [zone["cards"] for zone in view["zones"] if zone["kind"] == "hand" and zone["cards"]]
    assert [item["cards"] for item in items if item["code"] == "left"] == held


def test_people_read_of_the_points_in_their_language_and_by_their_names(one_service: Service) -> None:
    live = open_short(one_service)
    live.play_to_the_end(Random(1))
    told = {}
    for language in ("en", "de"):
        answer = Rest(one_service).get(f"/v1/sessions/{live.id}", Croupier_Language=language)
        found = answer.json()["view"]["breakdown"]
        labels = {item["label"] for seat in found["seats"] for item in seat["items"]}
        told[language] = (labels, found["decidedBy"]["sentence"])
    assert told == {
        "en": ({"Hand won", "Cards left in hand"}, "Grace got rid of all cards first."),
        "de": ({"Spiel gewonnen", "Karten auf der Hand"}, "Grace wurde zuerst alle Karten los."),
    }
    assert read_view(live)["breakdown"]["decidedBy"]["sentence"] == "Seat 1 got rid of all cards first."
