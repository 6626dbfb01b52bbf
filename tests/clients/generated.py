"""Generate clients of the REST API with OpenAPI Generator, compile those in TypeScript and Go, and play with them.

`python -m tests.clients.generated [FOLDER]`; needs a package index at the first time. The generator gets no options, so
a client is what a user gets. Clients of an earlier document, without some fields and words, play as well; they are made
with the options that docs/api.md names.

`make test` checks without the generator, in `tests/service/rest/test_document.py`, for everything that once stopped one
or gave bad types.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import engine
from tests.clients.generators import Tools, install_tools, provide_validator
from tests.clients.node import ROOT, compile_strictly, find_clients, run_node
from tests.support.graphql_client import Json
from tools.servers import find_node
from tools.services import Service

DOCUMENT = ROOT / "openapi.json"
HERE = Path(__file__).parent
LANGUAGES = {"typescript-fetch": "*.ts", "go": "*.go", "kotlin": "*.kt", "swift6": "*.swift"}
# Without the first, a client in Go fails on an answer with a field that it does not know; with it alone, on problems of
# which there are several kinds.
LASTING = {
    "typescript-fetch": (),
    "go": ("disallowAdditionalPropertiesIfNotPresent=false", "useOneOfDiscriminatorLookup=true"),
}
LONGEST_GAME = 300


class Played(msgspec.Struct, frozen=True):
    """What a client tells of the table that it has played."""

    session: str
    moves: int
    winners: tuple[int, ...]


def main() -> int:
    """Generate each client into a folder of its name, compile two, and play with them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".cache" / "generated")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tools = install_tools()
    for name, files in LANGUAGES.items():
        tools.generate(DOCUMENT, name, folder / name)
        print(f"{name}: {sum(1 for _ in (folder / name).rglob(files))} files in {folder / name}", flush=True)
    players = {name: build(tools, folder / name) for name, build in BUILDERS.items()}
    players |= build_earlier(tools, folder)
    with TemporaryDirectory() as store, Service(f"sqlite:{store}/croupier.db", Path(store)) as service:
        for name, command in players.items():
            played = play(command, service)
            print(f"{name}: compiles, and played a table to its end in {played.moves} moves", flush=True)
    return 0


def build_earlier(tools: Tools, folder: Path) -> dict[str, list[str]]:
    """Return the commands of players whose clients were made from a document with fewer fields and words."""
    document = folder / "earlier.json"
    document.write_bytes(msgspec.json.encode(make_earlier_document()))
    players = {}
    for name, build in BUILDERS.items():
        earlier = f"{name}-earlier"
        tools.generate(document, name, folder / earlier, *LASTING[name])
        players[earlier] = build(tools, folder / earlier)
    return players


def make_earlier_document() -> Json:
    """Return the document without a field and without a word that every session has."""
    document = msgspec.json.decode(DOCUMENT.read_bytes())
    schemas = document["components"]["schemas"]
    del schemas["Session"]["properties"]["fairness"]
    schemas["Session"]["required"].remove("fairness")
    schemas["Seat"]["properties"]["kind"]["enum"].remove("HUMAN")
    return document


def compile_typescript(_tools: Tools, folder: Path) -> list[str]:
    """Compile the client strictly together with the player, and return the command of the player."""
    shutil.copy(HERE / "play_generated.ts", folder / "play.ts")
    # The browsers' library has what a client sends and receives.
    compile_strictly(folder, lib=["es2022", "dom", "dom.iterable"])
    esbuild = find_clients() / "node_modules" / "esbuild" / "bin" / "esbuild"
    run_node(str(esbuild), str(folder / "play.ts"), "--bundle", "--format=esm", f"--outfile={folder / 'play.mjs'}")
    return [find_node(), str(folder / "play.mjs")]


def compile_go(tools: Tools, folder: Path) -> list[str]:
    """Compile the client and the player, and return the command of the player."""
    (folder / "play").mkdir()
    shutil.copy(HERE / "play_generated.go", folder / "play" / "main.go")
    provide_validator(tools, folder)
    tools.go(folder, "vet", ".", "./play")
    tools.go(folder, "build", "-o", "player", "./play")
    return [str(folder / "player")]


BUILDERS: Mapping[str, Callable[[Tools, Path], list[str]]] = {
    "typescript-fetch": compile_typescript,
    "go": compile_go,
}


def play(command: list[str], service: Service) -> Played:
    """Have a client play a table, and check what it tells by the record of the session."""
    ran = subprocess.run(
        [*command, service.root], capture_output=True, text=True, encoding="utf-8", timeout=LONGEST_GAME, check=False
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    played = msgspec.json.decode(ran.stdout, type=Played)
    answer = service.http.get(f"{service.root}/v1/sessions/{played.session}/record")
    assert answer.status_code == 200, answer.text
    record = engine.parse_record(answer.content)
    assert all(check.holds is not False for check in engine.verify(record))
    assert len(record.moves) == played.moves
    return played


if __name__ == "__main__":
    sys.exit(main())
