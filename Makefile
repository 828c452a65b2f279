# Two commands to begin with: `make demo` and `make test`. Both make their own virtual environment.
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
HAS := $(PY) -c 'import sys, importlib.util as found; sys.exit(not found.find_spec(sys.argv[1]))'
LOCK := $(BIN)/uv pip compile --quiet --no-config --index-url https://pypi.org/simple --upgrade --python-version 3.13 \
    --generate-hashes --no-annotate --custom-compile-command 'make lock'
unexport PYTHONDONTWRITEBYTECODE  # tests start the judge again and again

.PHONY: docs letters letters-fuzz demo test quick slow compiled test-all tiers extras check anew faults fuzz league run bench contest load soak simulate gallery railway worlds secrecy release lock clean

demo: $(VENV)/ready  ## a game year by mail, before your eyes, in half a minute; ME=you@example.org to play it yourself, GAME='columbus AS Spain'
	@$(if $(ME),$(PY) deploy/demo/play.py $(ME) $(GAME),$(PY) deploy/demo/demo.py)

test: $(VENV)/ready  ## the checks, and every test that is quick: three minutes
	@sh tests/tiers.sh
	@$(MAKE) --no-print-directory --jobs 2 check quick

quick: $(VENV)/ready
	@$(PY) -m pytest -n 2 --dist worksteal -m 'not slow'

slow: $(VENV)/ready extras
	@$(PY) -m pytest -n 2 -m slow

test-all: test slow  ## every check and every test: leagues, kills, brute force, leaks at length, fuzzing

compiled: $(VENV)/ready  ## a copy with the referee compiled, in var/compiled, and the referee's tests there; needs a C compiler
	@$(PY) deploy/release/compile_referee.py var/compiled
	@cd var/compiled && PYTHONPATH=. ../../$(PY) -m pytest -n 2 --dist worksteal -m 'not slow' tests/rules tests/datc tests/cases tests/games

tiers:  ## install, with apt-get, what some tests need: PostgreSQL, Dovecot, mail programs, a browser, a word processor
	@sh tests/tiers.sh install

extras: $(VENV)/ready
	@$(HAS) atheris || $(PY) -m pip install --quiet --disable-pip-version-check -e '.[fuzz]' || echo "tier missing: no atheris for this Python or system, so nothing is fuzzed by coverage"
	@$(HAS) axe_playwright_python || $(PY) -m pip install --quiet --disable-pip-version-check --no-deps 'axe-playwright-python>=0.1.8' || echo "tier missing: no axe-core, so the pages' accessibility is not tested"

anew: $(VENV)/ready  ## every property on examples that no run had before: what it finds becomes a test
	@$(PY) -m pytest -n 2 -m hypothesis --hypothesis-profile=anew

fuzz: $(VENV)/ready  ## what strangers may send, coverage-guided: TIME seconds for each of four targets (60 if not said)
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	@for target in letter text markup orders; do $(PY) -m tests.fuzz.fuzz $$target $(or $(TIME),60) || exit 1; done

faults: $(VENV)/ready  ## a thousand kills, and other accidents, on each engine, while games go on by mail; ARGS='--kills 50 --seed 1': an hour
	@sh tests/tiers.sh
	@for engine in sqlite postgresql; do $(PY) -m tests.faults --engine $$engine $(ARGS) || exit 1; done

