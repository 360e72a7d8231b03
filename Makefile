VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: docs audit test thorough qualify equality damage losses fuzz bench spark cluster frozen wheel lint format lock samples figures sample-report clean help \
    ready ready-dev

audit: ## set up, then audit the shipped sample into reports/
	@./audit

test: ## set up, then run the tests, with ruff and mypy beside them
	@./test

thorough: ready-dev ## every case of all tests, also of those that `make test` tries samples of or leaves to the night
	@$(BIN)/python -m pytest -n auto --dist worksteal --thorough

qualify: ready-dev ## print the proof table: lawful play and every fault of every game
	@$(BIN)/python -m pytest -n auto tests/simulate --thorough --seeds 10 >&2
	@$(BIN)/python -m tests.qualification.proof_table $(GAME)

N ?= 10000
equality: ready-dev ## try N random rules on random logs in both engines; other ones each time
	@$(BIN)/python -m tests.engine.random.hunt -n $(N) $(if $(SEED),--seed $(SEED))

damage: ready-dev ## try N damages of logs of every game: none may accuse anybody, or hide anything
	@$(BIN)/python -m tests.damage.hunt -n $(N) $(if $(SEED),--seed $(SEED))

losses: ready-dev ## take every column, kind, evening and table out of logs of every game, one by one
	@$(BIN)/python -m tests.damage.hunt $(if $(SEED),--seed $(SEED)) $(if $(GAME),--game $(GAME))

frozen: ready-dev ## what is found in a wide corpus of logs is what tests/frozen.txt has; WRITE=1 writes it anew
	@$(BIN)/python -m tests.frozen $(if $(WRITE),--write)

FUZZ_SECONDS ?= 60
fuzz: ready-dev ## look for bytes that break the readers of logs, a minute for each format
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --group fuzz
	@$(BIN)/python -m tests.fuzz.run $(FUZZ_SECONDS)

SIZES ?= 100k
bench: ready-dev ## measure audits beside reading the same file, e.g. SIZES=1m,10m
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --group bench
	@$(BIN)/python -m bench --sizes $(SIZES)

spark: ready-dev ## install PySpark, and run the tests on a Spark of this machine (Java 17)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r pyproject.toml --extra spark
	@$(BIN)/python -m pytest tests/spark --thorough

cluster: ready-dev ## measure Spark with a master and workers on this machine, one killed half-way, e.g. EVENTS=1000000
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r pyproject.toml --extra spark
	@$(BIN)/python -m bench.cluster --events $(or $(EVENTS),1000000)

wheel: ready-dev ## build the wheel into dist/, and the list of its parts beside it
	@$(BIN)/python -m hatchling build -t wheel -d dist
	@for wheel in dist/*.whl; do $(BIN)/python -m tools.sbom $$wheel requirements.lock; done

docs: ready-dev ## make the site of the documentation in build/docs/site; every link is checked
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r pyproject.toml --extra docs
	@$(BIN)/python -m tools.site build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --config-file build/docs/mkdocs.yml
	@echo build/docs/site/index.html

lint: ready-dev ## ruff and mypy only
	@tools/lint.sh

format: ready-dev ## write the canonical layout
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

ready:
	@./setup.sh requirements.lock

ready-dev:
	@./setup.sh requirements-dev.lock

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
    --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: ready ## renew the lock files
	@$(COMPILE) --group pyproject.toml:installer -o requirements-uv.lock
	@$(COMPILE) pyproject.toml --extra desk --group build -o requirements.lock
	@$(COMPILE) pyproject.toml --extra desk --group build --group dev -c requirements.lock -o requirements-dev.lock

samples: ready-dev ## write the sample logs in samples/ anew
	@$(BIN)/python -m tools.samples
	@$(BIN)/python -m tools.shapes

GAMES ?= 20000
figures: ready-dev ## print the reference figures of the parlour game and the cost of each bet, e.g. GAMES=1000
	@$(BIN)/python -m tools.figures --games $(GAMES)
	@$(BIN)/python -m tools.house_edge

sample-report: ready-dev ## make the report in reports/sample anew
	@$(BIN)/python -m tests.report.sample_report

clean: ## remove what the set-up and the tools made (reports/ stays)
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find auditor bench satellites tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1|/p' Makefile | while IFS='|' read -r name says; do printf 'make %-13s %s\n' "$$name" "$$says"; done
