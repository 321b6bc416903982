# Everything runs from a virtual environment in .venv; both commands are quick when repeated.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard solvers/*/*.cpp solvers/*/*.hpp)

.PHONY: demo test lint setup bench lock licences clean

demo: setup
	$(BIN)/gridmill demo

test: setup
	$(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: $(VENV)/.built

# Next to peers from PyPI; the measured chapters are written to docs/benchmarks.md.
bench: setup $(VENV)-bench/.ready
	$(BIN)/python -m benchmarks --write

$(VENV)-bench/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-bench/bin/python -m pip install --quiet --group bench
	touch $@

# The exact versions, with hashes, of what the image installs and of what builds the wheel; for every platform.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

lock: setup
	$(BIN)/python -m pip install --quiet --group release
	$(COMPILE) --all-extras pyproject.toml --output-file requirements.lock
	$(COMPILE) --group build --output-file requirements-build.lock

# The licences of what requirements.lock names, into docs/licences.md.
licences: setup
	$(BIN)/python -m pip install --quiet --group release
	.ci/licences

# The tools and libraries: only when pyproject.toml changed.
$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group build --group dev
	touch $@

# The kernels and the editable install: only when a source of a kernel changed.
$(VENV)/.built: $(VENV)/.ready CMakeLists.txt $(KERNELS)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-bench build dist
