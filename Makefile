# Quillon: every daily task is a target. `make help` lists them.

export SWIFT ?= swift
# Otherwise SwiftPM gives the compiler the package's traits in an order that changes from run to run, and whenever it has changed, all
# is compiled anew.
export SWIFT_DETERMINISTIC_HASHING := 1
BUILD := $(SWIFT) build -c release
TOOL  := .build/release/quillon
LLVM   = $(dir $(realpath $(shell command -v $(SWIFT))))
PACKAGES := libserialport-dev pkg-config python3 qemu-system-arm binutils-arm-none-eabi
SWIFT_SOURCES := Package.swift Sources Tests Firmware Simulator Library Web Examples

.DEFAULT_GOAL := help
.PHONY: help setup build run check test-bounds test test-long setup-page test-page test-page-long site web-module test-site test-phone fuzz fuzz-hour \
  firmware firmware-tested firmware-tested-long emulate unicorn setup-emulator test-boards budgets \
  lint format lists model models examples pictures docs test-guests release test-release clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## install what this machine lacks; does nothing when all is there
	@Scripts/setup $(PACKAGES)

build: setup ## build the tool, .build/release/quillon
	@$(BUILD) --product quillon

run: build ## the main job: a simulated board on a serial line writes QUILLON, the bridge reads it; SERIAL=libserialport: as a real port
ifeq ($(SERIAL),libserialport)
	@$(BUILD) --product SerialPortShim
	@LD_PRELOAD=$(CURDIR)/.build/release/libSerialPortShim.so $(TOOL) run --serial libserialport
else
	@$(TOOL) run
endif

CORE_TESTS := ^($(shell ls Sources/Core | paste -sd'|'))Tests\.

check: setup lint ## the style and the core's tests: in under a minute after a build
	@Scripts/test setup --skip LongTests --filter '$(CORE_TESTS)'

test-bounds: setup ## the core's tests with the bounds of its sums asserted, built in .build/bounds
	@$(SWIFT) test -c release --scratch-path .build/bounds -Xswiftc -assert-config -Xswiftc Debug --skip LongTests --filter '$(CORE_TESTS)'

test: setup ## the tests, in release, as it ships; what fails and how long it took is told at the end
	@Scripts/setup binaryen # for the module that browsers run
	@Scripts/test firmware-tested --skip LongTests

test-long: setup ## the tests that take minutes each: every format on a board, models trained on recordings, test-boards
	@Scripts/test firmware-tested-long --filter LongTests; result=$$?; \
	$(MAKE) --no-print-directory test-boards && exit $$result

PAGE := .build/page

test-page: setup-page build ## drive the live page in a real browser; pictures stay in .build/page
	@BOARD=nrf51822 IMAGES=RecognizerImage Scripts/firmware unless-tested >/dev/null
	@$(PAGE)/venv/bin/python Tests/PageTests/page_test.py

test-page-long: setup-page build ## an 800 Hz board and two browsers for MINUTES, 30: memory flat, no sample lost
	@$(PAGE)/venv/bin/python Tests/PageTests/long_run.py

setup-page: setup
	@Scripts/setup chromium
	@Scripts/environment $(PAGE)/venv playwright==1.65.2 axe-core-python==0.1.0

site: ## the page for telephones in .build/site: put this folder on any https host
	@Web/site

web-module:
	@Web/build >/dev/null && $(SWIFT) build -c release --package-path Web --scratch-path .build/web --product QuillonSelfTest

test-site: setup-page build site ## drive that page in a real browser; pictures stay in .build/site-test
	@$(PAGE)/venv/bin/python Tests/PageTests/site_test.py
	@$(PAGE)/venv/bin/python Tests/PageTests/serial_test.py

test-phone: setup-page build ## let an emulated telephone be the board, over an encrypted line
	@Scripts/setup stunnel4 openssl qrencode
	@$(PAGE)/venv/bin/python Tests/PageTests/phone_test.py

SECONDS ?= 20
TARGETS ?= $(notdir $(wildcard Tests/Fuzz/Corpus/*))
FUZZ := .build/fuzz

fuzz: setup ## look for input that breaks a reader or a command, for SECONDS each; what is found stays in .build/fuzz
	@$(SWIFT) build -c release --package-path Tests/Fuzz --scratch-path $(FUZZ) --product fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library -Xswiftc -enable-testing \
	  -Xcc -DWITHOUT_COUNTING # the sanitizers have an allocator of their own
	@Tests/Fuzz/run $(FUZZ) $(SECONDS) $(TARGETS)

fuzz-hour: ## the same for an hour, and what it came to in firmware-docs/BUDGETS.md
	@rm -f $(FUZZ)/figures.md; $(MAKE) --no-print-directory fuzz SECONDS=260; result=$$?; \
	[ ! -s $(FUZZ)/figures.md ] || Scripts/insert $(FUZZ)/figures.md fuzz; exit $$result

firmware: setup ## every image for BOARD, in .build/firmware/BOARD; Scripts/firmware lists the options: PROTOCOL, MODEL=lab DAMPING=2, KEYBOARD=yes …
	@Scripts/firmware

firmware-tested firmware-tested-long: setup
	@Scripts/firmware $(@:firmware-%=%)

emulate: setup ## as run, but recognized by the firmware on the emulated BOARD, from a sensor that speaks PROTOCOL or is the chip SENSOR
	@Scripts/firmware emulate

unicorn: setup
	@Scripts/setup libunicorn-dev

setup-emulator: unicorn build
	@Scripts/shared-build build Simulator/BoardEmulator --product board-emulator

test-boards: unicorn build ## boards with a sensor chip, emulated with each chip: letters, faults, what hardware does not allow
	@Scripts/test-boards

budgets: setup ## measure all boards: .build/budgets.json, and the tables in firmware-docs
	@$(SWIFT) test -c release --filter BudgetTests; result=$$?; \
	Scripts/insert .build/budgets.md budgets; cat .build/budgets.md; exit $$result

lint: ## check the style of every Swift file, and that the lists are up to date
	@$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	@Scripts/lists --check

format: ## bring every Swift file into style
	@$(SWIFT) format --in-place --recursive --parallel $(SWIFT_SOURCES)

lists: ## write what follows from the lists of formats and models into the tool, firmware, libraries and pages
	@Scripts/lists

model: build ## train the shipped linear models again, from simulated letters only
	@Scripts/models standard

models: build ## train the packed models again, those that need people's recordings only if RECORDINGS has them
	@Scripts/models packed

clean: ## remove what was built
	@rm -rf .build

examples: build ## build and run every program in Examples, and compare what each prints with what it should; sketches run on stand-ins
	@Scripts/setup g++ nodejs
	@Examples/run $(TOOL)
	@python3 Tests/SketchTests/sketches.py $(TOOL)

pictures: setup-page build site ## draw the documents' pictures anew, and take those of the pages in a real browser
	@Scripts/pictures

docs: setup ## the documentation of the products as a static site in .build/docs; a warning is an error
	@$(BUILD) # the tool has not all products in it
	@Scripts/docs
	@Scripts/pictures --check

test-guests: build ## what a package that depends on this one gets: little to build, no clash of names
	@Tests/Guests/run

release: ## what is published of VERSION, which has to be the sources': .build/release-VERSION
	@Scripts/release $(VERSION)

test-release: ## take each file of that release as its user would: unpack, install, compile, run, read a letter
	@Tests/ReleaseTests/release_test.py .build/release-$(VERSION)

include Library/library.mk
include Packaging/install.mk
