"""The layout of observations: what it has, and that the pages describe it."""

import subprocess
import sys
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

import engine
import environments
from cli.drawing import WIDTH_OF_FILES, draw_view
from environments.layout import Layout
from environments.reader import make_readers
from environments.seat_view import observe, read_view
from tools.observations import page_of, write_page
from tools.servers import REPOSITORY

RELEASED = [game for game in engine.GAMES if (REPOSITORY / "engine" / "games" / game).exists()]


@pytest.mark.parametrize("game", RELEASED)
def test_the_page_of_a_game_describes_its_observations(game: str) -> None:
    assert page_of(game).read_text(encoding="utf-8") == write_page(game), "run python -m tools.observations"


@pytest.mark.parametrize("game", engine.GAMES)
def test_the_parts_lie_one_after_the_other(game: str) -> None:
    layout = environments.make(game).layout
    parts = list(layout.parts.values())
    assert [part.start for part in parts] == [0, *[part.end for part in parts[:-1]]]
    assert layout.size == parts[-1].end == len(layout.lowest) == len(layout.highest)


def numbers_of(env: environments.TableEnv, agent: str, part: str) -> list[int]:
    described = env.layout.parts[part]
    return [int(number) for number in env.observe(agent)["observation"][described.start : described.end]]


def test_seats_are_counted_from_the_observer_on() -> None:
    env = environments.make("zeven", seats=3, options={"firstSeat": 1})
    env.reset(seed=1)
    assert [numbers_of(env, agent, "turn") for agent in env.agents] == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    for seat, agent in enumerate(env.agents):
        hand = env.layout.parts["hand:0 cards"].entries
        held = [card for card, number in zip(hand, numbers_of(env, agent, "hand:0 cards"), strict=True) if number]
        assert tuple(held) == env.table.zones[f"hand:{seat}"]


def test_where_the_order_of_a_pile_matters_each_card_has_its_place() -> None:
    env = environments.make("bazaar")
    env.reset(seed=4)
    for _ in range(30):
        env.step(env.infos[env.agent_selection]["legal_actions"][0])
    lying = max(
        (zone for zone in env.table.zones if zone.startswith("pile:0")), key=lambda zone: len(env.table.zones[zone])
    )
    part = env.layout.parts[f"{lying} places"]
    places = dict(zip(part.entries, numbers_of(env, "seat_0", f"{lying} places"), strict=True))
    assert len(env.table.zones[lying]) > 1
    assert [places[card] for card in env.table.zones[lying]] == list(range(1, len(env.table.zones[lying]) + 1))


def test_numbers_that_are_too_great_are_observed_as_the_greatest() -> None:
    state = engine.new_game("zlam", seats=100, options={"sets": 1000, "decks": 7}, seed="00" * 32)
    env = environments.make("zlam", seats=100, options={"sets": 1000})
    env.reset(options={"table": state})
    assert numbers_of(env, "seat_0", "deals") == [32767]
    seen = observe(env.layout, read_view(engine.view(state, 0)))
    assert np.array_equal(seen, env.observe("seat_0")["observation"])


def test_a_fact_of_a_new_value_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = Layout("zeven", 2, {})
    part = layout.parts["asked"]
    monkeypatch.setitem(layout.parts, "asked", type(part)("marks", "asked", ("art",), 1, start=part.start))
    with pytest.raises(KeyError, match="play"):
        make_readers(layout)[0].read(layout.dealt)


def test_a_table_is_drawn_as_in_a_terminal() -> None:
    env = environments.make("bazaar", render_mode="ansi")
    env.reset(seed=2)
    console = Console(file=StringIO(), width=WIDTH_OF_FILES)
    with console.capture() as drawn:
        for part in draw_view(env.table, int(env.agent_selection.removeprefix("seat_"))):
            console.print(part, highlight=False, markup=False, emoji=False)
    assert env.render() == "\n".join(line.rstrip() for line in drawn.get().splitlines())


def test_without_a_render_mode_nothing_is_drawn() -> None:
    env = environments.make("bazaar")
    env.reset(seed=2)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


def test_playing_needs_neither_the_service_nor_the_command() -> None:
    program = (
        "import sys, environments; env = environments.make('zar'); env.reset(seed=1); env.last(); "
        "print({name for name in sys.modules if name.partition('.')[0] in ('service', 'cli', 'bots', 'store', 'rich')})"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
