# The two commands a newcomer needs: make demo, make test. Everything else is beside them.
VENV := .venv
PY := $(VENV)/bin/python
.PHONY: demo test run bench check clean

$(VENV)/ready: pyproject.toml
	@echo "Making a virtual environment in $(VENV) and installing what the judge needs ..."
	@python3 -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	@touch $@
