# Quillon: every daily task is a target. `make help` lists them.

SWIFT ?= swift
BUILD := $(SWIFT) build -c release
TOOL  := .build/release/quillon
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)
PACKAGES := libserialport-dev pkg-config qemu-system-arm binutils-arm-none-eabi

.DEFAULT_GOAL := help
.PHONY: help setup build run test fuzz firmware emulate budgets lint format model clean

# The device: `make firmware BOARD=nrf51822`. What comes out lies in .build-BOARD/images.
BOARD   ?= mps2-an386
BOARDS  := mps2-an386 stm32f405 nrf51822
# A micro:bit has no stack for all decoders in one program.
IMAGES  := RecognizerImage ReplayImage LatencyImage $(if $(filter nrf51822,$(BOARD)),,DecoderImage)
TRIPLE  := $(if $(filter nrf51822,$(BOARD)),armv6m,armv7em)-none-none-eabi
SCRATCH := .build-$(BOARD)
OUTPUT  := $(SCRATCH)/images
ARM     := arm-none-eabi
LLVM    := $(dir $(realpath $(shell command -v $(SWIFT))))

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

# How long the fuzzers run, and where what they find stays.
SECONDS ?= 60
FUZZ := .build-fuzz

fuzz: ## look for bytes that break a decoder, for SECONDS; what is found stays in .build-fuzz
	@mkdir -p $(FUZZ)/found
	@FUZZ=1 $(SWIFT) build -c release --scratch-path $(FUZZ) --product fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library
	@SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 $(FUZZ)/release/fuzz \
	  -max_total_time=$(SECONDS) -max_len=2048 -timeout=5 -verbosity=0 -print_final_stats=1 \
	  -artifact_prefix=$(FUZZ)/ $(FUZZ)/found Tests/Fuzz/Corpus

firmware: setup ## every image for BOARD: ELF, .bin, .hex, map, disassembly in .build-BOARD/images
	@mkdir -p $(OUTPUT)
	@for image in $(IMAGES); do \
	  BOARD=$(BOARD) $(SWIFT) build -c release --build-system native --triple $(TRIPLE) \
	    --toolset Sources/Boards/$(BOARD)/toolset.json --scratch-path $(SCRATCH) \
	    -Xlinker -Map=$(OUTPUT)/$$image.map --product $$image && \
	  cp $(SCRATCH)/$(TRIPLE)/release/$$image $(OUTPUT)/$$image.elf && \
	  $(ARM)-objcopy -O binary $(OUTPUT)/$$image.elf $(OUTPUT)/$$image.bin && \
	  $(ARM)-objcopy -O ihex $(OUTPUT)/$$image.elf $(OUTPUT)/$$image.hex && \
	  $(LLVM)llvm-objdump -d --no-show-raw-insn $(OUTPUT)/$$image.elf | $(SWIFT) demangle --simplified \
	    >$(OUTPUT)/$$image.asm || exit 1; done
	@$(ARM)-size $(OUTPUT)/*.elf

emulate: firmware build ## as run, but recognized by the firmware on the emulated BOARD
	@$(TOOL) run --board $(BOARD)

budgets: setup ## measure instructions, flash, RAM and stack on all boards: .build/budgets.json
	@$(SWIFT) test -c release --filter BudgetTests
	@cat .build/budgets.md

lint: ## check the style of every Swift file
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Simulator Tests

format: ## bring every Swift file into style
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Simulator Tests

model: build ## train the shipped model again, from simulated letters only
	@$(TOOL) train --simulated 200 --out .build/standard.json \
	  --emit-swift Sources/Models/StandardModel.swift

clean: ## remove what was built
	@rm -rf .build $(BOARDS:%=.build-%)
