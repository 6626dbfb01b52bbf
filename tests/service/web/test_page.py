"""The page to play at, as it is served: its routes, headers, files, and their sizes."""

import posixpath
import re
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from shutil import copy, copytree
from urllib.parse import unquote
from xml.etree.ElementTree import canonicalize

import msgspec
import pytest

from service.http.compression import pack_once
from service.http.page_policy import PAGE_HEADERS, POLICY, allow_scripts
from service.views.catalogue import project_game
from tests.clients.node import find_clients, run_node
from tests.service.api.test_catalogue import GAMES
from tests.support.services import service_with
from tools.services import Service
from web.assets import BUILT, STATIC, find_address, find_asset

ROOT = STATIC.parents[1]
KIT = ROOT / "clients" / "javascript" / "src"
NAMED = {"http://www", "https://localhost", "http://localhost"}
HTML = {"Accept": "text/html"}
# Of one module or of one that is loaded later, not of types alone.
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>')
INLINE = re.compile(r'<script(?: type="importmap")?>(.*?)</script>')
IMPORT = re.compile(r"""(?:\bfrom |\bimport |\bimport\()"(\.[^"]+\.js)\"""")
GENERATED = {
    "kit/element_style.js",
    "kit/board/many_style.js",
    "kit/board/over/over_style.js",
    "kit/board/preact.js",
    "inspect/details/croupier-verify.js",
}
# As they are sent, in brotli.
MOST_KEPT_BYTES = 120_000
KEY = "an-app-key-of-the-tests"


# A service that asks for an app key.
locked = service_with(app_keys=f"test={sha256(KEY.encode()).hexdigest()}")


def modules() -> list[str]:
    """The names of all modules of the page and of the kit."""
    own = [file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*.js") if "kit" not in file.parts]
    return sorted({*own, *(f"kit/{file.relative_to(KIT).as_posix()}" for file in KIT.rglob("*.js"))})


def read(name: str) -> str:
    """A module without its comments."""
    return re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def test_no_line_of_a_module_or_a_style_sheet_is_longer_than_120_characters() -> None:
    modules_to_read = [STATIC / name for name in {*modules()} - GENERATED]
    style_sheets = [*STATIC.rglob("*.css"), *KIT.rglob("*.css")]
    for file in [*modules_to_read, *style_sheets]:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if len(line) > 120], file.name


@pytest.mark.parametrize("path", ["/", "/play"])
def test_the_start_page_is_the_page_to_play_at(one_service: Service, path: str) -> None:
    answer = one_service.http.get(one_service.root + path, headers=HTML)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<script type="module" src="{find_address("play/main.js")}">' in answer.text
    policy = allow_scripts([text.encode() for text in INLINE.findall(answer.text)])
    expected = {**PAGE_HEADERS, "Content-Security-Policy": policy}
    assert {name: answer.headers[name] for name in PAGE_HEADERS} == expected


def test_the_page_loads_only_files_of_the_service_and_runs_no_text(one_service: Service) -> None:
    text = one_service.http.get(f"{one_service.root}/play").text
    [import_map] = IMPORT_MAP.findall(text)
    # The policy names the digests of these two.
    assert len(INLINE.findall(text)) == 2
    assert not re.findall(r"<script(?![^>]* src=)|<style| style=| on\w+=", INLINE.sub("", text))
    addresses = set(re.findall(r'(?:src|href)="([^"]+)"', text))
    wanted = {address for address in addresses if not address.startswith("data:")}
    wanted |= set(msgspec.json.decode(import_map)["imports"].values())
    assert {find_address("shared/page.css"), "/docs", "/graphql"} <= wanted
    for address in wanted:
        assert address.startswith("/")
        assert one_service.http.get(one_service.root + address, headers=HTML).status_code == 200


