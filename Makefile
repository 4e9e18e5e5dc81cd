# make run     build, index the sample, serve it on 127.0.0.1:$(PORT)
# make test    build and run every test
# make build   build/ngx_bizrec_module.so and build/lmdb_builder
# make install put them, and the files of conf/nginx/, where Debian's nginx has such files: docs/install.md
#              (DESTDIR=, PREFIX=/usr/local, MODULES_DIR=/usr/lib/nginx/modules); make uninstall takes them away
# make test-install  follow docs/install.md in a root of Debian of its own
# make test-debian13 build and run every test in a root of Debian 13
# make deps    install the Debian packages that a build needs (or print the line that does)
# make bench-neighbour   what a neighbour notices of enrichments that are made to be work
# make bench-overload   three times the searches that a worker can do, from clients that give up; BEFORE=REVISION to compare with
# make bench-revisions  what the changes since a revision cost a request (BEFORE=REVISION), in turn with this one
# make bench-instructions   instructions of usual requests, counted by Callgrind: the same next to any load
# make bench-id-pages    pages of ids of a million records, from body to answer
# make bench   how close enrichment comes to a fixed string
# make bench-search, bench-search-scale, bench-search-http, bench-mixed: search next to Lucene, at ten times the records,
#              over HTTP, and next to enrichment
# make bench-credits   what a charge costs an enrichment
# make bench-batch     enrichments in batches next to single ones
# make bench-compression  what gzip costs and saves
# make bench-customers    rows a second of a table that `lmdb_builder enrich` enriches off-line
# make bench-overshoot   what many edges deliver beyond a balance: a simulation, for docs/credits.md
# make bench-build: building next to Lucene (SCALE=1: ten million records too)
# make bench-build-revisions BEFORE=REVISION   what a build costs with the builder of a revision and with ours
# make bench-memory, bench-cold: a worker's memory next to the index; the first requests on an index that is on the disk
#              DOCS=docs/performance.md before a `make bench…` puts its figures into that page
# make capacity: the table of docs/scale.md, from what the benchmarks have printed
# make quality, make quality-peers: how good the answers are, and next to Lucene's (BIZREC_DATA: the shared data)
# make sanitize, make valgrind, make fuzz SECONDS=3600, make damage, make attack, make soak: docs/testing.md
# make openapi-json   conf/www/openapi.json anew from docs/openapi.yaml
# make format-index   the small index of today's format that t/swap/formats.t keeps for later releases
# make format, make tidy, make clean

PORT ?= 8080
JOBS ?= $(shell nproc)
NGINX_SOURCE ?= /usr/share/nginx/src

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
SHELL := /bin/bash

# Relative paths: make cuts names at white space and takes % for a pattern, and the checkout may stand anywhere.
# What leaves this folder, or is read in another one, begins with $(HERE).
BUILD := build
HERE := "$$PWD"/
CMAKE_DIR := $(BUILD)/cmake
NGINX_DIR := $(BUILD)/nginx
NGINX_TREE := $(BUILD)/nginx-tree
RUN_DIR := $(BUILD)/run
MODULE := $(BUILD)/ngx_bizrec_module.so
BUILDER := $(BUILD)/lmdb_builder
SAMPLE := t/data/sample

# In the order in which a linker wants them; a room of headers alone has no library.
ROOMS := api query rank enrich where postings ledger store format place identity text base
# -O2: CMake's -O3 makes the build a sixth longer. Not BIZREC_UNITY: what ships is compiled file by file, so that no file
# sees the names of another one, and a change rebuilds what includes it. UNITY=ON takes a third of the time: for checks
# that build it once more.
OPTIMIZE ?= -O2
UNITY ?= OFF
WERROR ?= OFF
CONFIGURE := cmake -S . -B $(CMAKE_DIR) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE='$(OPTIMIZE) -DNDEBUG' \
    -DBIZREC_UNITY=$(UNITY) -DBIZREC_WERROR=$(WERROR) --log-level=WARNING
