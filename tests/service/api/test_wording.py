"""Labels, sentences and messages for people: in their language and by their names; data stay as they are."""

from random import Random

import msgspec
import pytest

import engine
from service.views.catalogue import project_vocabulary
from service.views.wording import tell_apart
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import Json
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import Live, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import Service

HEADER = "Croupier-Language"
NOT_A_MOVE = "{text} is not a move: send the notation of a legal move, verb [card …] [@place] [#seat] [=choice]."
# The texts for people; everything else is data.
TOLD = {"label", "reason", "sentence", "message", "detail", "summary", "description", "choiceLabels"}
TOLD |= {"goal", "howToPlay", "display", "prompt"}
CATALOGUE = """
{ games {
  id title summary goal howToPlay hasLesson minSeats maxSeats rulesVersion verbs { name pattern description }
  cards { code suit color value label }
  options {
    name kind default choices minimum maximum description maximumBySeats suggestedBySeats label choiceLabels isSeat
  }
} }
"""
SEEN = """
query Seen($id: ID!) {
  session(id: $id) {
    viewId
    view {
      zones { key label cards { code label } } facts { name label } undo { available reason }
      legalMoves { notation label } hand { card { code label } refusal { message } }
    }
    events { nodes { kind seat sentence cards { label } } }
  }
}
"""


class People:
    """Callers at a table who ask for texts in a language."""

    def __init__(self, service: Service, table: Live) -> None:
        self.service = service
        self.table = table

    def ask(self, seat: int | None, language: str | None, **headers: str) -> Json:
        """Return the texts that a seat receives over GraphQL."""
        sent = {**headers} if language is None else {HEADER: language, **headers}
        viewer = self.table.viewer(seat)
        body = msgspec.json.encode({"query": SEEN, "variables": {"id": self.table.id}})
        answer = self.service.http.post(
            f"{self.service.root}/graphql",
            content=body,
            headers={"Content-Type": "application/json", **bearer(viewer.token), **sent},
        )
        assert "errors" not in answer.json(), answer.text
        return answer.json()["data"]["session"]

    def rest(self, path: str, seat: int | None, language: str) -> Json:
        """Return the texts that a seat receives over REST."""
        rest = Rest(self.service, self.table.viewer(seat).token)
        return rest.ask("GET", f"/v1/sessions/{self.table.id}{path}", headers={HEADER: language}).json()


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def data_of(value: Json) -> Json:
    """Return an answer without its texts."""
    if isinstance(value, list):
        return [data_of(item) for item in value]
    if isinstance(value, dict):
        return {name: data_of(item) for name, item in value.items() if name not in TOLD}
    return value


def sentences_of(seen: Json) -> list[str]:
    return [event["sentence"] for event in seen["events"]["nodes"]]


def seated(service: Service, game: str, *names: str | None) -> Live:
    """Return a table of people with these names."""
    made = opened(service, game, len(names), {"firstSeat": "0"}, seed="5eed" * 16)
    players = [made.sit(seat=seat, **({} if name is None else {"name": name})) for seat, name in enumerate(names)]
    return Live(service, made.id, players)


def test_people_are_told_by_name_or_counted_from_one(service: Service) -> None:
    table = seated(service, "zeven", "Ada", None, "øre")
    people = People(service, table)
    told = sentences_of(people.ask(0, "en"))
    assert "Seat 1 is taken by Ada." in told
    assert "Seat 2 is taken by somebody." in told
    labels = {zone["key"]: zone["label"] for zone in people.ask(0, "en")["view"]["zones"]}
    assert (labels["hand:0"], labels["hand:1"], labels["hand:2"]) == (
        "the hand of Ada",
        "the hand of seat 2",
        "the hand of øre",
    )
    while not any(sentence.startswith("øre plays ") for sentence in told):
        table.step(Random(len(told)))
        told = sentences_of(people.ask(None, "en"))
    assert any(sentence.startswith("Ada plays ") for sentence in told)
    assert any(sentence.startswith("Seat 2 plays ") for sentence in told)
    assert "Now it is up to øre." in told


