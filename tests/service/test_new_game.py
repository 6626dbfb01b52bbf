"""`make game` begins a sixth game, which has all that the tests expect and is played over the service."""

import pytest

from tests.support.repository_copy import RepositoryCopy, copy_repository
from tools.new_game import Refused, check_name

NAME = "crazy"
# Shared by all games: the register, and the lists that name each of them.
LISTS = {
    "README.md",
    "docs/api.md",
    "docs/problems/UNKNOWN_GAME.md",
    "docs/vectors/deals.json",
    "engine/games/__init__.py",
}
# All tests of the engine, and those that play every game over both APIs.
TESTS = (
    "tests/engine",
    "tests/test_architecture.py",
    "tests/bots/test_assessment.py",
    "tests/service/api/test_stateless.py",
    "tests/service/api/test_notations.py",
    "tests/service/web/test_page.py",
    "tests/service/web/test_rule_pages.py",
)


@pytest.fixture
def copied(tmp_path_factory: pytest.TempPathFactory) -> RepositoryCopy:
    return copy_repository(tmp_path_factory.mktemp("new_game") / "croupier")


def test_a_new_game_passes_its_tests_and_is_played_over_the_service(copied: RepositoryCopy) -> None:
    before = copied.files()

    made = copied.run("-m", "tools.new_game", NAME)

    assert made.returncode == 0, made.stderr
    assert f"docs/rules/{NAME}.md: write your rules" in made.stdout
    after = copied.files()
    assert {path for path in before if after.get(path) != before[path]} == LISTS
    assert all(NAME in path for path in set(after) - set(before))
    assert after["docs/vectors/deals.json"].startswith(before["docs/vectors/deals.json"].rstrip()[:-4])
    checked = copied.run("-m", "ruff", "check", ".")
    assert checked.returncode == 0, checked.stdout
    formatted = copied.run("-m", "ruff", "format", "--check", ".")
    assert formatted.returncode == 0, formatted.stdout
    played = copied.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", NAME, *TESTS)
    assert played.returncode == 0, played.stdout + played.stderr
    again = copied.run("-m", "tools.new_game", NAME)
    assert (again.returncode, again.stderr) == (1, f"'{NAME}' is taken: it is a game of the register.\n")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Name the new game: make game NAME=crazy"),
        ("Crazy Eights", "'Crazy Eights' is no name for a game: use 2 to 12 lower-case letters, such as crazy."),
        ("../zar", "'../zar' is no name for a game"),
        ("zar", "'zar' is taken: it is a game of the register."),
        ("high", "'high' is taken: it is the example that games are copied from."),
        ("zont", "'zont' is taken: there is engine/games/zont.py."),
        ("engine", "'engine' is taken: there is docs/rules/engine.md"),
        ("reading", "'reading' is taken: there is tests/engine/naive/reading.py."),
        ("class", "'class' is a word of Python: choose another name."),
        ("cast", "'cast' means something else in engine/games/__init__.py: choose another name."),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_and_nothing_is_written(name: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert str(refused.value).startswith(says)