check: $(VENV)/ready  ## style, types, and who may import whom
	@$(BIN)/ruff check
	@$(BIN)/mypy judge $(wildcard games/*/*.py)
	@$(BIN)/lint-imports --no-logo

league: $(VENV)/ready  ## forty games by two hundred players in two years, every letter looked at; SEED for another story, ENGINE=postgresql for another store: half an hour
	@$(PY) -m tests.league $(or $(SEED),1) $(ENGINE)

run: $(VENV)/ready  ## the daemon with its built-in defaults
	@$(BIN)/judge run

bench: $(VENV)/ready  ## figures, each with a floor or a peer of the same run
	@$(PY) -m tests.benchmarks.bench

contest: $(VENV)/ready  ## which level of house players beats which, in every game; ARGS='standard --games 28'
	@$(PY) -m tests.contest $(ARGS)

load: $(VENV)/ready  ## a rush, a deadline of 500 games, a letter among 10,000, on SQLite and PostgreSQL: five minutes; ARGS='--games 50 --most 100'
	@$(PY) -m tests.benchmarks.load $(ARGS)

soak: $(VENV)/ready  ## a public judge for an hour: ten forged, automatic and hostile letters for each honest one; ARGS='--minutes 20 --engine postgresql'
	@$(PY) -m tests.soak $(ARGS)

simulate: $(VENV)/ready  ## a whole judge on a simulated machine where everything goes wrong: SEED, LETTERS (10,000: five minutes), ARGS='--planted all', or '--workers 3' on one PostgreSQL
	@$(PY) -m tests.simulation --seed $(or $(SEED),1) --letters $(or $(LETTERS),10000) $(ARGS)

gallery: $(VENV)/ready  ## pictures of every game, in var/gallery
	@$(PY) deploy/gallery/gallery.py var/gallery

letters: $(VENV)/ready  ## every letter and sentence with sample facts in var/letters.txt, and a stranger's first year by mail above them; a whole game of each kind, as a player and an editor read it, in var/letters: some minutes
	@mkdir -p var
	@cat tests/letters/stories/practice.txt > var/letters.txt
	@$(BIN)/judge say --all >> var/letters.txt
	@$(PY) -m tests.letters.whole_games var/letters

letters-fuzz: $(VENV)/ready  ## 100,000 letters composed from what they mean, each read or asked about? COUNT of them, SEED, ARGS='--style plain': some ten minutes; ARGS='--whole' stores and sends each, too
	@mkdir -p var
	@$(PY) -m tests.letters.composing --total $(or $(COUNT),100000) --seed $(or $(SEED),0) --jobs 2 --faults var/letters-faults.txt $(ARGS)

railway: $(VENV)/ready  ## 20,000 random positions around a railway, each against an exhaustive search: some minutes
	@RAILWAY_POSITIONS=20000 $(PY) -m pytest -n 2 tests/railway

worlds: $(VENV)/ready  ## a thousand drawn worlds, each balanced and within everybody's reach
	@JUDGE_SEEDS=1000 $(PY) -m pytest -n 2 tests/games/test_worlds.py

secrecy: $(VENV)/ready  ## 10,000 pairs of truths that a reader cannot tell apart, a year by mail each; twenty drawn worlds of 1492; planted leaks: hours
	@SECRECY_PAIRS=$(or $(PAIRS),10000) SECRECY_WORLDS=20 SECRECY_TURNS=30 SECRECY_TIMES=10 $(PY) -m pytest -n 2 --hypothesis-profile=anew tests/secrecy

release: $(VENV)/ready  ## source archive, wheel and image of this commit, each built twice and compared, in dist/; ARGS='--engine none'
	@$(PY) deploy/release/release.py $(ARGS)

lock: $(VENV)/ready  ## the container's packages as they are today, with their sums
	@$(PY) -m pip install --quiet --disable-pip-version-check uv
	@$(LOCK) --extra postgresql --extra print pyproject.toml -o deploy/container/requirements.txt
	@printf 'hatchling>=1.25\nsetuptools\nwheel\n' | $(LOCK) - -o deploy/container/build-requirements.txt

docs: $(VENV)/ready  ## the pages of commands and of the referee's questions, the sample of a mail server, and README's map
	@$(PY) deploy/docs/commands.py
	@$(PY) deploy/docs/rules.py
	@$(PY) deploy/docs/mail.py
	@$(PY) deploy/docs/example.py

clean:  ## throw away the environment and what the daemon left
	rm -rf $(VENV) var

$(VENV)/ready: pyproject.toml
	@echo "Making a virtual environment in $(VENV) and installing what the judge needs ..."
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Judge needs Python 3.11 or newer.")'
	@python3 -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
