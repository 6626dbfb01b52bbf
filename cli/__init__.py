"""The `croupier` command."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer

import bots
import engine
import tournaments
from bots.arena.match import Match, check_match
from bots.arena.players import PLAYERS
from bots.arena.results import find_origin, open_results, play_match
from bots.arena.statistics import format_outcome, summarize
from cli import terminal
from cli.drawing import open_console
from cli.qr_code import show_code
from service.sessions.problems import Problem
from service.settings import SETTINGS, Settings, load_settings
from service.views.catalogue import format_option, read_options
from store.options import SettingsError
from store.problems import StoreUnavailable

# The exit status of `verify` for a record that only another release can judge.
NOT_VERIFIABLE = 3

app = typer.Typer(no_args_is_help=True, add_completion=False)

Seed = Annotated[str | None, typer.Option(help="The table's key, 64 lower-case hex digits; random if not given.")]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option as name=value; may be repeated.")
]
RecordFile = Annotated[Path, typer.Argument(help="A record as JSON; - reads it from standard input.", allow_dash=True)]

VARIABLES = "\n\n".join(
    [
        "Every setting is an environment variable, here with its default; an option goes before its variable.",
        *(f"{name} ({setting.default}): {setting.description}" for name, setting in SETTINGS.items()),
    ]
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {version('croupier')}")
        raise typer.Exit


def _defaults_of(game: engine.Game[engine.State, engine.Options]) -> Iterator[str]:
    for option in engine.describe_options(game.options):
        yield f"{option.name}={format_option(option.default)}"


OPTIONS_OF_GAMES = "\n\n".join(
    [
        "The options of the games with their defaults, for -o; docs/rules/ tells what they mean.",
        *(f"{name}: {', '.join(_defaults_of(game))}" for name, game in engine.GAMES.items()),
    ]
)


@app.callback(help="Rules as a service for card games.")
def start(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Print a question mark for each character that the terminal cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@app.command(epilog=VARIABLES)
def serve(
    host: Annotated[str | None, typer.Option(metavar="HOST", help="The address to listen on.")] = None,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan",
            help="Let others on the same network play: listen on every interface, or on that of --host, and print the "
            "address for them with a QR code. This is plain HTTP: use it at home only.",
        ),
    ] = False,
    port: Annotated[str | None, typer.Option(metavar="PORT", help="The port to listen on; 0 for any free one.")] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where sessions live: sqlite:FILE or the URL of a Redis. Other users of the machine may see options: "
            "write a password into CROUPIER_STORE instead.",
        ),
    ] = None,
    durability: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="What an acknowledged change must survive: any, local or replicated."),
    ] = None,
    workers: Annotated[str | None, typer.Option(metavar="NUMBER", help="The number of processes that serve.")] = None,
) -> None:
    """Run the service until Ctrl-C or SIGTERM."""
    given = {
        "HOST": host,
        "LAN": "on" if lan else None,
        "PORT": port,
        "STORE": store,
        "DURABILITY": durability,
        "WORKERS": workers,
    }
    options = {f"CROUPIER_{name}": value for name, value in given.items() if value is not None}
    # Worker processes inherit the environment.
    os.environ.update(options)
    settings = _load_settings(options)
    # These take seven times as long to import as all the rest: `play` and a wrong setting need not wait for them.
    from service.observability.logs import configure_logging
    from service.process.serve import serve as run_server
    from service.process.workers import WorkerFailed

    configure_logging(settings.log, settings.log_level)
    try:
        run_server(settings, typer.echo, show_code)
    except (SettingsError, StoreUnavailable, WorkerFailed) as error:
        _fail(_name_options(str(error), options))


@app.command(name="mcp")
def serve_agent(
    store: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where tables live: sqlite:FILE or the URL of a Redis, as for croupier serve, which may use the same "
            "one; by default CROUPIER_STORE, else a file in the user's folder for data.",
        ),
    ] = None,
) -> None:
    """Let an agent play over the Model Context Protocol, on standard input and output.

    The program of the agent starts this command; no server is needed. It takes the settings of croupier serve, too.
    """
    if find_spec("mcp") is None:
        _fail(
            "This needs the extra mcp of the package. In a checkout, make serve MCP=yes installs it; elsewhere, "
            'install the wheel with it: pip install "croupier-….whl[mcp]".'
        )
    if sys.stdin is None or sys.stdout is None:
        _fail("This speaks over standard input and output: both must be open.")
    options = {} if store is None else {"CROUPIER_STORE": store}
    os.environ.update(options)
    if "CROUPIER_STORE" not in os.environ:
        os.environ["CROUPIER_STORE"] = f"sqlite:{_data_folder() / 'croupier.db'}"
    settings = _load_settings(options)
    from service.observability.logs import configure_logging
    from service.process.agent import serve_agent as run_server

    configure_logging(settings.log, settings.log_level)
    try:
        run_server(settings)
    except (SettingsError, StoreUnavailable) as error:
        _fail(_name_options(str(error), options))


def _load_settings(options: Iterable[str]) -> Settings:
    """Return the settings in the environment; exit with what is wrong, naming the options that have set a variable."""
    try:
        return load_settings(os.environ)
    except SettingsError as error:
        _fail(_name_options(str(error), options))


def _data_folder() -> Path:
    """Return the user's folder for the data of this program, since programs of agents start commands in any folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "croupier"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@app.command(epilog=OPTIONS_OF_GAMES)
