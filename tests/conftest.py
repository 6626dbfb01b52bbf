"""Hooks for all tests: most are measured by coverage, and every worker saves what it measured."""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext

import pytest
import structlog
from coverage import Coverage
from structlog.dev import ConsoleRenderer, plain_traceback

from tools.fork_server import MEASURING

pytest_plugins = ["tests.support.reports", "tests.support.store_fixtures", "tests.support.packages"]

# Measuring takes three to nine times as long as running: these tests play many tables, or start many processes, and
# cover nothing that the others do not, as the bars of `make coverage` show.
UNMEASURED = (
    "tests/bots/test_arena.py::test_a_player_against_itself",
    "tests/bots/test_arena.py::test_a_table_is_the_same",
    "tests/bots/test_averages.py::test_a_search_that_learns",
    "tests/bots/test_judgement.py::test_a_fit_is_the_same_again",
    "tests/bots/test_leduc.py",
    "tests/bots/test_optimized.py",
    "tests/bots/test_twins.py::test_a_search_needs",
    "tests/bots/test_twins.py::test_bots_make",
    "tests/browser/",
    "tests/clients/",
    "tests/contract/",
    "tests/deploy/",
    "tests/engine/test_catalogues.py::test_a_catalogue_is",
    "tests/engine/test_catalogues.py::test_a_phrase_that_depends",
    "tests/engine/test_catalogues.py::test_every",
    "tests/engine/test_contract.py::test_of_all",
    # Two of the eight tables of each game are measured.
    *(f"tests/engine/test_contract.py::test_random_tables_keep_the_contract_at_every_state[{n}-" for n in range(2, 8)),
    "tests/engine/test_corpus.py",
    "tests/engine/test_counts.py",
    "tests/engine/test_disclosure.py",
    "tests/engine/test_effects.py::test_an_effect_has",
    "tests/engine/test_effects.py::test_every_kind",
    "tests/engine/test_fuzz.py",
    "tests/engine/test_lacks.py::test_the_hands_that_are_remembered",
    "tests/engine/test_leaks.py",
    "tests/engine/test_memory.py::test_a_memory_holds",
    "tests/engine/test_open_views.py",
    "tests/engine/test_options.py::test_a_value_of_the_wrong_kind",
    "tests/engine/test_possible_moves.py",
    "tests/engine/test_preview.py::test_a_preview_changes",
    "tests/engine/test_preview.py::test_a_preview_is_the_same",
    "tests/engine/test_preview.py::test_a_preview_refuses",
    "tests/engine/test_preview.py::test_a_preview_says_all",
    "tests/engine/test_preview.py::test_every_certain_effect",
    "tests/engine/test_preview.py::test_the_command",
    "tests/engine/test_prompts.py::test_every_prompt",
    "tests/engine/test_prompts.py::test_prompts_of_whole_tables",
    "tests/engine/test_prompts.py::test_what_a_prompt_offers",
    "tests/engine/test_readings.py::test_both_readings",
    "tests/engine/test_readings.py::test_they_tell",
    "tests/engine/test_redeal.py::test_a_redeal_changes",
    "tests/engine/test_redeal.py::test_a_redeal_follows",
    "tests/engine/test_redeal.py::test_a_redeal_keeps",
    "tests/engine/test_redeal.py::test_another_state",
    "tests/engine/test_redeal.py::test_every_hidden_place",
    "tests/engine/test_redeal.py::test_over_many_seeds",
    "tests/engine/test_redeal.py::test_the_same_seed",
    "tests/engine/test_secrecy.py::test_a_run_over_processes",
    "tests/engine/test_secrecy.py::test_no_view",
    "tests/engine/test_secrecy.py::test_nothing",
    "tests/engine/test_soak.py",
    "tests/engine/test_telling.py::test_a_value_that_is_a_word",
    "tests/engine/test_telling.py::test_every_fact",
    "tests/environments/test_agreement.py::test_random_tables",
    "tests/environments/test_examples.py",
    "tests/faults/",
    "tests/service/api/test_restart.py",
    "tests/service/differential/",
    "tests/service/docs/test_pages.py",
    "tests/service/docs/test_receivers.py",
    "tests/service/docs/test_site.py",
    "tests/service/guards/test_first_process.py",
    "tests/service/guards/test_headers.py",
    "tests/service/guards/test_upgrades.py",
    "tests/service/mcp/test_endpoint.py::test_a_lost_store",
    "tests/service/mcp/test_endpoint.py::test_another_worker",
    "tests/service/mcp/test_whole_tables.py",
    "tests/service/noninterference/",
    "tests/service/notices/test_derive.py::test_the_notices_are_the_same_bytes",
    "tests/service/opponents/test_driver.py::test_bots_and_a_person_play_a_whole_table",
    "tests/service/opponents/test_pool.py::test_a_caller_that_goes",
    "tests/service/opponents/test_pool.py::test_a_process_decides",
    "tests/service/opponents/test_pool.py::test_a_process_ends_with_its_parent_even_if_that",
    "tests/service/opponents/test_pool.py::test_a_question_asked_several_times",
    "tests/service/opponents/test_table_slots.py::test_questions_of_tables_without_people",
    "tests/service/test_calculator.py::test_a_process_that_hangs",
    "tests/service/test_calculator.py::test_no_memory_is_kept",
    "tests/service/test_calculator.py::test_the_smallest_comes_first",
    "tests/service/test_cli.py::test_a_terminal_shows_cards",
    "tests/service/test_cli.py::test_an_option_goes_before",
    "tests/service/test_cli.py::test_senseless_settings",
    "tests/service/test_new_game.py",
    "tests/service/test_random_sessions.py",
    "tests/service/test_secret_keys.py",
    "tests/service/web/test_logic.py",
    "tests/test_arena_report.py",
    "tests/test_benchmarks.py",
    "tests/test_runs.py",
    "tests/test_supervised.py",
    "tests/test_worst.py",
    "tests/verifier/",
)