def test_the_same_is_told_in_german(service: Service) -> None:
    table = seated(service, "zeven", "Ada", None)
    people = People(service, table)
    for number in range(4):
        table.step(Random(number))
    seen = people.ask(1, "de-AT, en;q=0.2")
    told = sentences_of(seen)
    assert "Ada nimmt Platz 1." in told
    assert "Jemand nimmt Platz 2." in told
    assert any(sentence.startswith("Ada spielt ") and " auf Bereich " in sentence for sentence in told)
    assert any(sentence.startswith("Gefragt ist jetzt ") for sentence in told)
    labels = {zone["key"]: zone["label"] for zone in seen["view"]["zones"]}
    assert (labels["deck"], labels["hand:1"], labels["area:2"]) == (
        "der Nachziehstapel",
        "die Hand von Platz 2",
        "Bereich 2",
    )
    cards = [card for zone in seen["view"]["zones"] for card in zone["cards"]]
    suits = {card["label"].split()[0] for card in cards if card}
    assert suits <= {"Kunst", "Wandel", "Gunst", "Großer", "Giglets"}


@pytest.mark.parametrize("game", GAMES)
def test_data_do_not_depend_on_the_words(one_service: Service, game: str) -> None:
    table = seated(one_service, game, "Ada", "Bob")
    people = People(one_service, table)
    chance = Random(game)
    for _ in range(12):
        table.step(chance)
    for seat in (0, 1, None):
        plain, english, german = (people.ask(seat, language) for language in (None, "en", "de"))
        assert data_of(plain) == data_of(english) == data_of(german)
        assert len({msgspec.json.encode(each) for each in (plain, english, german)}) == 3
        assert people.ask(seat, None) == plain
        assert not [sentence for sentence in sentences_of(german) if " of " in sentence or " the " in sentence]


def catalogue(service: Service, language: str | None) -> Json:
    """Return the games as GraphQL describes them, after a check that REST describes them alike."""
    sent = {} if language is None else {HEADER: language}
    body = msgspec.json.encode({"query": CATALOGUE})
    headers = {"Content-Type": "application/json", **sent}
    games = service.http.post(f"{service.root}/graphql", content=body, headers=headers).json()["data"]["games"]
    rest = Rest(service)
    for game in games:
        cards = rest.ask("GET", f"/v1/games/{game['id']}/cards", headers=sent).json()
        assert rest.ask("GET", f"/v1/games/{game['id']}", headers=sent).json() | cards == game
    return games


def test_a_game_and_its_options_are_told_in_the_language_that_is_wanted(one_service: Service) -> None:
    plain, english, german = (catalogue(one_service, language) for language in (None, "en", "de"))
    assert plain == english
    assert data_of(plain) == data_of(german)
    for game, known in zip(german, plain, strict=True):
        assert all(game[text] != known[text] for text in ("summary", "goal", "howToPlay"))
        for option, same in zip(game["options"], known["options"], strict=True):
            assert option["description"] != same["description"]
            assert len(option["choiceLabels"]) == len(option["choices"])
    said = {option["name"]: option for game in german for option in game["options"]}
    assert said["firstSeat"]["label"] == "Erster Platz"
    assert (said["firstSeat"]["choices"], said["firstSeat"]["choiceLabels"]) == (["random"], ["zufällig"])
    cards = [f"{colour} {number}" for colour in ("Blau", "Rot", "Gelb") for number in range(1, 6)]
    assert said["gainOn"]["choiceLabels"] == ["1", "2", "3", "4", "5", *cards, "ZLAM!", "keine"]


def test_a_browser_that_only_accepts_german_is_told_what_it_was_before(one_service: Service) -> None:
    table = seated(one_service, "zar", "Ada", "Bob")
    people = People(one_service, table)
    plain = people.ask(0, None)
    assert people.ask(0, None, **{"Accept-Language": "de"}) == plain
    assert people.ask(0, "*", **{"Accept-Language": "de-CH, fr;q=0.9"}) == people.ask(0, "de")
    assert people.ask(0, "*") == people.ask(0, "xx") == people.ask(0, "") == people.ask(0, "en")


