# Everything runs from a virtual environment in .venv; both commands are quick when repeated.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard solvers/*/*.cpp solvers/*/*.hpp)

.PHONY: demo test lint setup clean

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
	rm -rf $(VENV) build dist
