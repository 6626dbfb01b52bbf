"""Random walks through both APIs: two tournaments are driven alike and answer alike."""

import re
from collections.abc import Callable
from random import Random

import pytest

from tests.service.tournaments.both_apis import Played, over_graphql, over_rest
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tools.services import Service

STEPS = 30
WALKS = 3
# These differ from tournament to tournament, as do the seats that are drawn by lot, and lists by seat.
SECRETS = frozenset(
    {
        *("id", "head", "cursor", "startCursor", "endCursor", "createdAt", "expiresAt", "commitment", "seed"),
        *("hostToken", "entryCode", "entrantTokens", "entrantToken", "sessionId", "serverSeed", "seats"),
        *("ranking", "resigned", "scores"),
    }
)
# The key is a header in REST.
HEADERS = {"Idempotency-Key": "idempotencyKey"}
READS = ("readTournament", "tournamentEntrants", "tournamentTables", "tournamentStandings", "myTables")

Step = Callable[["Sides"], None]


class Sides:
    """Two tournaments of the same terms, one on each API, whose host pairs each round."""

    def __init__(self, service: Service, chance: Random) -> None:
        people = [{"name": f"Player {number}", "rating": 100.0 - number} for number in range(4)]
        terms: Json = {"format": "SWISS", "byHost": True, "rounds": 3, "open": True, "lastEntryRound": 3}
        self.sides = [Played(service, api, **terms, entrants=people) for api in (over_graphql, over_rest)]
        self.chance = chance
        self.sent: list[tuple[str, int | None, Json]] = []
        self.seen: set[str] = set()

    def both(self, name: str, who: int | None, /, **given: object) -> Json:
        """Ask both APIs as an entrant, as the host (-1) or as a stranger (None); the answers must agree."""
        first, second = (side.ask(name, self._token(side, who), **given) for side in self.sides)
        assert plain(first) == plain(second), name
        self.seen.add(f"{name} {first.get('code', 'done')}")
        return first, second

    def act(self, name: str, who: int | None, /, **given: object) -> Json:
        """Change both alike, and wait for what follows from it."""
        given = {"idempotencyKey": new_key(), **given}
        before = [len(side.read()["playedRounds"]) for side in self.sides]
        answers = self.both(name, who, **given)
        self.sent.append((name, who, given))
        for side, rounds, answer in zip(self.sides, before, answers, strict=True):
            if "entrantToken" in answer and not answer["replayed"]:
                side.tokens.append(answer["entrantToken"])
            is_paired = name in ("startTournament", "pairNextRound") and answer.get("replayed") is False
            settle(side, rounds + is_paired)
        return answers[0]

    @staticmethod
    def _token(side: Played, who: int | None) -> str | None:
        token: str | None = side.host if who == -1 else None if who is None else side.tokens[who]
        return token

    def somebody(self) -> int | None:
        """Return an entrant, the host or a stranger."""
        anybody: list[int | None] = [None, -1, *range(len(self.sides[0].tokens))]
        return self.chance.choice(anybody)

    def look(self) -> None:
        """Read everything as somebody."""
        who = self.somebody()
        for name in READS:
            page: Json = {} if name in ("readTournament", "myTables") else {"first": self.chance.choice([1, 50])}
            self.both(name, who, **page)
        after = self.chance.choice(["0", "2", "99", "-1", "nonsense", "9999999"])
        self.both("tournamentStandings", who, after=after)
        self.both("tournamentTables", who, round=self.chance.choice([1, 2, 99]))


def settle(side: Played, rounds: int) -> None:
    """Wait until so many rounds are paired, or it is over, and nothing more follows."""
    while True:
        told = side.read()
        if told["status"] in ("FINISHED", "ABANDONED"):
            # The tables of an abandoned tournament are ended after it.
            if all(one["isOver"] for one in told["playedRounds"]):
                return
            continue
        if len(told["playedRounds"]) < rounds:
            continue
        withdrawn = {one["number"] for one in side.list("tournamentEntrants") if one["untilRound"] is not None}
        if not rounds or _is_settled(side.list("tournamentTables"), told["playedRounds"][-1], withdrawn):
            return