@pytest.mark.parametrize("path", ["/play", "/play/inspect", "/play/embed", "/play/rules/zar"])
def test_a_page_holds_its_icon_which_browsers_with_a_window_would_ask_for(one_service: Service, path: str) -> None:
    text = one_service.http.get(one_service.root + path).text
    [icon] = re.findall(r'<link rel="icon" href="data:image/svg\+xml,([^"]+)"', text)
    drawn = canonicalize(unquote(icon), strip_text=True)
    assert drawn == canonicalize(from_file=STATIC / "icon.svg", strip_text=True)
    assert "icon.svg" not in text


@pytest.mark.parametrize("game", [*GAMES, "", "chess", '"><script>', "../zar", "%00", "zar" * 999])
def test_a_link_has_a_preview_of_its_game(one_service: Service, game: str) -> None:
    # The language is that of the inviting player, else that of the reader.
    wanted = {"Accept-Language": "en" if game else "de;q=0.5, en;q=x"}
    asked = {"game": game, "lang": "de-AT"} if game else {}
    answer = one_service.http.get(f"{one_service.root}/play", params=asked, headers=wanted)
    assert {"Accept-Encoding", "Accept-Language"} <= set(answer.headers.get_list("vary", split_commas=True))
    told = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', answer.text))
    title = project_game(game).title if game in GAMES else "Croupier"
    assert told["og:title"] == f"{title}: ein Tisch wartet"
    has_picture = game in GAMES and (STATIC / f"preview-{game}.jpg").exists()
    kind = "preview" if has_picture else "icon-"
    assert told["og:image"].startswith(f"{one_service.root}/play/static/{kind}")
    picture = one_service.http.get(told["og:image"])
    assert picture.headers["content-type"] in ("image/jpeg", "image/png")
    assert len(picture.content) < 40_000
    # Nothing of a name that is none comes back.
    assert answer.text.count("<script") == 3


@pytest.mark.parametrize("host", ["play.example", "PLAY.example:8443", "[2001:db8::1]:80", "a" * 300, 'x"><p>', "x/y"])
def test_the_picture_of_a_preview_has_the_address_that_was_called(one_service: Service, host: str) -> None:
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"}
    answer = one_service.http.get(f"{one_service.root}/play", headers={"Host": host, **forged})
    root = "" if len(host) == 300 else f"http://{host}"
    shown = f'<meta property="og:image" content="{root}/play/static/icon-preview.png">' in answer.text
    assert (answer.status_code, shown) == ((400, False) if host.startswith("x") else (200, True))


def test_no_modules_import_each_other_in_a_circle() -> None:
    imports = {
        name: {posixpath.normpath(f"{posixpath.dirname(name)}/{other}") for other in IMPORT.findall(read(name))}
        for name in modules()
    }
    assert imports["table/page.js"] >= {"table/stages.js", "kit/connection.js"}
    assert imports["table/stages.js"] >= {"table/screen.js"}, "those that come later are read, too"
    TopologicalSorter(imports).prepare()


@pytest.mark.parametrize("policy", POLICY.split("; "))
def test_the_policy_names_no_place_but_the_service(policy: str) -> None:
    assert set(policy.split()[1:]) <= {"'none'", "'self'", "data:"}


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the content of all files of a folder by their names."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.*")}


def test_the_packed_files_are_those_of_the_sources(tmp_path: Path) -> None:
    run_node(str(STATIC.parent / "build.mjs"), ".", str(tmp_path / "built"))
    packed = read_files(tmp_path / "built")
    assert len(packed) > 20
    assert packed == read_files(BUILT), "run `make page`"


def test_a_module_that_changes_changes_no_address_but_its_own(tmp_path: Path) -> None:
    leaf = "table/sound.js"
    copytree(STATIC, tmp_path / "web" / "static", ignore=lambda *_: ["kit"])
    (tmp_path / "web" / "static" / "kit").symlink_to(KIT)
    changed = tmp_path / "web" / "static" / leaf
    changed.write_text(changed.read_text(encoding="utf-8").replace("note(660", "note(661"), encoding="utf-8")
    for script in STATIC.parent.glob("*.mjs"):
        copy(script, tmp_path / "web")
    run_node(str(tmp_path / "web" / "build.mjs"), ".", str(tmp_path / "built"))
    packed = read_files(tmp_path / "built")
    before = read_files(BUILT)
    assert packed.keys() == before.keys()
    assert {name for name in packed if packed[name] != before[name]} == {"play/sound.js"}


