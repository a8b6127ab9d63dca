# Quillon: every daily task is a target. `make help` lists them.

SWIFT ?= swift
BUILD := $(SWIFT) build -c release
TOOL  := .build/release/quillon
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)
PACKAGES := libserialport-dev pkg-config

.DEFAULT_GOAL := help
.PHONY: help setup build run test lint format model clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## install what this machine lacks; does nothing when all is there
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' \
	    || missing="$$missing $$package"; done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing" >&2; \
	  $(AS_ROOT) apt-get update -qq && \
	  $(AS_ROOT) apt-get install -y -qq --no-install-recommends $$missing >&2; fi
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Swift 6.2 or newer is missing: install it from https://www.swift.org/install" >&2; exit 3; }

build: setup ## build the tool, .build/release/quillon
	@$(BUILD) --product quillon

run: build ## the main job: a simulated board on a serial line writes QUILLON, the bridge reads it
	@$(TOOL) run

test: setup ## every test, in release, as it ships
	@$(BUILD) --product quillon
	@$(SWIFT) test -c release

lint: ## check the style of every Swift file
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Simulator Tests

format: ## bring every Swift file into style
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Simulator Tests

model: build ## train the shipped model again, from simulated letters only
	@$(TOOL) train --simulated 200 --out .build/standard.json \
	  --emit-swift Sources/Models/StandardModel.swift

clean: ## remove what was built
	@rm -rf .build
