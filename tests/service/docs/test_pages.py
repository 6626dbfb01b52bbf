"""The pages for users: their examples run against a real service, and their lists are complete."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from compiled.documents import limits
from docs.pictures.draw_table import PICTURE, draw
from service.graphql.errors import UNAUTHORIZED
from service.graphql.persisted import MAX_KEPT, MAX_KEPT_CHARACTERS
from service.graphql.websocket import MAX_OPERATIONS
from service.http.call import RATE_LIMITED
from service.notices.addresses import LONGEST_URL
from service.notices.budgets import UNPROVEN, WILLING
from service.notices.connections import MOST_OF_APPS, MOST_OF_STRANGERS
from service.notices.sending import SECONDS
from service.rest.encoding import encode
from service.rest.openapi import make_document
from service.rest.problem_details import MEANINGS as REST_MEANINGS
from service.rest.problem_details import STATUSES, make_problem, make_refusal
from service.sessions.problems import DOCUMENT_REFUSALS, PROBLEMS, REFUSALS, Problem
from service.use_cases.inputs import LONGEST_TAG, LONGEST_WAIT_SECONDS
from service.views.fields import LARGEST_PAGE
from service.views.lobby_view import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS
from service.views.session_view import LARGEST_LIST, MOST_SEATS, MOST_TOLD
from service.views.suggestion_view import LARGEST_REVIEW
from service.views.webhook_view import (
    MOST_OF_APP,
    MOST_OF_HOLDER,
    MOST_OF_HOLDERS,
    MOST_OF_HOST,
    MOST_PUSHES,
    NOTICES,
)
from tests.service.docs.examples import Api
from tests.service.docs.exchanges import read_exchange
from tests.service.docs.pages import DOCS, read_blocks
from tests.service.docs.runner import run_page
from tests.service.docs.situations import situation_of
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tests.support.receivers import receiving
from tests.support.services import service_with
from tools.servers import REPOSITORY
from tools.services import Service

API = DOCS / "api.md"
TESTING = DOCS / "contract-testing.md"
GUIDES = [API, TESTING, DOCS / "opponents.md", *sorted((DOCS / "api").glob("*.md"))]
GRAPHQL = DOCS / "api" / "graphql.md"
REST = DOCS / "api" / "rest.md"
# How each API works in detail: the examples of these pages are of that one alone.
ALONE = {GRAPHQL, REST}
PROBLEM_LIST = DOCS / "problems" / "README.md"
WEBHOOKS = DOCS / "api" / "webhooks.md"
# It lists all sessions of the service.
FINDING = DOCS / "api" / "finding.md"
PROBLEM_PAGES = sorted(page for page in (DOCS / "problems").glob("*.md") if page.stem != "README")
PAGES = [
    *sorted(REPOSITORY.glob("*.md")),
    REPOSITORY / "benchmarks" / "README.md",
    REPOSITORY / "compiled" / "README.md",
    REPOSITORY / "store" / "README.md",
    *sorted((REPOSITORY / "deploy").rglob("*.md")),
    *sorted(DOCS.rglob("*.md")),
]
# The bounds of pages that are to be shorter than the others.
MOST_WORDS = {"architecture.md": 1700, "operations.md": 2600}
ERRORS = REFUSALS.keys() | DOCUMENT_REFUSALS.keys() | {UNAUTHORIZED}
MEANINGS = {**REST_MEANINGS, **{code: kind.meaning for code, kind in DOCUMENT_REFUSALS.items()}}
# Situations for which GraphQL has no code of its own.
REST_ONLY = {
    "NOT_ACCEPTABLE": "It is `BAD_REQUEST` in GraphQL",
    "CONTENT_TOO_LARGE": "It is `BAD_REQUEST` in GraphQL",
    "UNSUPPORTED_MEDIA_TYPE": "It is `BAD_REQUEST` in GraphQL",
    "PRECONDITION_REQUIRED": "It does not come in GraphQL",
}
LISTED = Path(__file__).with_name("trusted.json")
SETTINGS = {
    "APP_KEY_REQUIRED": {"app_keys": f"web={hashlib.sha256(b'a key').hexdigest()}"},
    "RATE_LIMITED": {"rate_address": "1/day"},
    "DOCUMENT_NOT_TRUSTED": {"trusted_documents": str(LISTED), "trusted_only": "true"},
}
# Of a service that sends no notices.
SILENT = ("PUSH_OFF", "WEBHOOKS_OFF")
SCHEMAS = make_document()["components"]["schemas"]
# The fields of an act beside its version, as an input of GraphQL or as JSON.
_EXPECTING = re.compile(r'\bexpectedVersion"?: [^}]*')
PARTS = ("## When", "## What to do", "## Example")

# The links of a page: a file or a page beside it, and a heading in it.
_LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]*)(?:#(?P<heading>[^)]*))?\)")


@pytest.fixture
def own_service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    """A service that has only the data of the page."""
    settings = getattr(request, "param", {})
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, **settings) as service:
        yield service
    assert "Traceback" not in service.log, service.log


@pytest.fixture(scope="module")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service for the pages that make their own sessions, and refer to no others."""
    folder = tmp_path_factory.mktemp("pages")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, seal_keys="00" * 32, webhooks="private") as service:
        yield service
    assert "Traceback" not in service.log, service.log


