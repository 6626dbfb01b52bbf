"""The store of a table, which front ends draw from."""

import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import msgspec

from tests.clients.kits.games import SMALL
from tests.clients.node import find_clients
from tests.support.graphql_client import Json
from tools.servers import find_node
from tools.services import Service

FIRST = 3


def run_with_react(app: Path, service: Service) -> Json:
    """Run the script in a folder where the built kit and React are installed, and return what it prints."""
    for module in ("react", "react-dom"):
        if not (app / "node_modules" / module).exists():
            (app / "node_modules" / module).symlink_to(find_clients() / "node_modules" / module)
    shutil.copy(Path(__file__).parent / "store.mjs", app)
    given = msgspec.json.encode({"url": service.root, "session": SMALL}).decode()
    command = [find_node(), "store.mjs", given]
    ran = subprocess.run(command, cwd=app, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    found: Json = msgspec.json.decode(ran.stdout)
    return found


def test_a_store_tells_how_the_table_stands_and_what_is_on_its_way(app: Path, one_service: Service) -> None:
    found = run_with_react(app, one_service)
    told = found["told"]
    assert found["sameBefore"]
    assert found["kind"] == "applied"
    assert told[0] == ["connecting", FIRST, None]
    assert told[1] == ["live", FIRST, None]
    # The move is shown as being on its way, then with its certain effects, and then as made.
    pending = [step[2][1] for step in told if step[2]]
    assert pending == sorted(pending)
    assert True in pending
    assert all(later[1] >= earlier[1] for earlier, later in pairwise(told))
    assert told[-1][1] == FIRST + 2
    # Without a listener nothing is watched; the next one goes on where the last one ended, the first where it was read.
    assert found["streams"] == [True, True, True]
    assert found["rendered"].startswith(f"<p>{FIRST + 2} ")
    assert " function " in found["rendered"]
