#include <benchmark/benchmark.h>
#include <libpsl.h>

#include <fstream>
#include <sstream>
#include <string>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/identity.hpp"

/// Nanoseconds for one normalisation of each common form, and our suffix table compared with libpsl on the same list.
namespace {

using namespace bizrec::identity;

constexpr const char* list_path = "/usr/share/publicsuffix/public_suffix_list.dat";

const SuffixList& suffixes() {
    static const SuffixList list = [] {
        std::ifstream file(list_path);
        std::ostringstream text;
        text << file.rdbuf();
        return std::move(SuffixList::compile(text.str(), bizrec::built_in_rules("extra_suffixes"))).value();
    }();
    return list;
}

void normalise(benchmark::State& state, const char* text) {
    const Normaliser normaliser(suffixes(), LinkRules::built_in());
    Identity identity;
    for (auto _ : state) {
        normaliser.website(text, identity);
        benchmark::DoNotOptimize(identity.key.data());
    }
}
BENCHMARK_CAPTURE(normalise, home_page, "https://www.example.com/");
BENCHMARK_CAPTURE(normalise, bare_domain, "example.com");
BENCHMARK_CAPTURE(normalise, branch_page, "https://locations.chipotle.com/ca/oakland/3rd-st?utm_source=gmb");
BENCHMARK_CAPTURE(normalise, long_suffix, "http://www.city.chiyoda.tokyo.jp/index.html");
BENCHMARK_CAPTURE(normalise, hosted, "https://joes.weebly.com/menu.html");
BENCHMARK_CAPTURE(normalise, facebook, "https://www.facebook.com/bluebottlecoffee");
BENCHMARK_CAPTURE(normalise, linkedin, "https://www.linkedin.com/company/blue-bottle-coffee/");
BENCHMARK_CAPTURE(normalise, redirect, "https://www.google.com/url?q=https://joes.com/&sa=U");
BENCHMARK_CAPTURE(normalise, unicode, "https://www.caf\xC3\xA9-joes.de/");
BENCHMARK_CAPTURE(normalise, mail, "info@joesplumbing.com");

void match_ours(benchmark::State& state, const char* host) {
    const SuffixList& list = suffixes();
    for (auto _ : state)
        benchmark::DoNotOptimize(list.match(host).registrable.data());
}
BENCHMARK_CAPTURE(match_ours, com, "www.example.com");
BENCHMARK_CAPTURE(match_ours, co_uk, "shop.example.co.uk");
BENCHMARK_CAPTURE(match_ours, deep, "a.b.c.example.kobe.jp");

void match_libpsl(benchmark::State& state, const char* host) {
    static psl_ctx_t* const psl = psl_load_file(list_path);
    for (auto _ : state)
        benchmark::DoNotOptimize(psl_registrable_domain(psl, host));
}
BENCHMARK_CAPTURE(match_libpsl, com, "www.example.com");
BENCHMARK_CAPTURE(match_libpsl, co_uk, "shop.example.co.uk");
BENCHMARK_CAPTURE(match_libpsl, deep, "a.b.c.example.kobe.jp");

}  // namespace

BENCHMARK_MAIN();