def test_both_apis_and_every_stream_tell_the_same(service: Service) -> None:
    table = seated(service, "zar", "Ada", "Bob")
    people = People(service, table)
    with Stream(service, table.players[0].token, **{HEADER: "de"}) as german, Stream(service) as plain:
        for stream in (german, plain):
            stream.subscribe(table.id).frame()
        table.step(Random(5))
        frames = german.frame(), plain.frame()
    told = people.ask(0, "de")
    version = frames[0]["version"]
    page = people.rest("/events?first=100", 0, "de")
    assert [event["sentence"] for event in page["nodes"]] == sentences_of(told)
    latest = [event["sentence"] for event in page["nodes"] if event["version"] == version]
    assert [event["sentence"] for event in frames[0]["events"]] == latest
    assert frames[1]["events"][0]["sentence"] != latest[0]
    assert frames[0]["session"]["view"]["zones"][0]["label"] == "der Vorrat"
    assert frames[1]["session"]["view"]["zones"][0]["label"] == "the supply"
    hand = people.rest("/hand", 0, "de")["cards"]
    assert [card["card"]["label"] for card in hand] == [card["card"]["label"] for card in told["view"]["hand"]]
    moves = people.rest("/legal-moves", 0, "de")["moves"]
    assert [move["label"] for move in moves] == [move["label"] for move in told["view"]["legalMoves"]]


@pytest.mark.parametrize("path", ["/frames", "/events?first=100"])
def test_a_connection_that_is_kept_tells_each_request_in_its_words(service: Service, path: str) -> None:
    table = seated(service, "zar", "Ada", "Bob")
    table.step(Random(5))
    for language in (None, "de", None, "en", "de"):
        headers = {"Accept": "application/x-ndjson" if path == "/frames" else "application/json"}
        headers |= {} if language is None else {HEADER: language}
        with service.http.stream("GET", f"{service.root}/v1/sessions/{table.id}{path}", headers=headers) as answer:
            first = msgspec.json.decode(next(answer.iter_lines()))
        if path == "/frames":
            assert first["session"]["view"]["zones"][0]["label"] == ("der Vorrat" if language == "de" else "the supply")
            continue
        joined = first["nodes"][1]["sentence"]
        assert joined == {"de": "Ada nimmt Platz 1.", "en": "Seat 1 is taken by Ada."}.get(
            language or "", "Seat 0 is taken by Ada."
        )


def test_a_refusal_is_told_in_the_language(one_service: Service) -> None:
    table = seated(one_service, "zar", "Ada", "Bob")
    turn = table.turn()[0]
    rest = Rest(one_service, table.players[1 - turn].token)
    headers = {HEADER: "de", "If-Match": "*"}
    answer = rest.ask("POST", f"/v1/sessions/{table.id}/moves", {"move": "draw"}, headers=headers).json()
    names = ("Ada", "Bob")
    assert answer["detail"] == f"Gefragt ist jetzt {names[turn]}, nicht {names[1 - turn]}."
    assert answer["template"] == "{asked} must move now, not {seat}."
    path = f"/v1/sessions/{table.id}/moves/explain"
    explained = rest.ask("POST", path, {"move": "draw"}, headers={HEADER: "en"}).json()
    assert explained["refusal"]["message"] == f"{names[turn]} must move now, not {names[1 - turn]}."
    plain = rest.ask("POST", path, {"move": "draw"}).json()
    assert plain["refusal"]["message"] == f"Seat {turn} must move now, not seat {1 - turn}."


@pytest.mark.parametrize(
    ("move", "said", "template"),
    [
        (
            "Ä",
            "'\\xc4' ist kein Zug: Sende die Notation eines erlaubten Zugs, Verb [Karte …] [@Ort] [#Platz] [=Wahl].",
            NOT_A_MOVE,
        ),
        (
            "fly",
            "Zar kennt kein Verb 'fly'; es gibt match, play, double, take, draw, accept, pass.",
            "{game} has no verb {text}; its verbs are {known}.",
        ),
        (
            "play",
            "'play' ist unvollständig oder sagt zu viel; schreibe play CARD [=NAME].",
            "{text} is not complete or says too much; write {patterns}.",
        ),
        ("play XX", "Zar hat keine Karte 'XX'.", "{game} has no card {text}."),
    ],
)
def test_a_wrong_text_is_refused_in_the_language(one_service: Service, move: str, said: str, template: str) -> None:
    table = seated(one_service, "zar", "Ada", "Bob")
    rest = Rest(one_service, table.players[0].token)
    path = f"/v1/sessions/{table.id}/moves"
    headers = {HEADER: "de", "If-Match": "*"}
    told = rest.ask("POST", path, {"move": move}, headers=headers).json()
    assert (told["code"], told["detail"], told["template"]) == ("BAD_NOTATION", said, template)
    explained = rest.ask("POST", f"{path}/explain", {"move": move}, headers=headers).json()["refusal"]
    assert [explained[name] for name in ("message", "template")] == [said, template]
    plain = table.players[0].ask(operation("Mutation", "applyMove"), input={"sessionId": table.id, "move": move})
    filled = {argument["name"]: argument["value"] for argument in plain["arguments"]}
    assert plain["message"] == template.format_map(filled)
    assert filled == {argument["name"]: argument["value"] for argument in told["arguments"]}
    known = {phrase["key"]: phrase["blanks"] for phrase in rest.get("/v1/games/zar/vocabulary").json()["refusals"]}
    assert [(one["name"], one["kind"]) for one in told["arguments"]] == [
        (blank["name"], blank["kind"]) for blank in known[template]
    ]


