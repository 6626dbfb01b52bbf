"""A plugin of pytest: every test that fails is reported, and listed in the end, also when pytest itself fails."""

import ast
import gc
import sys
import traceback
from collections.abc import Callable, Generator
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

import pytest

P = ParamSpec("P")
T = TypeVar("T")


def without_collections(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that is run by one thread at a time, and without collections of garbage."""
    turn = RLock()

    @wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> T:
        with turn:
            collects = gc.isenabled()
            gc.disable()
            try:
                return function(*arguments, **named)
            finally:
                if collects:
                    gc.enable()

    return run


def pytest_configure(config: pytest.Config) -> None:
    """Let nothing interrupt the parser of Python 3.11.

    If a collection in the middle of `ast.parse` runs a finalizer that parses, too, or lets another thread parse, it
    raises "SystemError: AST constructor recursion depth mismatch". pytest parses tests to show how they fail; failures
    leave objects that are not closed; and to show lines of a traceback, their finalizers parse, too.
    """
    if sys.version_info < (3, 12):
        patch = pytest.MonkeyPatch()
        patch.setattr(ast, "parse", without_collections(ast.parse))
        config.add_cleanup(patch.undo)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make a report, or else a plain one: without any, the whole run would end here."""
    try:
        return (yield)
    except Exception as error:  # noqa: BLE001 - whatever it is, the test is reported
        return plain_report(item, call, error)


def plain_report(item: pytest.Item, call: pytest.CallInfo[None], error: Exception) -> pytest.TestReport:
    """Return the report of a failure for which pytest can make none, as text without source."""
    reason = "".join(traceback.format_exception_only(error))
    lines = [f"pytest could not report this test: {reason}"]
    if call.excinfo is not None:
        frames = traceback.walk_tb(call.excinfo.tb)
        lines += [f"{frame.f_code.co_filename}:{line} in {frame.f_code.co_name}" for frame, line in frames]
        lines.append(call.excinfo.exconly())
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome="failed",
        longrepr="\n".join(lines),
        when=call.when,  # type: ignore[arg-type]  # only the report of a collection has another
        duration=call.duration,
        start=call.start,
        stop=call.stop,
    )


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """List the failures after an internal error, too: pytest lists them only if a run ends well."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == pytest.ExitCode.INTERNAL_ERROR and reporter is not None:
        session.config.hook.pytest_terminal_summary(
            terminalreporter=reporter, exitstatus=exitstatus, config=session.config
        )