# By default, the log of what tests run in their own process draws tracebacks with all values, half a second each.
_PLAIN = ConsoleRenderer(colors=False, exception_formatter=plain_traceback)
structlog.configure(processors=[*structlog.get_config()["processors"][:-1], _PLAIN])


def pytest_configure(config: pytest.Config) -> None:
    """Do not measure the process that only distributes tests: measuring would slow it down by half.

    A shell ignores Ctrl-C for what it starts in the background. Tests send that signal to processes, which would ignore
    it, too.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hands_out = bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")
    measuring = Coverage.current()
    if hands_out and measuring is not None:
        measuring.stop()


@contextmanager
def unmeasured() -> Iterator[None]:
    """Measure neither what this process does meanwhile nor the processes that it starts.

    A thread or a process that lives on stays unmeasured, so it must not serve tests that are measured.
    """
    measuring = Coverage.current()
    if measuring is None:
        yield
        return
    settings = os.environ.pop(MEASURING)
    measuring.stop()
    try:
        yield
    finally:
        measuring.start()
        os.environ[MEASURING] = settings


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect tests without collections of garbage: the tests stay, and each look at all of them takes 0.4 s.

    All workers import the same modules: the first one measures that, which nearly doubles the time.
    """
    workerinput = getattr(session.config, "workerinput", {"workerid": "gw0"})
    gc.disable()
    try:
        with nullcontext() if workerinput["workerid"] == "gw0" else unmeasured():
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure only the tests that are not in the list."""
    with unmeasured() if item.nodeid.startswith(UNMEASURED) else nullcontext():
        return (yield)


def pytest_sessionfinish() -> None:
    """Write the coverage of this process: pytest-xdist kills a worker that takes ten seconds to end."""
    if (measuring := Coverage.current()) is not None:
        measuring.save()