def _is_settled(tables: list[Json], last: Json, withdrawn: set[int]) -> bool:
    """Tell whether the scheduler waits: all tables are open, and the decided ones have their result."""
    waiting = [table for table in tables if table["ruling"] is None and not withdrawn.intersection(table["entrants"])]
    for table in tables:
        expected = {"PLAYING", "FINISHED"} if table in waiting or table["ruling"] is not None else {"FINISHED"}
        if not expected.issuperset(board["status"] for board in table["boards"]):
            return False
    return bool(last["isOver"] or waiting)


def plain(value: Json, name: str = "") -> Json:
    """Return an answer without what differs; of a problem, what both APIs have."""
    if name in SECRETS:
        return None
    if name == "game":
        # GraphQL nests what REST names.
        return value["id"] if isinstance(value, dict) else value
    if isinstance(value, dict) and "code" in value:
        message = re.sub(r"[A-Za-z0-9_-]{22}", "ID", value["message"])
        return value["code"], message, [HEADERS.get(part, part) for part in value["path"] or ()]
    if isinstance(value, dict):
        return {field: plain(inner, field) for field, inner in value.items()}
    if isinstance(value, list):
        return sorted(value) if name in ("entrants", "points") else [plain(inner) for inner in value]
    return value


def _enter(sides: Sides) -> None:
    who: Json = sides.chance.choice(
        [{}, {"name": "Ada"}, {"name": ""}, {"rating": 5}, {"entropy": "\n"}, {"code": "none"}]
    )
    sides.act("enterTournament", None, **who)


def _withdraw(sides: Sides) -> None:
    entrant = sides.chance.choice([None, 0, 3, 99])
    sides.act("withdrawFromTournament", sides.somebody(), **({} if entrant is None else {"entrant": entrant}))


def _rule(sides: Sides) -> None:
    wish = {
        "round": max(1, len(sides.sides[0].read()["playedRounds"])),
        "table": sides.chance.choice([0, 1, 1, 9]),
        "points": sides.chance.choice([[0.5, 0.5]] * 4 + [[1.5, 0], [1]]),
        "reason": sides.chance.choice(["Nobody came."] * 3 + [""]),
    }
    sides.act("ruleOnTable", sides.chance.choice([-1, -1, sides.somebody()]), **wish)


def _host(sides: Sides) -> None:
    name = sides.chance.choice(["startTournament", "pairNextRound", "pauseTournament", "resumeTournament"])
    sides.act(name, sides.chance.choice([-1, -1, -1, sides.somebody()]))


def _repeat(sides: Sides) -> None:
    if sides.sent:
        name, who, given = sides.chance.choice(sides.sent)
        sides.act(name, who, **given)


def _reuse(sides: Sides) -> None:
    """Send a key again with another wish."""
    entered = [given for name, _, given in sides.sent if name == "enterTournament"]
    if entered:
        sides.act("enterTournament", None, **{**sides.chance.choice(entered), "name": "Somebody else"})


STEPS_TO_TAKE: list[Step] = [
    *(_enter, _withdraw, _rule, _rule, _host, _host, _host, _repeat, _repeat, _reuse, Sides.look)
]


@pytest.mark.parametrize("seed", range(WALKS))
def test_both_apis_answer_a_random_walk_alike(one_service: Service, seed: int) -> None:
    chance = Random(seed)
    sides = Sides(one_service, chance)
    for _ in range(STEPS):
        chance.choice(STEPS_TO_TAKE)(sides)
    sides.look()
    sides.act("abandonTournament", -1)
    sides.look()
    assert {"startTournament done", "readTournament done"} <= sides.seen
    assert len(sides.seen) > 15
