# Installing, and a package for Debian. The tool is linked with Swift's libraries in it, so that it runs without Swift.

PREFIX  ?= /usr/local
STAGE   := .build/install
PLACE    = $(DESTDIR)$(PREFIX)
# Debian's packages have theirs in other folders than what is installed by hand.
ZSH     ?= share/zsh/site-functions
UNITS   := lib/systemd/user
RULES   := lib/udev/rules.d
# The boards that QEMU emulates. The others are there to be flashed.
INSTALLED_BOARDS := mps2-an386 stm32f405 nrf51822
# The folders that installing makes below PREFIX. Whoever removes the tool keeps folders with other files, and other empty ones.
FOLDERS  = bin share/doc/quillon share/man/man1 share/bash-completion/completions $(ZSH) share/fish/vendor_completions.d $(RULES) $(UNITS) lib
# The boards that are flashed, and the file type for a board's boot loader.
FLASHED  = $$(Scripts/firmware boards sensor) stm32f405 nrf51822
loaded  = case $(1) in nano33ble-sense|*f405) echo bin;; nrf51822) echo hex;; *) echo uf2;; esac
# The documents, with the folders in which their links find each other. Those for whoever has the sources are among them.
DOCUMENTS := README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md $(wildcard firmware-docs/*.md firmware-docs/pictures/*.png firmware-docs/pictures/*.svg)
STATIC   = $(LLVM)../lib/swift_static/linux
# Links what `make build` has compiled with Swift's libraries in it: FOLDER/quillon. By Swift's own linker, for GNU's gold stops at some
# programs with an error of its own (internal error in format_file_lineno).
link     = [ $(1)/quillon -nt $(TOOL) ] || { mkdir -p $(1) && \
  $(SWIFT)c $(2) -use-ld=lld -Xlinker --defsym=main=quillon_main -o $(1)/linked @.build/release/quillon.product/Objects.LinkFileList -L $(STATIC) \
    -Xlinker --start-group $(addprefix -Xlinker ,$(patsubst $(STATIC)/lib%.a,-l%,$(wildcard $(STATIC)/lib*.a)) -lstdc++) -Xlinker --end-group \
    -lserialport && \
  strip --remove-section=.comment -o $(1)/quillon $(1)/linked && rm $(1)/linked; }

# What is changed in the pages of the manual. NAME has quillon.bridge, as `man` and `whatis` want the page's name; SYNOPSIS has
# `quillon bridge`, as it is typed.
MAN      = -e 's/^$$/.Pp/' -e '/^\.Sh NAME/,/^\.Sh SYNOPSIS/{/^\.Nm/h;s/^\.Nm "quillon \(.*\)"/.Nm quillon.\1/}' \
  -e '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/{/^\.Nm$$/g}'

.PHONY: install install-documents uninstall stage static deb test-deb test-service setup-deb
install: stage ## install the tool, manual, documents, completions, udev rule, unit and images below PREFIX (/usr/local), in DESTDIR
	@install -Dm755 $(STAGE)/quillon $(PLACE)/bin/quillon
	@install -d $(PLACE)/share/man/man1 && install -m644 $(STAGE)/man/*.1 $(PLACE)/share/man/man1
	@install -Dm644 $(STAGE)/quillon.bash $(PLACE)/share/bash-completion/completions/quillon
	@install -Dm644 $(STAGE)/quillon.zsh $(PLACE)/$(ZSH)/_quillon
	@install -Dm644 $(STAGE)/quillon.fish $(PLACE)/share/fish/vendor_completions.d/quillon.fish
	@install -Dm644 Packaging/70-quillon.rules $(PLACE)/$(RULES)/70-quillon.rules
	@install -d $(PLACE)/$(UNITS) && sed 's|@PREFIX@|$(PREFIX)|' Packaging/quillon-bridge.service >$(PLACE)/$(UNITS)/quillon-bridge.service
	@chmod 644 $(PLACE)/$(UNITS)/quillon-bridge.service
	@for board in $(INSTALLED_BOARDS); do \
	  install -Dm644 -t $(PLACE)/lib/quillon/images/$$board .build/firmware/$$board/RecognizerImage.elf || exit 1; done
	@for board in $(FLASHED); do \
	  install -Dm644 -t $(PLACE)/lib/quillon/images/$$board .build/firmware/$$board/RecognizerImage.$$($(call loaded,$$board)) || exit 1; done
	@install -Dm644 -t $(PLACE)/lib/quillon/images/nrf51822 $(addprefix .build/firmware/nrf51822/RecognizerImage-gestures,.elf .hex)
	@$(MAKE) --no-print-directory install-documents DOCUMENTATION=$(PLACE)/share/doc/quillon

install-documents:
	@for document in $(DOCUMENTS); do install -Dm644 $$document $(DOCUMENTATION)/$$document || exit 1; done

uninstall: ## remove what `make install` has put below PREFIX, in DESTDIR
	@rm -f $(PLACE)/bin/quillon $(PLACE)/share/man/man1/quillon.1 $(PLACE)/share/man/man1/quillon.*.1 \
	  $(PLACE)/share/bash-completion/completions/quillon $(PLACE)/$(ZSH)/_quillon \
	  $(PLACE)/share/fish/vendor_completions.d/quillon.fish $(PLACE)/$(RULES)/70-quillon.rules \
	  $(PLACE)/$(UNITS)/quillon-bridge.service
	@rm -rf $(PLACE)/lib/quillon $(addprefix $(PLACE)/share/doc/quillon/,README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md firmware-docs)
	@cd $(PLACE) 2>/dev/null && rmdir -p --ignore-fail-on-non-empty $(FOLDERS) 2>/dev/null || true

# What is installed and not there yet: the tool linked statically from what `make build` has compiled, the manual by the generator of
# swift-argument-parser, the completions by the tool.
stage: build
	@mkdir -p $(STAGE)/man
	@Scripts/firmware installed >/dev/null
	@$(call link,$(STAGE),-static-stdlib)
	@[ -x $(STAGE)/manual/debug/generate-manual ] || $(SWIFT) build --package-path .build/checkouts/swift-argument-parser \
	  --scratch-path $(STAGE)/manual --product generate-manual >/dev/null
	@rm -f $(STAGE)/man/*; $(STAGE)/manual/debug/generate-manual $(STAGE)/quillon --multi-page --output-directory $(STAGE)/man \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date +%F)"
	@sed -i $(MAN) $(STAGE)/man/*.1
	@for shell in bash zsh fish; do $(STAGE)/quillon --generate-completion-script $$shell >$(STAGE)/quillon.$$shell || exit 1; done
	@sed -i '1{/^#!/d}' $(STAGE)/quillon.bash # it is read and not run

# The tool with the C library in it, too, for every Linux on this processor. It finds users and hosts in files and by DNS, and by no
# other service.
static: build
	@$(call link,$(STAGE)/static,-static-executable)

deb: stage setup-deb ## build a package for Debian: .build/quillon_VERSION_ARCHITECTURE.deb
	@Packaging/deb

test-deb: deb ## install that package in a clean root, run it and remove it without a trace
	@Packaging/test-deb

test-service: build ## a service reads a simulated board at 10 × speed with unplugs, for MINUTES, 1: memory flat, nothing lost
	@python3 Tests/ServiceTests/simulated_day.py $(TOOL) $(or $(MINUTES),1)

setup-deb:
	@Scripts/setup $(PACKAGES) dpkg-dev lintian debootstrap
