"""The cards and the vocabulary of a game: a client that knows nothing else makes every sentence from data."""

import re
from random import Random

import pytest

import engine
from service.sessions.changes import SESSION_EVENTS, SOMEBODY
from service.sessions.emotes import EMOTES
from service.sessions.session import KEPT, NO_MOVE, OTHER_ACTED
from service.views.projection import KEPT_BY_CALLER, MAY_UNDO
from service.views.wording import VOCABULARY_LISTS, session_phrases
from tests.engine.catalogues import blanks_in
from tests.service.api.test_catalogue import GAMES, tried_moves
from tests.support.graphql_client import NEW_TABLE, Client, Json
from tests.support.rest_client import Rest, check_problem
from tools.services import Service

CARDS = "query Cards($id: ID!) { game(id: $id) { cards { code suit color value label } } }"
VOCABULARY = f"""
query Vocabulary($id: ID!, $language: String) {{
  game(id: $id) {{
    vocabulary(language: $language) {{
      language languages {" ".join(f"{name} {{ ...Phrase }}" for name in VOCABULARY_LISTS)}
    }}
  }}
}}
fragment Phrase on Phrase {{ key template blanks {{ name kind }} counted plurals {{ category template }} }}
"""
PLAY = """
mutation Play($input: ApplyMoveToStateInput!) {
  applyMoveToState(input: $input) {
    __typename
    ... on TableChanged {
      table { state view { facts { name label } zones { key kind label } } }
      move { verb cards { code } from to seat choice card label }
      events { kind seat cards { code } count from to value sentence rule { text } }
    }
    ... on IllegalMove { message template arguments { name kind value } rule { number text } }
  }
}
"""