def play(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(engine.GAMES)}.")],
    seats: Annotated[int, typer.Option(help="The number of seats.")] = 2,
    bot: Annotated[
        int | None,
        typer.Option(min=1, max=len(bots.LEVELS), help="Play the first seat against bots of this level."),
    ] = None,
    option: OptionPairs = None,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option(help="Write the table's record to this file.")] = None,
) -> None:
    """Play a table in the terminal, all seats at one keyboard, or one seat against bots.

    Each seat is shown what it may see, and its moves by number: answer with a number, ? for help, or q to leave. So
    croupier play zar --bot 2 is a game against a bot, and croupier play zeven --seats 3 -o rounds=1 a short table.
    """
    try:
        options = read_options(game, [_pair(text) for text in option or ()])
        level = None if bot is None else bots.LEVELS[bot]
        played = terminal.play(game, seats, options, seed, typer.prompt, open_console().print, level)
    except (Problem, engine.EngineError) as error:
        _fail(error.message)
    if record is not None:
        _write(record, engine.dump_record(played))


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(engine.GAMES)}.")],
    candidate: Annotated[str, typer.Option(help=PLAYERS)] = "level-2",
    baseline: Annotated[str, typer.Option(help="Who plays the other seats, by the same names.")] = "greedy",
    seats: Annotated[int, typer.Option(help="The number of seats.")] = 2,
    deals: Annotated[int, typer.Option(min=1, help="The number of deals; each is played once from every seat.")] = 100,
    first_deal: Annotated[
        int, typer.Option(min=0, help="The number of the first deal; `make arena` plays those from 0.")
    ] = 1_000_000,
    processes: Annotated[int, typer.Option(min=1, help="The number of processes that play.")] = os.cpu_count() or 1,
    results: Annotated[
        Path | None, typer.Option(help="Keep what was played in this file, and go on from there the next time.")
    ] = None,
    option: OptionPairs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
) -> None:
    """Measure a bot against others on the same deals."""
    try:
        options = read_options(game, [_pair(text) for text in option or ()])
        match = Match(game, candidate, baseline, seats, deals, options, first_deal)
        check_match(match)
        kept = None if results is None else open_results(results, find_origin())
    except (Problem, engine.EngineError) as error:
        _fail(error.message)
    except (ValueError, OSError) as error:
        _fail(str(error))
    with typer.progressbar(play_match(match, kept, processes), deals, file=sys.stderr) as observations:
        outcome = summarize(match, list(observations))
    typer.echo(msgspec.json.encode(outcome).decode() if as_json else format_outcome(outcome))


