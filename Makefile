## make              build/ngx_bizrec_module.so and build/lmdb_builder (CREDITS=OFF: without credits, see docs/credits.md)
## make run          build, index the sample, serve it on 127.0.0.1:8080 (PORT=8080)
## make test         build and run every test
## make deb          Debian packages of the build, in build/packages: docs/packages.md
## make dist         the source as one file, in build/dist
## make install      install the build, and conf/nginx/, where Debian's nginx has such files: docs/install.md
##                   (DESTDIR=, PREFIX=/usr/local, MODULES_DIR=/usr/lib/nginx/modules)
## make uninstall    remove them
## make deps         install the Debian packages that a build needs, or print the command for it
## make format       clang-format over all C++, perltidy over all Perl
## make clean        remove build/
##
## make quality      the quality of the answers (BIZREC_DATA=the shared data); quality-peers: compared with Lucene's
## make bench-help   the benchmarks
##
## .ci/run           the checks before a merge, 25 minutes
## make night        every check, some hours; STEP='Valgrind|soak' some of them, SCALE=20 more rounds: docs/testing.md
## make tidy, sanitize, valgrind, fuzz SECONDS=60, test-install, test-debian13   parts of them
##
## Generated files that are committed:
## make openapi-json   conf/www/openapi.json from docs/openapi.yaml
## make format-index   the small index of the current format that t/swap/formats.t keeps for later releases
## make fuzz-corpus    the inputs that the fuzzers have found, reduced to those that reach new code

PORT ?= 8080
JOBS ?= $(shell nproc)
NGINX_SOURCE ?= /usr/share/nginx/src

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
SHELL := /bin/bash

# Relative paths: make splits names at white space and reads % as a pattern, and the path of the checkout may contain both.
# A path outside of this folder, or one that is used in another folder, begins with $(HERE).
BUILD := build
HERE := "$$PWD"/
CMAKE_DIR := $(BUILD)/cmake
NGINX_DIR := $(BUILD)/nginx
NGINX_TREE := $(BUILD)/nginx-tree
RUN_DIR := $(BUILD)/run
MODULE := $(BUILD)/ngx_bizrec_module.so
BUILDER := $(BUILD)/lmdb_builder
SAMPLE := t/data/sample

# ON or OFF: whether rows can have a price. lists/rooms.txt has the rooms that a build without credits leaves out.
CREDITS ?= ON
$(if $(filter ON OFF,$(CREDITS)),,$(error CREDITS is ON or OFF, not "$(CREDITS)"))
# In the order that a linker needs: the highest first.
ROOMS = $(filter-out $(if $(filter OFF,$(CREDITS)),ledger),$(shell sed -n 's/^\([a-z_]*\):.*/\1/p' lists/rooms.txt | tac))
# -O2: CMake's -O3 makes the build a sixth longer. Joint units (docs/testing.md) reduce it to a quarter of the time file by file.
OPTIMIZE ?= -O2
WERROR ?= OFF
CONFIGURE := cmake -S . -B $(CMAKE_DIR) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE='$(OPTIMIZE) -DNDEBUG' \
    -DBIZREC_WERROR=$(WERROR) -DBIZREC_CREDITS=$(CREDITS) --log-level=WARNING