ENGINE_LIBS := $(foreach room,$(ROOMS),$(if $(wildcard bizrec/$(room)/*.cpp),$(CMAKE_DIR)/libbizrec_$(room).a))
# What nginx's makefile names, compiled or included.
MODULE_FILES := $(sort $(wildcard ngx_bizrec_module/* bizrec/*/*))

.PHONY: capacity format-index openapi-json install uninstall test-install test-debian13 quality quality-peers run test build deps engine module load-client bench bench-profile bench-search bench-search-ours bench-search-scale bench-search-http bench-mixed bench-neighbour bench-overload bench-revisions bench-instructions bench-id-pages bench-build bench-build-corpus bench-build-revisions \
    bench-memory bench-cold bench-overshoot bench-credits bench-batch bench-compression bench-customers search-tools format tidy sanitize sanitize-source sanitize-thread valgrind fuzz fuzz-corpus damage attack test-interleavings soak \
    check-port clean FORCE

build: engine module

# A build for `make run` needs no test library; once `make test` has asked for the tests they stay in the build.
PACKAGES := run
TESTS := OFF
test bench bench-profile bench-neighbour bench-overload bench-revisions bench-overshoot bench-credits bench-batch bench-compression bench-customers load-client: PACKAGES := test
bench-instructions bench-id-pages: PACKAGES := check
bench-search bench-search-ours bench-search-scale bench-search-http bench-mixed bench-build bench-build-corpus bench-build-revisions bench-memory bench-cold: PACKAGES := bench
test: TESTS := ON
tidy sanitize sanitize-source sanitize-thread valgrind fuzz damage attack soak: PACKAGES := check

deps: $(if $(filter run,$(MAKECMDGOALS)),check-port)
	@.ci/packages $(PACKAGES)

# ---- engine and builder: CMake

engine: deps
	@[ -f $(CMAKE_DIR)/build.ninja ] && grep -q 'BIZREC_TESTS:BOOL=\(ON\|$(TESTS)\)' $(CMAKE_DIR)/CMakeCache.txt \
	    || .ci/stage configure 'configuring the build' $(CONFIGURE) -DBIZREC_TESTS=$(TESTS)
	@.ci/stage engine 'building the engine and lmdb_builder' ninja -C $(CMAKE_DIR) -j $(JOBS)
	@.ci/install-file $(CMAKE_DIR)/lmdb_builder $(BUILDER)

# ---- the module: nginx's own build, over Debian's headers, into our folder

# What makes a configured build stale: another list of files (make fails over a header that is gone), and another nginx-dev.
$(NGINX_DIR)/inputs: FORCE | deps
	@mkdir -p $(NGINX_DIR)
	@{ echo '$(MODULE_FILES) $(ENGINE_LIBS) $(UNITY)'; cat $(NGINX_SOURCE)/conf_flags; cksum < $(NGINX_SOURCE)/src/core/nginx.h; } > $@.new
	@cmp -s $@ $@.new && rm $@.new || mv $@.new $@

# nginx's scripts quote no path. They run in a copy of nginx-dev's tree inside the checkout, where every path is a
# relative one without white space.
$(NGINX_DIR)/Makefile: config config.make $(NGINX_DIR)/inputs
	@rm -rf $(NGINX_TREE) && cp -RL $(NGINX_SOURCE) $(NGINX_TREE)
	@BIZREC_ENGINE_LIBS='$(addprefix ../../,$(ENGINE_LIBS))' BIZREC_UNITY=$(UNITY) .ci/stage nginx-configure "configuring nginx's build" bash -c \
	    'cd $(NGINX_TREE) && . ./conf_flags && ./configure "$${NGX_CONF_FLAGS[@]}" --add-dynamic-module=../.. --builddir=../nginx'

module: engine $(NGINX_DIR)/Makefile
	@.ci/stage module 'building ngx_bizrec_module.so' $(MAKE) --no-print-directory -s -j $(JOBS) -f ../nginx/Makefile -C $(NGINX_TREE) modules
	@.ci/install-file $(NGINX_DIR)/ngx_http_bizrec_module.so $(MODULE)

# ---- what bizrec-www.conf serves

openapi-json:
	@.ci/openapi-tools
	NODE_PATH=build/openapi/node_modules node t/openapi/to-json.cjs docs/openapi.yaml > conf/www/openapi.json

# ---- install

# To a shell: make would cut these at white space.
export DESTDIR PREFIX MODULES_DIR

# Not `install: build`: `sudo make install` would leave root's files in the build, and needs no compiler.
install uninstall:
	@.ci/install $@

test-install:
	prove -v -I t/lib t/install/

test-debian13:
	@.ci/debian13 all

# ---- run

$(RUN_DIR)/stores.jsonl: $(wildcard $(SAMPLE)/*.gz) | build
	@mkdir -p $(RUN_DIR)
	@.ci/stage stores 'making 30,000 stores for the sample' $(CMAKE_DIR)/generate_stores --data $(SAMPLE) -o $@

# A recipe that does nothing, but is one: make then looks at the time. A newer builder may write another format.
$(CMAKE_DIR)/lmdb_builder: build
	@:

$(RUN_DIR)/index.mdb: $(SAMPLE)/osm_brands.jsonl.gz $(RUN_DIR)/stores.jsonl $(CMAKE_DIR)/lmdb_builder
	@.ci/stage index 'indexing the sample, 49,119 records' $(BUILDER) build --force -o $@ $(filter %.gz %.jsonl,$^)

# PORT goes to the scripts through the environment: make would take a $ in it for a variable of its own.
export PORT

check-port:
	@.ci/check-port "$$PORT"

run: check-port build $(RUN_DIR)/index.mdb
	@.ci/serve $(RUN_DIR)/index.mdb "$$PORT"

# ---- indexes of every format, for t/swap/formats.t: after a change of the format, once

format-index: build
	@t/data/formats/make $(HERE)$(BUILDER)

# ---- speed

# Two quiet cores, or the figures mean nothing: ROUNDS=9 make bench
BENCH_INPUT := $(HERE)$(RUN_DIR)/index.mdb $(HERE)$(SAMPLE)/osm_brands.jsonl.gz $(HERE)$(RUN_DIR)/stores.jsonl

load-client: build $(RUN_DIR)/index.mdb
	@cmake -S . -B $(CMAKE_DIR) -DBIZREC_BENCH=ON --log-level=WARNING > /dev/null
	@ninja -C $(CMAKE_DIR) --quiet load_client

bench: load-client
	@bench/http/enrich.pl $(BENCH_INPUT)

# Needs Debian's linux-perf.
bench-profile: load-client
	@bench/http/profile.pl $(BENCH_INPUT)

# Search on RECORDS generated records. What is made once stays in build/bench/RECORDS.
RECORDS ?= 1000000
BENCH := $(BUILD)/bench
CORPUS := $(BENCH)/$(RECORDS)
PICTURES ?= docs/performance
LUCENE_JARS = $(subst $() ,:,$(wildcard /usr/share/java/lucene-core-8*.jar /usr/share/java/lucene-analyzers-common-8*.jar))
SEARCH_ENV := BENCH_SEARCH=$(HERE)$(CMAKE_DIR)/bench_search LMDB_BUILDER=$(HERE)$(BUILDER) LUCENE_CLASSES=$(HERE)$(BENCH)/classes \
    LUCENE_JARS=$(LUCENE_JARS)

search-tools: build
	@cmake -S . -B $(CMAKE_DIR) -DBIZREC_BENCH=ON --log-level=WARNING > /dev/null
	@ninja -C $(CMAKE_DIR) --quiet generate_corpus bench_search load_client

# A recipe that does nothing, but is one: make then looks at their times.
$(BUILDER) $(CMAKE_DIR)/generate_corpus $(CMAKE_DIR)/bench_search: search-tools
	@:

$(CORPUS)/corpus.jsonl: $(CMAKE_DIR)/generate_corpus
	@mkdir -p $(@D)
	$< --data $(SAMPLE) --records $(RECORDS) -o $@

$(CORPUS)/index.mdb: $(CORPUS)/corpus.jsonl $(BUILDER)
	$(BUILDER) build --force --memory 2G -o $@ $<

$(CORPUS)/requests.tsv: $(CORPUS)/index.mdb $(CMAKE_DIR)/bench_search
	$(CMAKE_DIR)/bench_search requests -o $@ $<

$(CORPUS)/words.tsv: $(CORPUS)/corpus.jsonl $(CMAKE_DIR)/bench_search
	$(CMAKE_DIR)/bench_search words -o $@ $<

$(BENCH)/classes/%.class: bench/peers/lucene/%.java | deps
	@mkdir -p $(@D)
	javac -cp $(LUCENE_JARS) -d $(@D) $<

$(CORPUS)/lucene/done: $(CORPUS)/words.tsv $(BENCH)/classes/IndexWords.class
	java -Xmx4g -cp $(BENCH)/classes:$(LUCENE_JARS) IndexWords $< $(@D)
	@touch $@

bench-search: $(CORPUS)/requests.tsv $(CORPUS)/lucene/done $(BENCH)/classes/SearchWords.class
	@mkdir -p $(PICTURES)
	@$(SEARCH_ENV) bench/search/compare.pl $(HERE)$(CORPUS) $(PICTURES)

# What a comparison of two sizes needs of one.
bench-search-ours: $(CORPUS)/requests.tsv

bench-search-scale: search-tools
	@$(MAKE) --no-print-directory bench-search-ours RECORDS=1000000
	@$(MAKE) --no-print-directory bench-search-ours RECORDS=10000000
	@$(SEARCH_ENV) bench/search/scale.pl $(HERE)$(BENCH)/1000000 $(HERE)$(BENCH)/10000000

# What enrichment notices of long searches next to it.
bench-mixed: $(CORPUS)/requests.tsv
	@$(SEARCH_ENV) LOAD_CLIENT=$(HERE)$(CMAKE_DIR)/load_client bench/http/mixed.pl $(HERE)$(CORPUS)

# What a neighbour notices of enrichments that are made to be work.
bench-neighbour: load-client
	@bench/http/neighbour.pl

# What is computed for nobody where more searches come than threads can do, with the module of a revision and with ours.
BEFORE ?= 569f40b
COMMA := ,
SPACE := $(subst ,, )
EARLIER := $(BUILD)/bench/revisions/$(BEFORE)

# That revision's module and builder, made by its own Makefile in a clone of this repository.
$(EARLIER)/Makefile:
	@rm -rf $(EARLIER) && mkdir -p $(EARLIER)
	@git clone --quiet --shared . $(EARLIER) && git -C $(EARLIER) checkout --quiet --detach $(BEFORE)

$(EARLIER)/build/ngx_bizrec_module.so: $(EARLIER)/Makefile
	@$(MAKE) --no-print-directory -C $(EARLIER) build

$(EARLIER)/build/lmdb_builder: $(EARLIER)/Makefile
	@$(MAKE) --no-print-directory -C $(EARLIER) engine

bench-overload: load-client $(EARLIER)/build/ngx_bizrec_module.so
	@bench/http/overload.pl $(HERE)$(EARLIER)/build $(HERE)$(BUILD)

# What our changes since a revision cost a request.
bench-revisions: load-client $(EARLIER)/build/ngx_bizrec_module.so
	@BEFORE=$(BEFORE) bench/http/revisions.pl $(HERE)$(EARLIER)/build $(HERE)$(BUILD) $(HERE)$(SAMPLE)/osm_brands.jsonl.gz $(HERE)$(RUN_DIR)/stores.jsonl

# What a change adds to a request, without a quiet machine.
bench-instructions: engine
	@cmake -S . -B $(CMAKE_DIR) -DBIZREC_BENCH=ON --log-level=WARNING > /dev/null
	@ninja -C $(CMAKE_DIR) --quiet bench_instructions
	@bench/instructions/count.pl $(CMAKE_DIR)/bench_instructions

# A page's rows are cold, and lie apart.
bench-id-pages: engine
	@cmake -S . -B $(CMAKE_DIR) -DBIZREC_BENCH=ON --log-level=WARNING > /dev/null
	@ninja -C $(CMAKE_DIR) --quiet bench_id_page
	@bench/pages/time.pl $(CMAKE_DIR)/bench_id_page

# What many edges deliver beyond a balance, against the interval of their exchange. Counts, no times: any machine will do.
bench-overshoot: engine
	@ninja -C $(CMAKE_DIR) --quiet bench_overshoot
	@mkdir -p $(BENCH)
	@$(CMAKE_DIR)/bench_overshoot > $(BENCH)/overshoot.tsv
	@bench/overshoot/plot.pl $(BENCH)/overshoot.tsv docs/overshoot.svg
	@bench/overshoot/report.pl $(BENCH)/overshoot.tsv

# Enrichment whose rows are charged next to the same without.
bench-credits: load-client
	@bench/http/credits.pl $(BENCH_INPUT)

# Batches of enrichments next to single ones.
bench-batch: load-client
	@bench/http/batch.pl $(BENCH_INPUT)

# Answers with gzip next to the same without.
bench-compression: build $(RUN_DIR)/index.mdb
	@bench/http/compression.pl $(HERE)$(RUN_DIR)/index.mdb

# Rows a second of a customer's table, off-line.
bench-customers: build $(RUN_DIR)/index.mdb
	@bench/customers/table.pl $(HERE)$(BUILDER) $(BENCH_INPUT)

# What a worker holds next to the map of its index, at two sizes.
bench-memory: search-tools
	@$(MAKE) --no-print-directory bench-search-ours RECORDS=1000000
	@$(MAKE) --no-print-directory bench-search-ours RECORDS=10000000
	@$(SEARCH_ENV) LOAD_CLIENT=$(HERE)$(CMAKE_DIR)/load_client bench/http/memory.pl $(HERE)$(BENCH)/1000000 $(HERE)$(BENCH)/10000000

# The first requests on an index that is not in the page cache.
bench-cold: $(CORPUS)/requests.tsv
	@$(SEARCH_ENV) bench/http/cold.pl $(HERE)$(CORPUS)

bench-search-http: $(CORPUS)/requests.tsv $(CORPUS)/words.tsv
	@$(SEARCH_ENV) bench/http/search.pl $(HERE)$(CORPUS)

# Building next to Lucene, which reads the same JSON Lines; SCALE=1: ten million records too.
RECORDS_JARS = $(LUCENE_JARS):/usr/share/java/jackson-core.jar
BUILD_SIZES := 100000 1000000 $(if $(SCALE),10000000)

$(BENCH)/classes/IndexRecords.class: LUCENE_JARS := $(LUCENE_JARS):/usr/share/java/jackson-core.jar

bench-build-corpus: $(CORPUS)/corpus.jsonl

bench-build: search-tools $(BENCH)/classes/IndexRecords.class
	@for n in $(BUILD_SIZES); do $(MAKE) --no-print-directory bench-build-corpus RECORDS=$$n || exit 1; done
	@$(SEARCH_ENV) RECORDS_JARS=$(RECORDS_JARS) bench/building/compare.pl $(HERE)$(BENCH) $(BUILD_SIZES)

# CPU time of a build with the builder of a revision and with ours: real records where BIZREC_DATA names them, and generated ones.
bench-build-revisions: RECORDS := 300000
bench-build-revisions: search-tools $(EARLIER)/build/lmdb_builder
	@$(MAKE) --no-print-directory bench-build-corpus RECORDS=$(RECORDS)
	@BEFORE=$(BEFORE) bench/building/revisions.pl $(EARLIER)/build/lmdb_builder $(BUILDER) \
	    $(if $(BIZREC_DATA),real=$(subst $(SPACE),$(COMMA),$(wildcard $(BIZREC_DATA)/records/*.gz))) generated=$(BENCH)/$(RECORDS)/corpus.jsonl

# The capacity table of docs/scale.md, from the figures in docs/performance.md.
capacity:
	@bench/capacity.pl --write

# ---- checks

# The longest files first, so that none of them runs alone at the end.
# One HTTP test more than processors: they wait more than they compute.
test: engine module
	ctest --test-dir $(CMAKE_DIR) --output-on-failure -j $(JOBS)
	@rm -rf $(BUILD)/answers && mkdir -p $(BUILD)/answers
	BIZREC_RECORD_ANSWERS=$(HERE)$(BUILD)/answers t/run gate
	@.ci/check-answers $(BUILD)/answers
	@$(MAKE) --no-print-directory quality

# How good the answers are: t/quality. One line where BIZREC_DATA is unset.
quality: engine
	@ninja -C $(CMAKE_DIR) --quiet quality_suite
	@$(CMAKE_DIR)/quality_suite

QUALITY := $(BUILD)/quality
QUALITY_JARS = $(LUCENE_JARS):$(firstword $(wildcard /usr/share/java/lucene-sandbox-8*.jar))

quality-peers: PACKAGES := bench
quality-peers: engine
	@[ -n "$$BIZREC_DATA" ] || { echo 'quality-peers: BIZREC_DATA is unset'; exit 2; }
	@ninja -C $(CMAKE_DIR) --quiet quality_suite
	@mkdir -p $(QUALITY)
	@javac -d $(QUALITY)/classes -cp $(QUALITY_JARS) t/quality/peer/*.java
	@$(CMAKE_DIR)/quality_suite $(QUALITY); ours=$$?; \
	    for peer in LuceneQuality LuceneTexts; do java -cp $(QUALITY_JARS):$(QUALITY)/classes $$peer $(QUALITY) || ours=1; done; exit $$ours

CPP_FILES = $(shell git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp')

format:
	clang-format -i $(CPP_FILES)

tidy: module
	@mkdir -p $(BUILD)
	@.ci/tidy $(BUILD)/tidy $(NGINX_DIR)

# Unit tests and HTTP tests under AddressSanitizer and UBSan; `make sanitize-source`: the HTTP tests in an nginx that is
# sanitized itself, from its full source.
sanitize: deps
	.ci/sanitize $(BUILD)/sanitize units
	.ci/sanitize $(BUILD)/sanitize http

sanitize-source: deps
	.ci/sanitize $(BUILD)/sanitize source

# Searches on threads, in an nginx under ThreadSanitizer, and the threads of a build.
sanitize-thread: deps
	.ci/sanitize $(BUILD)/sanitize-thread thread
	.ci/sanitize-builder-threads $(BUILD)/sanitize-thread

# Clients that leave, reloads and searches on threads, under Valgrind.
valgrind: build
	.ci/valgrind $(BUILD)/valgrind $(MODULE) $(BUILDER)

# Each target of t/fuzz for SECONDS (0: only the inputs that are kept).
SECONDS ?= 60
fuzz: deps
	.ci/fuzz $(BUILD)/fuzz $(SECONDS)

# The kept inputs anew: what the fuzzers have found, reduced to what reaches new code.
fuzz-corpus:
	.ci/fuzz-corpus $(BUILD)/fuzz

# What attackers and odd configurations do, many more rounds than `make test` has, under the sanitizers. A line each.
attack: deps
	BIZREC_ABORTS=20000 .ci/sanitize $(BUILD)/sanitize source -v t/hostile/ways-in.t
	.ci/sanitize $(BUILD)/sanitize source -v t/hostile/large-bodies.t t/hostile/blocks.t t/hostile/filters.t t/enrich/work.t
	$(MAKE) --no-print-directory test-interleavings
	.ci/fuzz $(BUILD)/fuzz 600 record

# Every order of the steps of publishers, builders, rollbacks and pulls, as many as BIZREC_INTERLEAVINGS says.
test-interleavings: TESTS := ON
test-interleavings: PACKAGES := test
test-interleavings: engine
	BIZREC_INTERLEAVINGS=$${BIZREC_INTERLEAVINGS:-20000} $(CMAKE_DIR)/test_builder --gtest_filter='InterleavingsTest.*'

# Damaged indexes, mutated requests, killed publishes and builds, many more than `make test` has: some hours.
soak: build
	BIZREC_DAMAGES=8000 prove -v -I t/lib t/hostile/damaged-index.t
	BIZREC_MUTATIONS=2000000 prove -v -I t/lib t/hostile/mutations.t
	BIZREC_ABORTS=10000 prove -v -I t/lib t/hostile/aborts.t
	BIZREC_SWAPS=1000 prove -v -I t/lib t/swap/under-load.t
	BIZREC_KILLS=500 prove -v -I t/lib t/publish/kills.t
	BIZREC_POWER_LOSSES=0 BIZREC_LEDGER_DAMAGES=20000 $(CMAKE_DIR)/test_ledger --gtest_filter='PowerLoss.*:DamagedLedger.*'
	BIZREC_BALANCE=50000000 BIZREC_KILLS=200 prove -v -I t/lib t/credits/books.t
	BIZREC_EXCHANGES=500 prove -v -I t/lib t/credits/edges-faults.t

damage: build
	prove -v -I t/lib t/hostile/damaged-index.t

clean:
	rm -rf build