def test_no_packed_file_is_kept_twice() -> None:
    packed = [content for name, content in read_files(BUILT).items() if name.endswith((".js", ".css"))]
    assert len(packed) == len(set(packed))
    styled = [name for name, text in read_files(BUILT).items() if b"var(--croupier-felt-edge" in text]
    # What hosts of agents show must hold everything itself.
    assert sorted(styled) == ["mcp-app/table.html", "shared/board.js"]


def test_a_module_of_another_release_loads_the_page_again(one_service: Service) -> None:
    address = find_address("play/screen.js")
    for other in (re.sub(r"[0-9a-f]{8}", "0" * 8, address), "/play/static/former.01234567.js"):
        answer = one_service.http.get(one_service.root + other)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.text == (STATIC / "gone.js").read_text(encoding="utf-8")
    assert one_service.http.get(f"{one_service.root}/play/static/page.01234567.css").status_code == 404


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("kit/index.js", "text/javascript; charset=utf-8"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
        ("kit/board/LICENSES.txt", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_is_sent_compressed_and_again_only_if_changed(one_service: Service, name: str, media_type: str) -> None:
    address = f"{one_service.root}/play/static/{name}"
    answer = one_service.http.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-type"] == media_type
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert answer.headers["content-security-policy"] == POLICY
    plain = one_service.http.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text == (STATIC / name).read_text(encoding="utf-8")
    assert plain.headers["etag"] != answer.headers["etag"]
    tag = answer.headers["etag"]
    again = one_service.http.get(address, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)


PACKED = [("play/screen.js", "text/javascript"), ("shared/page.css", "text/css")]


@pytest.mark.parametrize(("name", "media_type"), PACKED)
def test_a_packed_file_is_kept_for_ever(one_service: Service, name: str, media_type: str) -> None:
    address = one_service.root + find_address(name)
    answer = one_service.http.get(address, headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert answer.headers["content-type"] == f"{media_type}; charset=utf-8"
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == (
        "br",
        "public, max-age=31536000, immutable",
    )
    assert one_service.http.get(f"{one_service.root}/play").headers["cache-control"] == "no-cache"


def test_the_service_worker_keeps_little(one_service: Service) -> None:
    worker = one_service.http.get(f"{one_service.root}/play/static/worker.js")
    assert worker.headers["service-worker-allowed"] == "/play"
    kept = {*re.findall(r'"(/play/static/[^"]+)"', worker.text), "/play"}
    assert {find_address("play/main.js"), find_address("shared/page.css")} <= kept
    bodies = [one_service.http.get(one_service.root + address).content for address in kept]
    assert sum(len(pack_once(body, "br")) for body in bodies) <= MOST_KEPT_BYTES


def test_the_icon_is_there_for_browsers_that_ask_unasked(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/favicon.ico")
    assert answer.headers["content-type"] == "image/x-icon"
    assert answer.content.startswith(b"\0\0\1\0")


@pytest.mark.parametrize(
    "name",
    [
        "../assets.py",
        "..%2fassets.py",
        "kit/../../../assets.py",
        "kit/README.md",
        "kit",
        "",
        "nothing.js",
        ".hidden.js",
    ],
)
def test_nothing_else_can_be_read(one_service: Service, name: str) -> None:
    answer = one_service.http.get(f"{one_service.root}/play/static/{name}")
    assert answer.status_code == 404
    assert answer.json()["code"]


def test_pages_are_read_and_nothing_else(one_service: Service) -> None:
    assert one_service.http.head(f"{one_service.root}/play").status_code == 200
    assert one_service.http.post(f"{one_service.root}/play").status_code == 405


def test_the_page_needs_no_app_key_and_what_it_asks_for_does(locked: Service) -> None:
    for path in ("/", "/play", "/favicon.ico", find_address("shared/page.css"), "/play/rules/zar"):
        assert locked.http.get(locked.root + path).status_code == 200, path
    assert locked.http.get(f"{locked.root}/v1/games").json()["code"] == "APP_KEY_REQUIRED"
    assert locked.http.get(f"{locked.root}/v1/games", headers={"Croupier-App-Key": KEY}).status_code == 200


def test_loading_the_page_spends_nothing_of_a_rate(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, rate_address="3/day") as service:
        for path in ("/", "/play", "/play/static/icon.svg", "/favicon.ico"):
            assert service.http.get(service.root + path).status_code == 200, path
        answers = [service.http.get(f"{service.root}/v1/games").status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_an_operator_can_do_without_the_page(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, page="off") as service:
        answer = service.http.get(f"{service.root}/", headers=HTML)
        assert (answer.status_code, answer.headers["location"]) == (307, "/graphql")
        assert service.http.get(f"{service.root}/play").status_code == 404


def test_the_service_says_where_its_page_and_rest_are_and_where_agents_connect(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
        address = service.root.replace("127.0.0.1", "localhost")
    assert f"Play at {address}/play" in service.output
    assert f"REST is at {address}/v1 (explore it at {address}/docs)" in service.output
    assert f"Agents connect to {address}/mcp" in service.output


def test_the_encoder_of_codes_is_small() -> None:
    asset = find_asset(find_address("play/qr_code.js").removeprefix("/play/static/"))
    assert asset is not None
    assert len(pack_once(asset.body, "gzip")) <= 3 * 1024


def test_every_module_that_is_imported_exists() -> None:
    for name in modules():
        for target in re.findall(r'(?:\bfrom|\bimport)(?: |\()"(\.{1,2}/[^"]+\.js)"', read(name)):
            assert ((STATIC / name).parent / target).resolve().is_file(), (name, target)


def test_no_module_names_another_host_or_runs_text() -> None:
    for name in modules():
        found = set(re.findall(r"https?://[a-z]+|innerHTML|eval\(|new Function|document\.write", read(name)))
        # A namespace is a name, and the explorer's requests are to be copied elsewhere.
        assert name == "kit/board/preact.js" or found <= NAMED, (name, found)


def test_no_module_casts_away_a_type() -> None:
    # A value that was caught is of any type: what holds one has a type of its own.
    cast = re.compile(r"@type \{[^}]*\bany\b|@type \{unknown[^}]*\} \*/ \(")
    casts = {name: cast.findall((STATIC / name).read_text(encoding="utf-8")) for name in {*modules()} - GENERATED}
    assert len(casts) > 100
    assert {name for name, found in casts.items() if found} == set()


def test_what_browsers_offer_over_https_only_is_used_where_there_is_something_else() -> None:
    only_over_https = re.compile(
        r"navigator\.(?:clipboard|share|serviceWorker|locks|storage|wakeLock|credentials|geolocation|mediaDevices)\b"
        r"|crypto\.(?:subtle|randomUUID)|\bcaches\b|isSecureContext|showSaveFilePicker|Notification\b"
    )
    using = {name for name in modules() if only_over_https.search(read(name))}
    page = {"app/clipboard.js", "app/worker.js", "room/share_button.js", "table/sharing.js", "worker.js"}
    notices = {"notices/notices.js", "notices/subscribing.js", "notices/told_tables.js"}
    # No browser that shows a table receives webhooks.
    assert using == {*page, *notices, "kit/webhooks.js"}


def test_the_modules_are_well_typed() -> None:
    compiler = find_clients() / "node_modules" / "typescript" / "bin" / "tsc"
    run_node(str(compiler), "--project", str(STATIC.parent / "tsconfig.json"))