@app.command()
def replay(
    record: RecordFile,
    seat: Annotated[
        int | None,
        typer.Option(help="Replay for this seat, counted from 0 as in the record; for a spectator if not given."),
    ] = None,
    from_ply: Annotated[int, typer.Option("--from", min=0, help="Begin with this move; the first is move 0.")] = 0,
    step: Annotated[bool, typer.Option("--step", help="Stop before each move, and show the view after it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
) -> None:
    """Step through a recorded table."""
    if step and (as_json or str(record) == "-"):
        _fail("--step reads the keyboard: give the record as a file, and leave --json out.")
    parsed = _read(record)
    say = (lambda _line: None) if as_json else open_console().print
    try:
        outcome = terminal.replay(parsed, say, viewer=seat, ask=_pause if step else None, from_ply=from_ply)
    except engine.EngineError as error:
        _fail(error.message)
    if as_json:
        typer.echo(msgspec.json.encode(outcome).decode())


@app.command()
def verify(
    record: RecordFile,
    shuffles: Annotated[
        Path | None, typer.Option(help="Write the record with all its shuffles here, for the verifier in JavaScript.")
    ] = None,
    with_bots: Annotated[
        bool, typer.Option("--bots", help="Also let the bots decide again, which takes as long as the first time.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
) -> None:
    """Check a recorded table or tournament offline.

    Of a table: commitment, key, deal, every move, result. Of a tournament: commitment, every pairing, its tables, deals
    and standings. Ends with 1 if anything is wrong, and else with 3 if something can only be verified by another
    release, whose rules or format the record has.
    """
    text = _read_text(record)
    if tournaments.is_tournament(text):
        _verify_tournament(text, as_json)
        return
    try:
        checks = engine.verify(text)
        if with_bots and all(check.verifiable for check in checks):
            checks += (_check_bots(_parse(text)),)
    except engine.EngineError as error:
        _fail(error.message)
    _print_checks(checks, as_json)
    if shuffles is not None:
        _write(shuffles, engine.dump_record(engine.add_shuffles(text)))


def _verify_tournament(text: str, as_json: bool) -> None:
    try:
        checks = tournaments.verify_document(text)
    except engine.EngineError as error:
        _fail(error.message)
    _print_checks(checks, as_json)


def _print_checks(checks: tuple[engine.Check, ...], as_json: bool) -> None:
    """Print the checks, and end with 1 if anything is wrong, or with 3 if something is not verifiable here."""
    for line in [msgspec.json.encode(checks).decode()] if as_json else terminal.format_checks(checks):
        typer.echo(line)
    if any(check.holds is False for check in checks):
        raise typer.Exit(1)
    if not all(check.verifiable for check in checks):
        raise typer.Exit(NOT_VERIFIABLE)


def _check_bots(record: engine.Record) -> engine.Check:
    """Repeat the decisions of a record's bots."""
    repeated = bots.repeat_decisions(record)
    with typer.progressbar(repeated, length=len(record.decisions), file=sys.stderr) as decisions:
        return bots.check_decisions(record, list(decisions))


def _name_options(message: str, variables: Iterable[str]) -> str:
    """Return the message with each given option in place of its variable."""
    for variable in variables:
        option = "--" + variable.removeprefix("CROUPIER_").lower()
        message = re.sub(rf"\b{variable}\b", option, message)
    return message


def _read(file: Path) -> engine.Record:
    return _parse(_read_text(file))


def _read_text(file: Path) -> str:
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        _fail(str(error))


def _parse(text: str) -> engine.Record:
    try:
        return engine.parse_record(text)
    except engine.EngineError as error:
        _fail(error.message)


def _pause(text: str) -> str:
    answer: str = typer.prompt(text, default="", show_default=False)
    return answer


def _write(file: Path, record: bytes) -> None:
    try:
        file.write_bytes(record)
    except OSError as error:
        _fail(f"{error}. The record is: {record.decode()}")
    typer.echo(f"The record is in {file}.", err=True)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _fail(message: str) -> NoReturn:
    # The message may quote line breaks and control sequences of a terminal.
    typer.echo("".join(c if c.isprintable() else repr(c)[1:-1] for c in message), err=True)
    raise typer.Exit(2)
