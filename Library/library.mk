# The core as a C library: its archives, its Python wheel, their tests. What comes out lies in .build/library. The one file of C lies in
# .build/amalgamation.

LIBRARY := .build/library
LIBRARY_TARGETS := cortex-m0plus cortex-m3 cortex-m4 rv32imc linux-x86_64 linux-aarch64
# The code of a Cortex-M4 is the same for both float ABIs, and for a Cortex-M33 with the DSP extension.
LIBRARY_ALIASES := cortex-m4f cortex-m33
LIBRARY_PACKAGES := gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib picolibc-arm-none-eabi \
  gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf gcc-aarch64-linux-gnu g++ binutils libc6-dev-arm64-cross qemu-system-misc qemu-user valgrind cmake \
  python3-venv wabt tcc gcc-powerpc-linux-gnu libc6-dev-powerpc-cross
LIBRARY_SOURCES = $(shell find Sources/Core Library/Sources Library/Headers Library/Targets Library/build Library/Package.swift -type f)
PYTHON := $(LIBRARY)/venv/bin/python
AMALGAMATION := .build/amalgamation/quillon.c

.PHONY: library amalgamation setup-library wheel wheels sdist crate npm test-library test-amalgamation-long examples-c compare

library: setup $(LIBRARY_TARGETS:%=$(LIBRARY)/%/stamp) $(AMALGAMATION) ## the core as a C library for six processors: .build/library/TARGET/{lib,include}, and a tar of all
	@for alias in $(LIBRARY_ALIASES); do rm -rf $(LIBRARY)/$$alias && cp -r $(LIBRARY)/cortex-m4 $(LIBRARY)/$$alias; done
	@Library/packages && Library/pack $(LIBRARY_TARGETS) $(LIBRARY_ALIASES)

$(LIBRARY)/%/stamp: $(LIBRARY_SOURCES)
	@Library/build $* && touch $@

amalgamation: $(AMALGAMATION) ## the core as one file of C: .build/amalgamation/{quillon.c,quillon.h}

$(AMALGAMATION): $(LIBRARY_SOURCES) $(wildcard Library/Amalgamation/*) | setup
	@Scripts/setup wabt
	@Library/Amalgamation/build

# What the tests compare the library with: the same in Swift, compiled beside it.
$(LIBRARY)/SwiftReplay: $(LIBRARY)/linux-x86_64/stamp
	@$(SWIFT) build --quiet --traits SequenceNetwork --package-path Library --scratch-path $(LIBRARY)/build/linux-x86_64 -c release --build-system native \
	  --triple x86_64-unknown-linux-gnu --toolset Library/Targets/common.json --toolset Library/Targets/linux-x86_64.json --product SwiftReplay
	@cp $(LIBRARY)/build/linux-x86_64/x86_64-unknown-linux-gnu/release/SwiftReplay $@

setup-library: setup
	@Scripts/setup $(LIBRARY_PACKAGES)
	@Scripts/environment $(LIBRARY)/venv -r Library/Tests/requirements.txt

wheel: setup-library $(LIBRARY)/linux-x86_64/stamp ## the Python package quillon for Linux on x86_64: .build/wheel/quillon-*.whl
	@Library/Python/build $(PYTHON) wheel manylinux2014_x86_64

wheels: wheel $(LIBRARY)/linux-aarch64/stamp $(AMALGAMATION) ## the same for Linux on aarch64 and for Windows, too: .build/wheels/quillon-*.whl
	@Scripts/setup gcc-mingw-w64-x86-64-win32
	@Library/Python/build $(PYTHON) wheel manylinux2014_aarch64
	@Library/Python/build $(PYTHON) wheel win_amd64

sdist: setup-library $(AMALGAMATION) ## the Python package as source, with the one file of C, for every system: .build/wheel/quillon-*.tar.gz
	@Library/Python/build $(PYTHON) sdist

crate: $(AMALGAMATION) ## the Rust crate quillon, which compiles the one file of C: .build/crate/quillon-VERSION.crate
	@Library/Rust/build

npm: setup ## the package quillon for npm, for pages, workers and Node: .build/npm/quillon-*.tgz
	@command -v npm >/dev/null || Scripts/setup npm
	@Library/JavaScript/build

examples-c: setup-library library build ## attitude and letters in C, on emulated boards
	@$(PYTHON) -m pytest -q -s Library/Tests/test_examples.py

test-library: setup-library library amalgamation crate wheel npm build web-module $(LIBRARY)/SwiftReplay ## the C library, its examples, the Python wheel, Arduino's and other packages of it
	@$(LIBRARY)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .build/wheel/quillon-*.whl
	@$(LIBRARY)/venv/bin/pip install --quiet --disable-pip-version-check -r Library/Comparison/requirements.txt
	@PATH="$$PATH:$(LLVM)" $(PYTHON) -m pytest -q -m "not long" Library/Tests

test-amalgamation-long: setup-library amalgamation wheels sdist build ## the one file of C by more compilers: for Windows, run by Wine, Xtensa, and Linux on IBM Z and ARM
	@Scripts/setup gcc-mingw-w64-x86-64-win32 wine wine64 gcc-s390x-linux-gnu libc6-dev-s390x-cross \
	  gcc-xtensa-lx106 picolibc-xtensa-lx106-elf
	@$(LIBRARY)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .build/wheel/quillon-*.whl
	@$(PYTHON) -m pytest -q -m long Library/Tests/test_one_file.py

compare: wheel ## attitude by quillon, vqf, ahrs and imufusion on simulated recordings, and on RECORDINGS: errors and time
	@$(LIBRARY)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .build/wheel/quillon-*.whl
	@$(LIBRARY)/venv/bin/pip install --quiet --disable-pip-version-check -r Library/Comparison/requirements.txt
	@$(PYTHON) Library/Comparison/compare.py $(RECORDINGS)