silent_service = service_with(webhooks="off")
each_api = pytest.mark.parametrize("api", Api, ids=lambda api: api.name.lower())


@each_api
@pytest.mark.parametrize("page", [page for page in GUIDES if page != FINDING], ids=lambda page: page.stem)
def test_the_examples_of_a_guide_give_the_answers_shown(
    page: Path, api: Api, shared_service: Service, tmp_path: Path
) -> None:
    run_guide(page, api, shared_service, tmp_path)


@each_api
def test_the_examples_of_the_guide_to_all_sessions_give_the_answers_shown(
    api: Api, own_service: Service, tmp_path: Path
) -> None:
    run_guide(FINDING, api, own_service, tmp_path)


def run_guide(page: Path, api: Api, service: Service, folder: Path) -> None:
    """Run the examples of a guide."""
    known = {f"{name}_KEY": new_key() for name in ("OPENING", "JOINING", "HANDING", "HOOKING", "ROTATING")}
    with receiving() as receiver:
        ran = run_page(page, api, service, {**known, "HOOK": receiver.url}, folder)
    # Those for testers mostly use one API.
    assert ran >= 3 or page in {*ALONE, TESTING}


@each_api
@pytest.mark.parametrize(
    "page", [page for page in PROBLEM_PAGES if page.stem not in {*SETTINGS, *SILENT}], ids=lambda page: page.stem
)
def test_the_example_of_a_problem_gives_the_answer_shown(
    page: Path, api: Api, shared_service: Service, tmp_path: Path
) -> None:
    run_page(page, api, shared_service, situation_of(page, shared_service), tmp_path)


@each_api
@pytest.mark.parametrize(("code", "own_service"), SETTINGS.items(), ids=SETTINGS, indirect=["own_service"])
def test_the_example_of_a_guard_rail_gives_the_answer_shown(
    code: str, api: Api, own_service: Service, tmp_path: Path
) -> None:
    if code == RATE_LIMITED:
        own_service.http.get(f"{own_service.root}/graphql?query=%7Bgames%7Bid%7D%7D")
    ran = run_page(DOCS / "problems" / f"{code}.md", api, own_service, {}, tmp_path)
    assert ran == (0 if code in DOCUMENT_REFUSALS and api is Api.REST else 1)


@each_api
@pytest.mark.parametrize("code", SILENT)
def test_the_example_of_a_service_without_notices_gives_the_answer_shown(
    code: str, api: Api, silent_service: Service, tmp_path: Path
) -> None:
    assert run_page(DOCS / "problems" / f"{code}.md", api, silent_service, {}, tmp_path) == 1


def test_there_is_one_page_for_each_code() -> None:
    assert [page.stem for page in PROBLEM_PAGES] == sorted(PROBLEMS.keys() | ERRORS) == sorted(MEANINGS)


@pytest.mark.parametrize("page", PROBLEM_PAGES, ids=lambda page: page.stem)
def test_a_page_of_a_problem_has_its_parts_and_says_what_the_table_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    title, _, meaning, _, place, *_ = text.splitlines()
    kind = PROBLEMS.get(page.stem)
    assert title == f"# {page.stem}"
    assert meaning == MEANINGS[page.stem]
    in_graphql = REST_ONLY.get(page.stem, "It is in `errors[]` of GraphQL")
    assert place.startswith(in_graphql if kind is None else f"It is `{kind.member}` in GraphQL")
    places = [text.index(f"\n{part}\n") for part in PARTS]
    assert places == sorted(places)
    examples = 1 if page.stem in DOCUMENT_REFUSALS or page.stem in REST_ONLY else 2
    assert text.count(f'"{page.stem}"') >= examples, "the code stands in neither example"


@pytest.mark.parametrize(
    "page", [page for page in PROBLEM_PAGES if page.stem not in DOCUMENT_REFUSALS], ids=lambda page: page.stem
)
def test_a_page_shows_the_problem_once_as_rest_returns_it(page: Path) -> None:
    assert f", {STATUSES[page.stem]} over REST.\n" in page.read_text(encoding="utf-8")
    blocks = read_blocks(page)
    unrequested = [block.json() for block in blocks if block.kind == "json problem"]
    bodies = [read_exchange(block.text).response.body for block in blocks if block.kind == "http"]
    assert len(unrequested) + sum(f'"code": "{page.stem}"' in body for body in bodies) == 1
    for shown in unrequested:
        check_problem(page, shown)


