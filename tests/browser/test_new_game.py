"""A game that `make game` has begun is played at the page: in a copy of the repository, with its own service."""

from pathlib import Path

from tests.support.repository_copy import copy_repository


def test_a_new_game_is_played_at_the_page_as_soon_as_it_is_made(tmp_path: Path) -> None:
    copied = copy_repository(tmp_path / "croupier")
    made = copied.run("-m", "tools.new_game", "crazy")
    assert made.returncode == 0, made.stderr

    whole_tables = "tests/browser/test_whole_tables.py"
    played = copied.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", "crazy", whole_tables)

    assert played.returncode == 0, played.stdout + played.stderr
    assert "1 passed" in played.stdout
