#include <benchmark/benchmark.h>

#include <cstdio>
#include <random>
#include <string>

#include "bench/micro/built_index.hpp"
#include "bizrec/api/search_answer.hpp"

/// Pages of ids, from body to answer. The index has a million records with place ids. Each of 300 pairs of a trade and
/// a state is asked for one page in turn, so that the rows of a page are cold and far apart.
namespace {

using namespace bizrec;

constexpr std::uint32_t records = 1'000'000;
constexpr std::uint32_t trades = 15;
constexpr const char* states[] = {"AL", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "ID",
                                  "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI"};

std::shared_ptr<const store::Generation> make_index() {
    return bench::build_index_of([](std::FILE* file) {
        std::mt19937 random(1);
        for (std::uint32_t i = 0; i < records; ++i) {
            const auto number = static_cast<unsigned>(random());
            std::fprintf(
                file,
                R"({"store_id":"%08x-0000-4000-8000-%012u","business_name":"w%u t%u","place_id":"ChIJ%08x%08x_%07x",)"
                R"("country":"US","state":"%s","google_reviews_count":%u})"
                "\n",
                static_cast<unsigned>(random()), i, number % 60'000, number / 64 % trades,
                static_cast<unsigned>(random()), static_cast<unsigned>(random()), i,
                states[number / 1024 % std::size(states)], static_cast<unsigned>(random() % 500));
        }
    });
}

void page_of_ids(benchmark::State& state) {
    static const auto generation = make_index();
    api::SearchEndpoint endpoint;
    std::vector<std::string> bodies;
    for (std::uint32_t trade = 0; trade < trades; ++trade) {
        for (const char* const place : states) {
            bodies.push_back(R"({"query":"t)" + std::to_string(trade) + R"(","location":{"country":"US","state":")" +
                             place + R"("},"limit":)" + std::to_string(state.range(0)) + "}");
        }
    }
    std::size_t next = 0;
    std::uint64_t rows = 0;
    for (auto _ : state) {
        const api::Answer& answer = endpoint.answer(*generation, bodies[next], false);
        benchmark::DoNotOptimize(answer.body.data());
        rows += answer.rows;
        next = next + 1 == bodies.size() ? 0 : next + 1;
    }
    state.counters["rows"] = benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(page_of_ids)->ArgName("limit")->Arg(1)->Arg(50)->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