def test_tags_differ_by_language(one_service: Service) -> None:
    table = open_table(one_service, "zlam", 2)
    path = f"/v1/sessions/{table.id}"
    tags = [
        Rest(one_service).ask("GET", path, headers=headers).headers["ETag"]
        for headers in ({}, {HEADER: "en"}, {HEADER: "de"}, {HEADER: "de-DE"})
    ]
    assert len(set(tags)) == 3
    assert tags[2] == tags[3]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", engine.languages())
def test_every_game_is_told_in_every_language_to_its_end(game: str, language: str) -> None:
    chance = Random(game)
    state = engine.new_game(game, seats=3, seed="8" * 64)
    names = ("Ada", None, "Bob {seat}")
    wording = engine.Wording(language, names)
    for _ in range(400):
        if not engine.active_seats(state):
            break
        seat = chance.choice(engine.active_seats(state))
        move = chance.choice(engine.legal_moves(state, seat))
        assert engine.move_label(game, engine.describe(state, seat, move), wording)
        state, events = engine.apply(state, seat, move)
        told = [engine.sentence(game, event, wording) for event in events]
        assert all(text.endswith(".") and "seat 0" not in text.lower() for text in told)
        assert all("{" not in text.replace("Bob {seat}", "") for text in told)
    assert project_vocabulary(game, language).language == language


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Ada", "Bob", None, None), ("Ada", "Bob", None, None)),
        (("Ada", "Bob", "Ada", None), ("Ada (1)", "Bob", "Ada (3)", None)),
    ],
)
def test_players_of_one_name_are_told_apart(names: tuple[str | None, ...], told: tuple[str | None, ...]) -> None:
    assert tell_apart(names) == told


@pytest.mark.parametrize(("language", "number"), [(None, 0), ("en", 1), ("de", 1)])
def test_every_sentence_of_an_answer_counts_seats_alike(
    one_service: Service, language: str | None, number: int
) -> None:
    opening = opened(one_service, "zlam", 2)
    opening.sit(seat=0)
    headers = {} if language is None else {HEADER: language}
    joined = {"seat": 0, "name": "Bob"}
    taken = Rest(one_service).ask("POST", f"/v1/sessions/{opening.id}/seats", joined, headers=headers).json()
    assert (taken["code"], taken["detail"]) == ("SEAT_TAKEN", f"Seat {number} is taken.")
    assert taken["path"] == ["seat"]
    events = Rest(one_service).ask("GET", f"/v1/sessions/{opening.id}/events?first=9", headers=headers).json()["nodes"]
    assert f" {number} " in events[-1]["sentence"].replace(".", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No seat is written #7; in moves the seats are #0 to #1."),
        ("de", "In Zügen gibt es keinen Platz #7; dort heißen die Plätze #0 bis #1."),
    ],
)
def test_a_seat_that_is_not_there_is_refused_as_it_was_written(one_service: Service, language: str, said: str) -> None:
    table = seated(one_service, "zlam", None, None)
    seat = table.turn()[0]
    rest = Rest(one_service, table.players[seat].token)
    headers = {HEADER: language, "If-Match": "*"}
    refused = rest.ask("POST", f"/v1/sessions/{table.id}/moves", {"move": "give #7"}, headers=headers).json()
    assert refused["detail"] == said