def check_problem(page: Path, shown: Json) -> None:
    """Check a problem that the page shows without a request for it."""
    problem = tell(page, shown)
    assert {name: shown.get(name) for name in problem} == problem
    member = PROBLEMS[page.stem].member if page.stem in PROBLEMS else "Problem"
    check_members(shown, SCHEMAS.get(member, SCHEMAS["Problem"]))


def tell(page: Path, shown: Json) -> Json:
    """Return the REST response where the service gives the GraphQL response that the page shows."""
    code = page.stem
    if code not in PROBLEMS:
        return msgspec.json.decode(encode(make_refusal(code, shown["detail"])))
    answers = (block.json() for block in read_blocks(page) if block.kind in ("json", "json example"))
    members = (member for answer in answers for member in _members(answer))
    found: Json = next((member for member in members if member.get("code") == code), {})
    problem = Problem(code, found.get("message", shown["detail"]), tuple(found.get("path", shown["path"])))
    problem.retry_after = shown.get("retryAfterMillis")
    return msgspec.json.decode(encode(make_problem(problem, None)))


def _members(answer: Json) -> list[Json]:
    """Return the members of unions in an answer in GraphQL."""
    return [value for value in (answer.get("data") or {}).values() if isinstance(value, dict)]


def check_members(shown: Json, schema: Json) -> None:
    """Check that a value has the members that its schema has; … stands for those that are left out."""
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    if isinstance(shown, list):
        for item in shown:
            check_members(item, schema["items"])
    elif isinstance(shown, dict):
        names = shown.keys() - {"…"}
        assert names <= schema["properties"].keys()
        assert "…" in shown or names >= set(schema["required"])
        for name in names:
            check_members(shown[name], schema["properties"][name])


def test_the_list_of_problems_has_every_code_with_its_meaning_and_its_status() -> None:
    row = re.compile(r"^\| \[`(\w+)`\]\((\w+)\.md\) \| (.*) \| (.*) \| (.*) \|$", re.MULTILINE)
    rows = row.findall(PROBLEM_LIST.read_text(encoding="utf-8"))
    assert all(code == file for code, file, *_ in rows)
    expected = [(kind.code, f"`{kind.member}`", kind.meaning) for kind in PROBLEMS.values()]
    assert [(code, member, meaning) for code, _, member, _, meaning in rows[: len(expected)]] == expected
    others = {code: meaning for code, _, _, _, meaning in rows[len(expected) :]}
    assert others.keys() == ERRORS
    for code in REFUSALS.keys() | DOCUMENT_REFUSALS.keys():
        assert others[code] == MEANINGS[code]
    assert all(status == str(STATUSES.get(code, "–")) for code, _, _, status, _ in rows)


def test_the_first_page_tells_the_limits() -> None:
    text = API.read_text(encoding="utf-8")
    assert f"{LARGEST_PAGE} events, {LARGEST_LIST} sessions, {LARGEST_REVIEW} moves of a review" in text
    assert f"| {MOST_SESSIONS} sessions, {MOST_BATCH_SEATS:,} seats, tags of {LONGEST_TAG} characters; " in text
    assert f"; {LARGEST_RESULTS} results on a page |" in text
    assert f"| {MOST_SEATS} seats, and a wait of {LONGEST_WAIT_SECONDS} seconds. The answer has the sessions of" in text
    assert f" {MOST_TOLD} seats that have something to decide; " in text


def test_the_page_on_webhooks_lists_every_type_with_its_fields_and_the_limits() -> None:
    text = WEBHOOKS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.*?) \|(.*)\|$", text, re.MULTILINE)
    common = {"sessionId", "tournamentId", "version"}
    told = {name: (meaning.partition(": ")[0], set(re.findall(r"`(\w+)`", fields))) for name, meaning, fields in rows}
    expected = {name: (kind.meaning.partition(": ")[0], {*kind.fields} - common) for name, kind in NOTICES.items()}
    assert {name: told[name] for name in expected if name != "test"} == {
        name: row for name, row in expected.items() if name != "test"
    }
    assert f"| {MOST_OF_APP} |" in text
    assert f"| {MOST_OF_HOST} of each session or tournament |" in text
    assert f"| {MOST_OF_HOLDER}, and {MOST_OF_HOLDERS} of all holders together |" in text
    assert f"| {MOST_PUSHES} |" in text
    assert f"| {LONGEST_URL:,} characters |" in text
    assert f"| {SECONDS:.0f} seconds |" in text
    for rate in (WILLING, UNPROVEN):
        assert re.search(rf"\| {rate.per_second} requests? a second, {rate.burst} at once \|", text)
    assert f"| {MOST_OF_STRANGERS} to hosts that answer quickly, and {MOST_OF_STRANGERS} to others |" in text
    of_apps = f"{2 * MOST_OF_APPS} requests under way, {MOST_OF_APPS} of them to hosts that answer quickly"
    assert of_apps in " ".join(text.split())
    webhooks = f"{MOST_OF_APP} of an app, {MOST_OF_HOST} of a host, {MOST_OF_HOLDER} of the holder of a seat"
    assert f"| {webhooks}, URLs of {LONGEST_URL:,} characters |" in API.read_text(encoding="utf-8")


