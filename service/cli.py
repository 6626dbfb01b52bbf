"""The `croupier` command."""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer

import engine
from service import terminal
from service.play.catalogue import read_options
from service.problems import Problem
from service.serve import serve as run_server
from service.settings import SettingsError, load_settings
from service.stores.base import StoreUnavailable
from service.telemetry import configure_logging

app = typer.Typer(help="Rules as a service for card games.", no_args_is_help=True, add_completion=False)

Seed = Annotated[str | None, typer.Option(help="The table's key, 64 lower-case hex digits; random if not given.")]
Settings = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option as name=value; may be repeated.")]
RecordFile = Annotated[Path, typer.Argument(help="A record as JSON; - reads it from standard input.", allow_dash=True)]


@app.command()
def serve() -> None:
    """Run the service. Its settings are environment variables: see deploy/README.md."""
    try:
        settings = load_settings(os.environ)
        configure_logging(settings.log)
        run_server(settings, typer.echo)
    except SettingsError as error:
        _fail(str(error))
    except StoreUnavailable as error:
        _fail(f"The store of CROUPIER_STORE does not answer: {error}")


@app.command()
def play(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(engine.GAMES)}.")],
    seats: Annotated[int, typer.Option(help="The number of seats.")],
    option: Settings = None,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option(help="Write the table's record to this file.")] = None,
) -> None:
    """Play a table in the terminal, all seats at one keyboard."""
    try:
        options = read_options([_pair(text) for text in option or ()])
        played = terminal.play(game, seats, options, seed, typer.prompt, typer.echo)
    except (Problem, engine.EngineError) as error:
        _fail(error.message)
    if record is not None:
        _write(record, engine.dump_record(played))


@app.command()
def replay(
    record: RecordFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print only the result, as JSON.")] = False,
) -> None:
    """Step through a recorded table."""
    try:
        text = sys.stdin.read() if str(record) == "-" else record.read_text(encoding="utf-8")
        parsed = engine.parse_record(text)
        outcome = terminal.replay(parsed, (lambda _line: None) if as_json else typer.echo)
    except (OSError, UnicodeError) as error:
        _fail(str(error))
    except engine.EngineError as error:
        _fail(error.message)
    if as_json:
        typer.echo(msgspec.json.encode(outcome).decode())


def _write(file: Path, record: bytes) -> None:
    try:
        file.write_bytes(record)
    except OSError as error:
        _fail(f"{error}. The record is: {record.decode()}")
    typer.echo(f"The record is in {file}.")


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)
