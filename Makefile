# `make demo` and `make test` are each enough by themselves on a machine with Python 3.11+ and make:
# they create .venv and install into it what they need. `make help` lists the targets.

PYTHON ?= python3
PYTEST_ARGS ?=
BENCH_ARGS ?=
WEB_ARGS ?=
FUZZ_SECONDS ?= 60
RELEASE_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
WHEEL_VENV := build/wheel-venv
SHELL_SCRIPTS := .ci/run tests/tools/breaking.sh

# A change in one of these calls for a new installation; Python sources don't, as it is an editable one.
INSTALL_INPUTS := pyproject.toml hatch_build.py constraints.txt $(shell find protos -name '*.proto')
# Stamp files: when it was installed, without and with the dev extra.
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test polyglot web bench fuzz fuzz-state fuzz-request fuzz-egn check lint typecheck proto shell \
  format stubs wheel lock clean descriptors image-lock sbom deploy-tools docs release floors

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  %-12s %s\n", $$1, $$2 }'

# --- Installation --------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: install it, or name it with PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) lacks the venv module: install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUN): $(INSTALL_INPUTS) | $(BIN)/python
	$(PIP_INSTALL) -e .
	@touch $@

$(DEV): $(INSTALL_INPUTS) | $(BIN)/python
	$(PIP_INSTALL) -e '.[dev]'
	@touch $(RUN) $@

# --- Using it ------------------------------------------------------------------------------------------

demo: $(RUN) ## Play a game through a local server
	$(BIN)/euchre demo

test: $(DEV) ## Run the tests and hold their coverage to the minimum
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report= $(PYTEST_ARGS)
	$(BIN)/python -m coverage report --include='service/euchre_rules/*' --fail-under=98
	$(BIN)/python -m coverage report --fail-under=92

# Two files at once; the tests of one follow each other, as they build on each other.
polyglot: $(DEV) ## Build and run the clients in other languages, as docs/languages.md says
	$(BIN)/python -m pytest -n 2 --dist loadfile tests/polyglot/languages.py tests/polyglot/stubs.py \
	  tests/polyglot/reflection.py

web: $(DEV) ## Build the page and drive it in Chromium, as docs/web.md says
	$(BIN)/python -m pytest tests/web/pages.py $(WEB_ARGS)

bench: $(DEV) ## Measure speed, into build/bench.json (BENCH_ARGS=--short for a quick look)
	@mkdir -p build
	$(BIN)/python -m tests.bench $(BENCH_ARGS)

# Its parts may run side by side (make -j2 fuzz), as each takes one core.
fuzz: fuzz-state fuzz-request fuzz-egn ## Fuzz states, requests and EGN files (FUZZ_SECONDS=3600 for an hour each)

fuzz-state fuzz-request fuzz-egn: fuzz-%: $(DEV)
	$(BIN)/python -m tests.fuzz $* --seconds $(FUZZ_SECONDS)

# --- Checks --------------------------------------------------------------------------------------------

check: lint typecheck floors proto shell ## Everything that is checked without running the code

lint: $(DEV) ## ... Python style
	$(BIN)/ruff check
	$(BIN)/ruff format --check

typecheck: $(DEV) ## ... Python types
	$(BIN)/mypy

floors: $(DEV) ## ... imports: no package knows one above it
	PYTHONPATH=service:clients/python $(BIN)/lint-imports --no-cache

proto: $(DEV) ## ... protos: style, format, compatibility with the last landed ones
	$(BIN)/buf lint
	$(BIN)/buf format --path protos/euchre --exit-code -d
	BUF=$(BIN)/buf tests/tools/breaking.sh

shell: $(DEV) ## ... shell scripts
	$(BIN)/shellcheck $(SHELL_SCRIPTS)

format: $(DEV) ## Put Python sources and protos in shape
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	$(BIN)/buf format --path protos/euchre -w

# --- Building ------------------------------------------------------------------------------------------

stubs: $(DEV) ## Generate the Python stubs again, after editing a proto
	$(BIN)/python hatch_build.py

# By way of the source distribution, which shows that that one is complete too. The demo runs in another
# directory, isolated (-I), so that nothing of the source tree can be imported.
wheel: $(DEV) ## Build the wheel, install it in an empty environment, run the demo there
	rm -rf build/dist $(WHEEL_VENV)
	$(BIN)/python -m build --outdir build/dist
	$(PYTHON) -m venv $(WHEEL_VENV)
	$(WHEEL_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt build/dist/*.whl
	cd "$${TMPDIR:-/tmp}" && "$(CURDIR)/$(WHEEL_VENV)/bin/python" -I "$(CURDIR)/$(WHEEL_VENV)/bin/euchre" demo

docs: $(DEV) ## Write the generated pages, then build the documentation into build/site, all its links checked
	$(BIN)/python -m tests.docs.generate
	$(BIN)/zensical build --strict --clean

release: $(DEV) ## Build all of a release into build/release, from the commit (RELEASE_ARGS='--trial --twice' to try)
	$(BIN)/python deploy/release.py $(RELEASE_ARGS)

lock: ## Write constraints.txt anew, with the newest versions that fit
	rm -rf build/lock-venv
	$(PYTHON) -m venv build/lock-venv
	build/lock-venv/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	{ sed -n '/^#/p' constraints.txt; \
	  build/lock-venv/bin/python -m pip freeze --exclude-editable; } > build/constraints.txt
	mv build/constraints.txt constraints.txt
	$(MAKE) image-lock

# --- Deploying ----------------------------------------------------------------------------------------

descriptors: $(DEV) ## Compile the protos for Envoy, which translates JSON by them
	$(BIN)/buf build --as-file-descriptor-set -o deploy/envoy/euchre.binpb

sbom: $(DEV) ## List what the image holds, into build/image/sbom, by the steps of its Dockerfile
	rm -rf build/image
	$(BIN)/python -m tests.deploy.dry_build build/image sbom

image-lock: | $(BIN)/python ## Write deploy/locks anew, with the versions of constraints.txt
	$(PIP_INSTALL) uv
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python deploy/lock.py

# Also a kubectl has it. Go builds it otherwise.
deploy-tools: ## Get what the tests of deploy/ need and pip does not bring: kustomize
	@command -v kustomize || command -v kubectl || \
	  GOBIN="$(CURDIR)/build/bin" go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.2

clean: ## Remove everything that was made here
	rm -rf $(VENV) build dist __pycache__ clients/python/euchre deploy/envoy/euchre.binpb .coverage .coverage.* htmlcov \
	  .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf clients/web/dist clients/web/node_modules clients/web/src/gen tests/web/node_modules
	rm -rf clients/go/gen clients/node/node_modules clients/node/dist clients/node/src/gen clients/java/target
	find service clients tests -name __pycache__ -type d -prune -exec rm -rf {} +
