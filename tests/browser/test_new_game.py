"""A game that `make game` has begun is played at the page: in a copy of the repository, with its own service."""

from pathlib import Path

from tests.support.repository_copy import copy_repository


def test_a_new_game_is_played_at_the_page_as_soon_as_it_is_made(tmp_path: Path) -> None:
    copied = copy_repository(tmp_path / "croupier")
    made = copied.run("-m", "tools.new_game", "crazy")
    assert made.returncode == 0, made.stderr

    played = copied.run("-m", "tests.browser.whole_tables", "--game", "crazy", "--tables", "1")

    assert played.returncode == 0, played.stdout + played.stderr
    assert played.stdout.count("Plan(game='crazy'") == 1