ENGINE_LIBS = $(foreach room,$(ROOMS),$(CMAKE_DIR)/libbizrec_$(room).a)
# The files that nginx's makefile compiles or includes.
MODULE_FILES := $(sort $(wildcard ngx_bizrec_module/* ngx_bizrec_module/*/* bizrec/*/*))

.PHONY: help run test build deps engine module deb dist install uninstall test-install test-debian13 check-port openapi-json format-index \
    quality night format tidy sanitize valgrind fuzz fuzz-corpus clean FORCE

build: engine module

# The lines above that begin with ##.
help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# A build for `make run` needs no test library; once `make test` has asked for the tests they stay in the build.
PACKAGES := run
TESTS := OFF
test: PACKAGES := test
test: TESTS := ON
tidy sanitize valgrind fuzz: PACKAGES := check

deps: $(if $(filter run,$(MAKECMDGOALS)),check-port)
	@.ci/packages $(PACKAGES)

# ---- engine and builder: CMake

engine: deps
	@[ -f $(CMAKE_DIR)/build.ninja ] && grep -q 'BIZREC_TESTS:BOOL=\(ON\|$(TESTS)\)' $(CMAKE_DIR)/CMakeCache.txt \
	    && grep -q 'BIZREC_CREDITS:BOOL=$(CREDITS)$$' $(CMAKE_DIR)/CMakeCache.txt \
	    || .ci/stage configure 'configuring the build' $(CONFIGURE) -DBIZREC_TESTS=$(TESTS)
	@.ci/stage engine 'building the engine and lmdb_builder' ninja -C $(CMAKE_DIR) -j $(JOBS)
	@.ci/install-file $(CMAKE_DIR)/lmdb_builder $(BUILDER)

# ---- the module: nginx's own build, over Debian's headers, into our folder

# A configured build is stale after a change of the list of files (make fails if a header is gone), and of nginx-dev.
$(NGINX_DIR)/inputs: FORCE | deps
	@mkdir -p $(NGINX_DIR)
	@{ echo '$(MODULE_FILES) $(ENGINE_LIBS) $(CREDITS)'; cat $(NGINX_SOURCE)/conf_flags; cksum < $(NGINX_SOURCE)/src/core/nginx.h; } > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@

# nginx's scripts quote no path. So they run in a copy of nginx-dev's tree inside the checkout, where every path is
# relative and without white space.
$(NGINX_DIR)/Makefile: config config.make $(NGINX_DIR)/inputs
	@rm -rf $(NGINX_TREE) && cp -RL $(NGINX_SOURCE) $(NGINX_TREE)
	@BIZREC_CREDITS=$(CREDITS) BIZREC_ENGINE_LIBS='$(addprefix ../../,$(ENGINE_LIBS))' .ci/stage nginx-configure "configuring nginx's build" bash -c \
	    'cd $(NGINX_TREE) && . ./conf_flags && ./configure "$${NGX_CONF_FLAGS[@]}" --add-dynamic-module=../.. --builddir=../$(notdir $(NGINX_DIR))'

module: engine $(NGINX_DIR)/Makefile
	@.ci/stage module 'building ngx_bizrec_module.so' $(MAKE) --no-print-directory -s -j $(JOBS) -f ../$(notdir $(NGINX_DIR))/Makefile -C $(NGINX_TREE) modules
	@.ci/install-file $(NGINX_DIR)/ngx_http_bizrec_module.so $(MODULE)

# ---- files that bizrec-www.conf serves

openapi-json:
	@.ci/openapi-tools
	NODE_PATH=build/openapi/node_modules node t/openapi/to-json.cjs docs/openapi.yaml > conf/www/openapi.json

# ---- packages

# Not `deb: build`: it packages the tested build.
deb:
	@.ci/packages package
	@.ci/deb

dist:
	@.ci/dist

# ---- install

# Passed to a shell, because make would split these at white space.
export DESTDIR PREFIX MODULES_DIR

# Not `install: build`: `sudo make install` would leave files of root in the build, and needs no compiler.
install uninstall:
	@.ci/install $@

test-install:
	t/run --require install

test-debian13:
	@.ci/debian13 all

# ---- run

$(RUN_DIR)/stores.jsonl: $(wildcard $(SAMPLE)/*.gz) | build
	@mkdir -p $(RUN_DIR)
	@.ci/stage stores 'making 30,000 stores for the sample' $(CMAKE_DIR)/generate_stores --data $(SAMPLE) -o $@

# An empty recipe, so that make compares the times. A newer builder may write another format.
$(CMAKE_DIR)/lmdb_builder: build
	@:

$(RUN_DIR)/index.mdb: $(SAMPLE)/osm_brands.jsonl.gz $(RUN_DIR)/stores.jsonl $(CMAKE_DIR)/lmdb_builder
	@.ci/stage index 'indexing the sample, 49,119 records' $(BUILDER) build --force -o $@ $(filter %.gz %.jsonl,$^)

# PORT goes to the scripts through the environment, because make would read a $ in it as a variable.
export PORT

check-port:
	@.ci/check-port "$$PORT"

run: check-port build $(RUN_DIR)/index.mdb
	@.ci/serve $(RUN_DIR)/index.mdb "$$PORT"

# ---- indexes of every format, for t/swap/formats.t: run it once after a change of the format

format-index: build
	@t/data/formats/make $(HERE)$(BUILDER)

# ---- benchmarks: bench/Makefile has them and their needs; `make bench-help` lists them

.PHONY: bench capacity load-client quality-peers quality-fit attack-work
bench capacity load-client quality-peers quality-fit attack-work:
	@$(MAKE) --no-print-directory -f bench/Makefile $@

bench-%: FORCE
	@$(MAKE) --no-print-directory -f bench/Makefile $@

# ---- checks

# RUN_OPTIONS: options of t/run. The checks of .ci/run add --require.
RUN_OPTIONS ?=

test: engine module
	@JOBS=$(JOBS) .ci/unit-tests $(CMAKE_DIR) $(BUILD)/log/unit-tests
	@rm -rf $(BUILD)/answers && mkdir -p $(BUILD)/answers
	BIZREC_RECORD_ANSWERS=$(HERE)$(BUILD)/answers t/run $(RUN_OPTIONS) gate
	@.ci/check-answers $(BUILD)/answers
	@$(MAKE) --no-print-directory quality

# The quality of the answers: t/quality. If BIZREC_DATA is unset, it prints one line.
quality: engine
	@ninja -C $(CMAKE_DIR) --quiet quality_suite query_suite
	@$(CMAKE_DIR)/quality_suite; one=$$?; $(CMAKE_DIR)/query_suite && exit $$one

# Passed to the script unchanged, because make would split STEP at white space.
export STEP SCALE

night:
	@.ci/night

format:
	git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' | xargs clang-format -i
	.ci/perl-files | xargs -P $(JOBS) -n 32 .ci/perl-format write

tidy: module
	@mkdir -p $(BUILD)
	@.ci/tidy $(BUILD)/tidy $(NGINX_DIR) all

# Unit tests and HTTP tests under AddressSanitizer and UBSan.
sanitize: deps
	.ci/sanitize $(BUILD)/sanitize units-whole
	.ci/sanitize $(BUILD)/sanitize http

# Clients that leave, reloads and searches on threads, under Valgrind.
valgrind: build
	.ci/valgrind $(BUILD)/valgrind $(MODULE) $(BUILDER)

# Each target of t/fuzz for SECONDS (0: only the kept inputs).
SECONDS ?= 60
fuzz: deps
	.ci/fuzz $(BUILD)/fuzz $(SECONDS)

# Adds the inputs that the fuzzers have found to the kept ones, and reduces them to those that reach new code.
fuzz-corpus:
	.ci/fuzz-corpus $(BUILD)/fuzz

clean:
	rm -rf build