class Reader:
    """A client that renders templates from nothing but the vocabulary."""

    def __init__(self, vocabulary: Json) -> None:
        self.lists = {name: {phrase["key"]: phrase for phrase in vocabulary[name]} for name in VOCABULARY_LISTS}
        self.common: dict[str, str] = {key: phrase["template"] for key, phrase in self.lists["common"].items()}

    def text(self, name: str, key: str) -> str:
        return str(self.lists[name][key]["template"])

    def event(self, event: Json) -> str:
        values = {"from_zone": event["from"], "to_zone": event["to"]}
        phrase = self.lists["events"][event["kind"]]
        return self.fill(phrase, event, {**dict.fromkeys(kinds_of(phrase), event["value"]), **values})

    def move(self, move: Json) -> str:
        values = {"from_zone": move["from"], "to_zone": move["to"]}
        phrase = self.lists["moves"][move["verb"]]
        cards = move["cards"] if move["card"] is None else [{"code": move["card"]}]
        about = {**move, "cards": cards, "count": len(cards), "kind": ""}
        return self.fill(phrase, about, {"choice": move["choice"], **values})

    def refusal(self, refused: Json) -> str:
        phrase = self.lists["refusals"][refused["template"]]
        assert kinds_of(phrase) == {each["name"]: each["kind"] for each in refused["arguments"]}
        return self.fill(phrase, {"kind": "", "seat": None}, {e["name"]: e["value"] for e in refused["arguments"]})

    def fill(self, phrase: Json, about: Json, values: Json) -> str:
        kinds = kinds_of(phrase)
        template = self.template(phrase, about, values)
        text = re.sub(r"\{(\w+)\}", lambda name: self.blank(kinds[name[1]], about, values.get(name[1])), template)
        return text[:1].upper() + text[1:]

    def template(self, phrase: Json, about: Json, values: Json) -> str:
        """Return the template for the number of things in the blank that counts."""
        counted = phrase["counted"]
        if counted is None:
            return str(phrase["template"])
        value = str(values.get(counted) or "")
        kind = kinds_of(phrase)[counted]
        number = about["count"] if kind == "CARDS" else value.count(",") + 1 if kind in ("SEATS", "ZONES") else value
        forms = {form["category"]: form["template"] for form in phrase["plurals"]}
        return str(forms.get("one" if str(number) == "1" else "other", phrase["template"]))

    def blank(self, kind: str, about: Json, value: str | None) -> str:
        match kind:
            case "SEAT":
                return self.seats(str(about["seat"]) if about["seat"] is not None else value)
            case "SEAT_NUMBER":
                return str(about["seat"])
            case "SEATS":
                return self.seats(value)
            case "POINTS":
                return self.points(value or "")
            case "CARD":
                return self.text("cards", value or "")
            case "CARDS":
                return self.cards(about)
            case "ZONE":
                return self.zone(value or "") if value else ""
            case "ZONES":
                return self.both([self.zone(zone) for zone in (value or "").split(",")]) if value != "none" else "none"
            case "WORD":
                return self.word(about["kind"], value or "none")
            case "CHOICE":
                return self.text("choices", value or "") if value in self.lists["choices"] else ""
            case "VERB" | "PLACE":
                texts = self.lists[f"{kind.lower()}s"]
                return str(texts[value]["template"]) if value in texts else value or ""
            case "OPTIONS":
                return " or ".join((value or "").split(","))
        assert kind == "TEXT"
        return value or "nobody"

    def seats(self, value: str | None) -> str:
        seats = (value or "").split(",")
        if not seats[0].isdigit():
            return str(self.common["nobody"])
        if len(seats) == 1:
            return str(self.common["seat {number}"]).format(number=seats[0])
        return str(self.common["seats {list}"]).format(list=self.both(seats))

    def points(self, value: str) -> str:
        said = [
            f"{'unknown' if points == '?' else points} for seat {seat}" for seat, points in enumerate(value.split(","))
        ]
        return self.both(said)

    def both(self, words: list[str]) -> str:
        *others, last = words
        return self.common["{list} and {last}"].format(list=", ".join(others), last=last) if others else last

    def cards(self, about: Json) -> str:
        if about["cards"]:
            return ", ".join(self.text("cards", card["code"]) for card in about["cards"])
        cards = self.lists["common"]["{number} cards"]
        return self.template(cards, about, {"number": about["count"]}).format(number=about["count"])

    def word(self, kind: str, value: str) -> str:
        for key in (f"{kind} {value}", value):
            if key in self.lists["words"]:
                return self.text("words", key)
        return "nothing" if value == "none" else value

    def zone(self, key: str) -> str:
        kind, _, place = key.partition(":")
        seat, _, part = place.partition(".")
        return re.sub(
            r"\{(\w+)\}",
            lambda name: {"seat": f"seat {seat}", "place": place, "part": part}[name[1]],
            self.text("zones", kind),
        )


def kinds_of(phrase: Json) -> dict[str, str]:
    return {blank["name"]: blank["kind"] for blank in phrase["blanks"]}


def read(service: Service, game: str, language: str | None = None) -> Json:
    return Client(service).ask(VOCABULARY, id=game, language=language)["vocabulary"]


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_told_ahead(one_service: Service, name: str) -> None:
    cards = Client(one_service).ask(CARDS, id=name)["cards"]
    rules = engine.find_game(name)
    assert [card["code"] for card in cards] == list(rules.cards)
    assert {card["code"] for card in cards} >= set(rules.deck(rules.options()))
    assert Rest(one_service).get(f"/v1/games/{name}/cards").json() == {"cards": cards}


@pytest.mark.parametrize("name", GAMES)
def test_both_apis_tell_the_same_vocabulary(one_service: Service, name: str) -> None:
    for language in ("en", "de"):
        answer = Rest(one_service).get(f"/v1/games/{name}/vocabulary?language={language}")
        assert answer.json() == read(one_service, name, language)
    whole = read(one_service, name)
    assert Rest(one_service).get(f"/v1/games/{name}/vocabulary").json() == whole
    some = Rest(one_service).get(f"/v1/games/{name}/vocabulary?lists=events,zones").json()
    assert some == whole | {key: [] for key in VOCABULARY_LISTS if key not in ("events", "zones")}
    check_problem(Rest(one_service).get(f"/v1/games/{name}/vocabulary?lists=events,language"), 422, "INVALID_INPUT")


