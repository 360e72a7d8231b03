PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
SAMPLES := samples/bataille/faulty.csv

.DEFAULT_GOAL := help
.PHONY: sample-report audit test lint format lock clean help qualify equality fuzz bench

audit: $(VENV)/.installed ## set up, then audit the shipped sample into reports/
	@formats=pdf,json; \
	if ! $(BIN)/python -c 'import weasyprint' >/dev/null 2>&1; then \
	    formats=html,json; \
	    echo 'Without Pango there is no PDF; the report is written as HTML.' >&2; \
	fi; \
	$(BIN)/auditor audit $(SAMPLES) --rules bataille --records all --format $$formats -o reports/ || \
	    { status=$$?; [ $$status -eq 1 ] || exit $$status; } # 1: the faulty sample has findings, as it should

test: lint ## set up, then run ruff, mypy and the tests
	@$(BIN)/python -m pytest -n auto --dist worksteal

qualify: $(VENV)/.installed-dev ## print the proof table: lawful play and every fault of every game
	@$(BIN)/python -m tests.qualification.proof_table $(GAME)

N ?= 10000
equality: $(VENV)/.installed-dev ## try N random rules on random logs in both engines; other ones each time
	@$(BIN)/python -m tests.engine.random.hunt -n $(N) $(if $(SEED),--seed $(SEED))

FUZZ_SECONDS ?= 60
fuzz: $(VENV)/.installed-dev ## look for bytes that break the readers of logs, a minute for each format
	@$(BIN)/python -m pip install -qq uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --group fuzz
	@$(BIN)/python -m tests.fuzz.run $(FUZZ_SECONDS)

SIZES ?= 100k
bench: $(VENV)/.installed-dev ## measure audits beside reading the same file, e.g. SIZES=1m,10m
	@$(BIN)/python -m pip install -qq uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --group bench
	@$(BIN)/python -m bench --sizes $(SIZES)

spark: $(VENV)/.installed-dev ## install PySpark, and run the tests on a Spark of this machine (Java 17)
	@$(BIN)/python -m pip install -qq uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r pyproject.toml --extra spark
	@$(BIN)/python -m pytest tests/spark

lint: $(VENV)/.installed-dev ## ruff and mypy only
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary

format: $(VENV)/.installed-dev ## write the canonical layout
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet

$(VENV)/.installed: requirements.lock pyproject.toml setup.sh
	@PYTHON='$(PYTHON)' ./setup.sh requirements.lock
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock pyproject.toml setup.sh
	@PYTHON='$(PYTHON)' ./setup.sh requirements-dev.lock
	@touch $(VENV)/.installed $@ # all of requirements.lock is in requirements-dev.lock

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
    --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: $(VENV)/.installed ## renew both lock files
	@$(BIN)/python -m pip install -qq uv
	@$(COMPILE) pyproject.toml --group build -o requirements.lock
	@$(COMPILE) pyproject.toml --group build --group dev -c requirements.lock -o requirements-dev.lock

sample-report: $(VENV)/.installed-dev ## make the report in reports/sample anew
	@$(BIN)/python -m tests.report.sample_report

clean: ## remove what the set-up and the tools made (reports/ stays)
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find auditor tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1|/p' Makefile | while IFS='|' read -r name says; do printf 'make %-13s %s\n' "$$name" "$$says"; done
