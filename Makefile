# Each target says what it does: `make help`. All of them set up what they need first.
PYTHON ?= python3
LOCAL = $(PYTHON) -m deploy.local
BIN = .venv/bin
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

.PHONY: help up env backup check test e2e drills bench bombs chaos cluster shift lint format generate screenshot pictures manage lock setup clean

help: ## this list
	@echo "Docket. PORT, HOST, DOCKET_DATA_DIR, DATABASE_URL and BROKER_URL change where it runs; see README.md."
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## set up and run everything at http://localhost:8000 until Ctrl-C (PORT=8001 for another port)
	@$(LOCAL) up

env: ## for containers: ask for what docker-compose.yml needs, make its passwords, and write .env (or from variables)
	@$(LOCAL) env

backup: ## copy the running product's data to a new folder, from which it can be started: make backup TO=/var/backups/docket-1
	@$(LOCAL) backup "$(TO)"

check: ## within seconds, what the change since main touches: lint, Python, console (ROOM=tags, a file or a folder for its tests)
	@$(LOCAL) check $(ROOM)

test: ## every test: console units, Python, and a real browser (ONLY=console, python or browser for one kind)
	@$(LOCAL) test $(if $(ONLY),--only $(ONLY))

e2e: ## the browser tests alone
	@$(LOCAL) test --only browser

drills: ## before a release: every rule of docs/design/figures.md in full, and one table of rule, size and result
	@$(LOCAL) drills

bench: ## measure the product with 100k and 1M reviews, and write docs/benchmarks.md (ARGS="--sizes 100k --rows list")
	@$(LOCAL) bench $(ARGS)

bombs: ## ten bombs of each kind (picture, testimonial, mail, import, export, pattern) beside 50 people at work, against a quiet run
	@$(LOCAL) bombs $(ARGS)

chaos: ## kill all kinds of process while people decide, answer tickets and send files, audit everything, print how long each was away
	@$(LOCAL) chaos $(ARGS)

cluster: ## two webs, workers and schedulers, PgBouncer, HAProxy, replica, three brokers: faults while people call, audit (ARGS="--only failover")
	@$(LOCAL) cluster $(ARGS)

shift: ## measure 100, 200 and 400 people calling all that the console calls, a minute each (ARGS="--people 100")
	@$(LOCAL) shift $(ARGS)

lint: ## style, types, the direction between rooms, and that generated files are up to date
	@$(LOCAL) lint

format: setup ## put the Python code into the house's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

generate: ## write the generated files anew: the API's description and the console's types
	@$(LOCAL) generate

screenshot: ## take docs/screenshot.png anew, with the browser tests
	@DOCKET_SCREENSHOT=1 $(LOCAL) test --only browser

pictures: ## every page in five widths and both themes beside its drawing, as one page: .build/pictures/index.html
	@DOCKET_PICTURES=1 $(LOCAL) test --only browser

manage: ## a manage.py command beside the running product: make manage ARGS="docket_demo"
	@$(LOCAL) manage $(ARGS)

lock: setup ## resolve the dependencies of pyproject.toml into requirements/ anew (ARGS=--upgrade for newer ones)
	@$(LOCAL) lock $(ARGS)

setup:
	@$(LOCAL) setup

clean: ## remove all that was set up; the data folder stays
	rm -rf .build .venv node_modules console/dist console/tools/openapi/node_modules test-results playwright-report
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