@pytest.mark.parametrize("path", ["cards", "vocabulary"])
def test_a_game_that_is_not_there_has_none(one_service: Service, path: str) -> None:
    answer = Rest(one_service).get(f"/v1/games/chess/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("fr, de-CH;q=0.8, en;q=0.5", "de"),
        ("de;q=0.4,en-GB;q=0.9", "en"),
        ("de;q=0", "en"),
        ("xx", "en"),
        ("de;q=²", "en"),
        (";;;q=,,*;", "en"),
        ("de" * 5000, "en"),
    ],
)
def test_the_best_language_that_there_is_counts(one_service: Service, wanted: str | None, language: str) -> None:
    assert read(one_service, "zeven", wanted)["language"] == language


@pytest.mark.parametrize("name", GAMES)
def test_a_client_makes_every_sentence_and_label_from_data_and_shows_every_rule_that_is_cited(
    one_service: Service, name: str
) -> None:
    client = Client(one_service)
    chance = Random(name)
    reader = Reader(read(one_service, name))
    table = client.ask(NEW_TABLE, input={"game": name, "seats": 3, "seed": "7" * 64})
    refused = set()
    told = set()
    cited = set()
    tried = tried_moves(name)
    for number in range(60):
        state = engine.loads(table["state"])
        if not engine.active_seats(state):
            break
        for seat in range(3):
            move = tried[number % len(tried)]
            answer = client.ask(PLAY, input={"state": table["state"], "seat": seat, "move": move})
            if answer["__typename"] != "IllegalMove":
                continue
            assert answer["rule"]["text"]
            cited.add(answer["rule"]["number"])
            if answer["template"] is not None:
                assert reader.refusal(answer) == answer["message"]
                refused.add(answer["template"])
        seat = chance.choice(engine.active_seats(state))
        move = str(chance.choice(engine.legal_moves(state, seat)))
        viewer = chance.choice((None, 0, 1, 2))
        changed = client.ask(PLAY, input={"state": table["state"], "seat": seat, "move": move, "viewer": viewer})
        assert reader.move(changed["move"]) == changed["move"]["label"]
        for event in changed["events"]:
            assert reader.event(event) == event["sentence"]
            assert event["rule"]
            told.add(event["kind"])
        table = changed["table"]
        view = table["view"]
        assert all(reader.text("facts", fact["name"]) == fact["label"] for fact in view["facts"])
        assert all(reader.zone(zone["key"]) == zone["label"] for zone in view["zones"])
    assert len(refused) > 1
    assert len(cited) > 2
    assert len(told) > 4


@pytest.mark.parametrize("name", GAMES)
def test_reasons_and_session_events_are_among_the_phrases(one_service: Service, name: str) -> None:
    reader = Reader(read(one_service, name))
    assert set(reader.lists["reasons"]) == set(engine.find_game(name).reasons)
    assert reader.text("events", "joined") == "Seat {number} is taken by {value}."
    assert kinds_of(reader.lists["events"]["joined"]) == {"number": "SEAT_NUMBER", "value": "TEXT"}


@pytest.mark.parametrize("language", engine.languages()[1:])
def test_the_texts_of_sessions_are_translated_with_the_same_blanks(
    language: str,
) -> None:
    english = {phrase.key: phrase.template for phrase in session_phrases("en")}
    translated = {phrase.key: phrase.template for phrase in session_phrases(language)}
    assert list(translated) == list(SESSION_EVENTS)
    assert [kind for kind, template in translated.items() if template == english[kind]] == []
    assert all(blanks_in(translated[kind]) == blanks_in(english[kind]) for kind in english)
    assert set(engine.catalogue("service.sessions", language)) == {
        *((f"event {kind}", template) for kind, template in english.items()),
        *(("undo", reason) for reason in (MAY_UNDO, KEPT_BY_CALLER, NO_MOVE, OTHER_ACTED, *KEPT.values())),
        *(("emote", kind.text) for kind in EMOTES.values()),
        ("common", SOMEBODY),
    }
