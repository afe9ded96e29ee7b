# Two commands do everything on a fresh machine: `make play` and `make test`. Both can be repeated and are then fast.

PYTHON ?= python3
BIN := .venv/bin
STATIC := src/sandtable/server/static/index.html
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/.svelte-check/*' 2>/dev/null)
export PYTHONDONTWRITEBYTECODE := # what is compiled is kept: to collect the tests takes a third of the time then

.PHONY: play test tests rules mutants lint types screenshots lock clean

play: .venv/.play $(STATIC)
	$(BIN)/sandtable play

# Types are looked at while the tests run, and three tests at once keep two cores busy: those in a browser wait a good deal.
test: .venv/.dev $(STATIC) lint
	@tools/need-chromium
	@$(MAKE) --no-print-directory --jobs 2 types tests

tests: .venv/.dev $(STATIC)
	$(BIN)/python -m pytest -n 3 --dist worksteal

rules: .venv/.dev
	@mkdir -p build
	@$(BIN)/python -m pytest -n 2 -m rule --rules build/rules.json tests/titles >build/rules.log 2>&1 || { tail -n 30 build/rules.log; echo "(some of the tests that prove rules fail)"; }
	@$(BIN)/python tools/rules.py build/rules.json

# Small breaks in the rules of a title, or in the kernel, that no test notices: make mutants OF=gazala COUNT=100 SEED=1
OF ?= kernel
COUNT ?= 100
SEED ?= 1
mutants: .venv/.dev
	@$(BIN)/python -m tools.mutants $(OF) --count $(COUNT) --seed $(SEED)

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.dev
	$(BIN)/mypy

screenshots: .venv/.dev $(STATIC)
	@tools/need-chromium
	$(BIN)/python -m tools.screenshots

# The environment. uv installs in seconds; where it cannot be had plain pip does the same from the same hashed lists.
.venv/.play: requirements.txt pyproject.toml
	tools/install requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt pyproject.toml
	tools/install requirements-dev.txt
	@touch $@

# The browser client, built into the package so that the wheel has it.
$(STATIC): web/node_modules/.installed $(WEB)
	cd web && npm run --silent build

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --silent
	@touch $@

lock: .venv/.dev
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --no-header --extra build pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --no-header --extra build --extra dev pyproject.toml -o requirements-dev.txt

clean:
	rm -rf .venv build web/node_modules src/sandtable/server/static
