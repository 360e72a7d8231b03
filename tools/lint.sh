#!/bin/sh
# Ruff and mypy over all that is written here; needs what `./setup.sh requirements-dev.lock` installs.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/ruff check --quiet
.venv/bin/ruff format --check --quiet
.venv/bin/mypy --no-error-summary