def test_the_page_on_graphql_tells_the_limits_of_documents() -> None:
    text = GRAPHQL.read_text(encoding="utf-8")
    characters = f"{limits.MAX_CHARACTERS:,} characters"
    tokens = f"{limits.MAX_TOKENS:,} tokens"
    nested = f"fields nested {limits.MAX_DEPTH} deep, {limits.MAX_FRAGMENTS} fragments"
    assert f"{characters}, {tokens}, {limits.MAX_ALIASES} aliases, {nested} |" in text
    assert f"| {limits.MAX_FIELDS:,}, counting each fragment wherever it is used; {limits.MAX_PAIRS:,} pairs" in text
    assert f"one `__schema` and {limits.MAX_TYPES} `__type`" in text
    assert f"| variables | {limits.MAX_VARIABLES:,} values" in text
    assert f"| the first {limits.MAX_ERRORS} |" in text
    assert f"{limits.MAX_COST:,} values" in text
    assert f"| {MAX_KEPT:,}, and {MAX_KEPT_CHARACTERS:,} characters |" in text
    assert f"| operations of one WebSocket at a time | {MAX_OPERATIONS} |" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_every_link_leads_to_something(page: Path) -> None:
    for match in _LINK.finditer(page.read_text(encoding="utf-8")):
        target = (page.parent / match["file"]).resolve() if match["file"] else page
        assert target.exists(), match[0]
        if match["heading"]:
            assert match["heading"] in headings(target), match[0]


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*GUIDES, *PROBLEM_PAGES], ids=lambda page: page.stem)
def test_an_act_that_names_its_version_names_its_head(page: Path) -> None:
    acts = [act for block in read_blocks(page) for act in _EXPECTING.findall(block.text)]
    assert all("expectedHead" in act for act in acts), acts


def test_no_page_is_too_long_to_read() -> None:
    pages = [page for page in PAGES if "rules" not in page.parts and page.name != "CHANGELOG.md"]
    words = {page.relative_to(REPOSITORY): len(page.read_text(encoding="utf-8").split()) for page in pages}
    assert {page: count for page, count in words.items() if count > MOST_WORDS.get(page.name, 3000)} == {}


def test_the_page_on_the_architecture_is_short() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert text.count("```mermaid\n") == 1
    (path,) = re.findall(r"^## The path of one move\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    stops = [int(number) for number in re.findall(r"^(\d+)\. ", path, re.MULTILINE)]
    assert stops == list(range(1, len(stops) + 1))
    assert len(stops) <= 10


@pytest.mark.parametrize("page", ["docs/architecture.md", "compiled/README.md", "store/README.md", "CONTRIBUTING.md"])
def test_the_files_that_a_page_names_exist(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    folders = "benchmarks|cli|compiled|deploy|docs|engine|service|store|tests|tools|web"
    named = re.findall(rf"`((?:{folders})/[\w./]*)`", text)
    assert [name for name in named if "NAME" not in name and not (REPOSITORY / name).exists()] == []


def test_the_picture_of_a_table_is_the_one_that_its_script_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw(), "run `python -m docs.pictures.draw_table`"
    assert PICTURE.stat().st_size < 60_000


def test_the_page_on_translating_lists_every_place_of_texts() -> None:
    root = DOCS.parent
    page = (DOCS / "translating.md").read_text()
    modules = {file.name for file in root.glob("web/static/languages/*/*.js")}
    assert "app.js" in modules
    assert all(f"`{module}`" in page for module in modules)
    files = [*(root / "engine").rglob("*.po"), *(root / "service").rglob("*.po")]
    catalogues = {path.parent.relative_to(root) for path in files}
    shared = {folder for folder in catalogues if folder.parent.name != "games"}
    assert all(f"`{catalogue}/de.po`" in page for catalogue in shared)
