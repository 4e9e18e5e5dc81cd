#include "bizrec/enrich/enrich.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>

#include "bench/micro/built_index.hpp"
#include "bizrec/place/distance.hpp"

/// Measures only enrich(), warm. The index has 100,000 businesses with their own domains and a chain of 16,000 branches
/// in 400 cities; 31 of the branches have the chain's profile.
namespace {

using namespace bizrec;

constexpr int singles = 100000;
constexpr int branches = 16000;
constexpr int branches_per_city = 40;

double city_latitude(int city) {
    return 30 + 0.4 * (city / 20);
}

double city_longitude(int city) {
    return -120 + 0.4 * (city % 20);
}

/// Spreads 0, 1, 2 … over 0..1 evenly by multiples of the golden ratio (van der Corput's idea; Steinhaus).
double spread(int i) {
    const double product = i * 0.6180339887498949;
    return product - static_cast<double>(static_cast<long>(product));
}

void write_record(std::FILE* file, int number, const std::string& name, const std::string& website, int city,
                  bool with_profile) {
    std::fprintf(file,
                 R"({"store_id":"00000000-0000-4000-8000-%012d","business_name":"%s","website_url":"%s",)"
                 R"("country":"US","state":"S%d","city":"City %d","latitude":%.6f,"longitude":%.6f,)"
                 R"("google_reviews_count":%d%s})"
                 "\n",
                 number, name.c_str(), website.c_str(), city / 40, city, city_latitude(city) + 0.2 * spread(number),
                 city_longitude(city) + 0.2 * spread(3 * number + 1), number % 100,
                 with_profile ? R"(,"social_media_links":["https://www.facebook.com/chain"])" : "");
}

void write_records(std::FILE* file) {
    for (int i = 0; i < singles; ++i) {
        write_record(file, i, "Shop " + std::to_string(i), "https://www.shop" + std::to_string(i) + ".com/", i % 400,
                     false);
    }
    for (int i = 0; i < branches; ++i) {
        const std::string page = "https://www.chain.com/stores/" + std::to_string(i);
        write_record(file, singles + i, "Chain", page, i / branches_per_city, i % 533 == 0);
    }
}

const store::Generation& generation() {
    static const std::shared_ptr<const store::Generation> built = bench::build_index_of(write_records);
    return *built;
}

search::EnrichQuery by_website(const std::string& website) {
    search::EnrichQuery query;
    query.has_website = true;
    generation().normaliser().website(website, query.website);
    return query;
}

search::LocationFilter in_city(int city) {
    search::LocationFilter filter;
    filter.city = "City " + std::to_string(city);
    return filter;
}

search::LocationFilter around_city(int city, double radius_metres) {
    search::LocationFilter filter;
    filter.has_circle = true;
    filter.centre = *place::make_position(city_latitude(city) + 0.1, city_longitude(city) + 0.1);
    filter.radius_metres = radius_metres;
    return filter;
}

/// Answers the queries in turn. Reports the postings visited and the rows of an answer.
void run(benchmark::State& state, const std::vector<search::EnrichQuery>& queries) {
    search::EnrichResult result;
    std::size_t next = 0;
    std::uint64_t visited = 0, rows = 0;
    for (auto _ : state) {
        search::enrich(generation(), queries[next], result);
        benchmark::DoNotOptimize(result.rows.data());
        next = next + 1 == queries.size() ? 0 : next + 1;
        visited += result.visited;
        rows += result.rows.size();
    }
    const auto per_query = benchmark::Counter::kAvgIterations;
    state.counters["visited"] = benchmark::Counter(static_cast<double>(visited), per_query);
    state.counters["rows"] = benchmark::Counter(static_cast<double>(rows), per_query);
}

void single_domain(benchmark::State& state) {
    std::vector<search::EnrichQuery> queries;
    for (int i = 0; i < 10000; ++i) {
        queries.push_back(by_website("https://www.shop" + std::to_string(i * 7) + ".com/"));
    }
    run(state, queries);
}
BENCHMARK(single_domain);

void chain_anywhere(benchmark::State& state) {
    run(state, {by_website("chain.com")});
}
BENCHMARK(chain_anywhere);

void chain_page_in_city(benchmark::State& state) {
    std::vector<search::EnrichQuery> queries;
    for (int city = 0; city < 400; ++city) {
        queries.push_back(by_website("https://www.chain.com/stores/" + std::to_string(city * branches_per_city)));
        queries.back().locations = {in_city(city)};
    }
    run(state, queries);
}
BENCHMARK(chain_page_in_city);

void chain_in_circle(benchmark::State& state) {
    std::vector<search::EnrichQuery> queries;
    for (int city = 0; city < 400; ++city) {
        queries.push_back(by_website("chain.com"));
        queries.back().locations = {around_city(city, static_cast<double>(state.range(0)))};
    }
    run(state, queries);
}
BENCHMARK(chain_in_circle)->ArgName("metres")->Arg(5000)->Arg(50000)->Arg(500000);

void chain_and_profile(benchmark::State& state) {
    search::EnrichQuery query = by_website("chain.com");
    query.has_profile = true;
    generation().normaliser().profile("https://www.facebook.com/chain", query.profile);
    run(state, {query});
}
BENCHMARK(chain_and_profile);

}  // namespace

BENCHMARK_MAIN();
