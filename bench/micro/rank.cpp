#include "bizrec/rank/rank.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>

#include "bench/micro/built_index.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/where/place_resolver.hpp"

/// Measures only rank(), warm. The index has a million small records in 2,000 cities. A name has words w0, w1 … of a
/// Zipfian vocabulary and one trade t0 … t59; t0 is in about 21 % of all names. Queries take words and places from
/// records, so that most of them have hits.
namespace {

using namespace bizrec;
using namespace bizrec::search;

constexpr std::uint32_t records = 1'000'000;
constexpr std::uint32_t cities = 2000;
constexpr std::uint32_t vocabulary = 60'000;
constexpr std::uint32_t trades = 60;
constexpr std::size_t queries_a_class = 1000;

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    /// A number from 0 to n - 1. k has a probability of about 1 / ((k + 1) * ln(n)).
    std::uint32_t zipf(std::uint32_t n) { return static_cast<std::uint32_t>(std::pow(n, share())) - 1; }

private:
    std::mt19937_64 engine_;
};

struct Record {
    std::vector<std::string> words;  // words of the name, the trade last
    std::uint32_t city = 0;
    double latitude = 0, longitude = 0;
};

std::vector<Record> make_records() {
    Random random(1);
    std::vector<Record> made(records);
    for (Record& record : made) {
        for (std::uint32_t count = 1 + random.below(3); count != 0; --count) {
            record.words.push_back("w" + std::to_string(random.zipf(vocabulary)));
        }
        record.words.push_back("t" + std::to_string(random.below(20) == 0 ? 0 : random.zipf(trades)));
        record.city = random.zipf(cities);
        record.latitude = 30 + 0.3 * (record.city / 50) + 0.2 * random.share();
        record.longitude = -120 + 0.8 * (record.city % 50) + 0.2 * random.share();
    }
    return made;
}

const std::vector<Record>& all_records() {
    static const std::vector<Record> made = make_records();
    return made;
}

std::string name_of(const Record& record) {
    std::string name;
    for (const std::string& word : record.words) {
        name += name.empty() ? word : " " + word;
    }
    return name;
}

void write_records(std::FILE* file) {
    std::uint32_t number = 0;
    for (const Record& record : all_records()) {
        std::fprintf(file,
                     R"({"store_id":"00000000-0000-4000-8000-%012u","business_name":"%s","country":"%s",)"
                     R"("state":"S%u","city":"City %u","zip_code":"%05u","latitude":%.6f,"longitude":%.6f,)"
                     R"("google_reviews_count":%u})"
                     "\n",
                     number, name_of(record).c_str(), record.city % 7 == 6 ? "CA" : "US", record.city / 50, record.city,
                     record.city * 10 + number % 10, record.latitude, record.longitude, number % 100);
        ++number;
    }
}

const store::Generation& generation() {
    static const std::shared_ptr<const store::Generation> built = bench::build_index_of(write_records);
    return *built;
}

/// A problem and the objects that it points to.
struct Query {
    RankProblem problem;
    std::unique_ptr<PlaceFilter> places;
};

WeightedList word(const std::string& text) {
    std::string key;
    format::term_key(format::TermKind::word, text, key);
    return {generation().term(key), 1};
}

void set_place(Query& query, const LocationFilter& filter) {
    PlaceResolver memory;
    const std::vector<LocationFilter> filters = {filter};
    query.places = std::make_unique<PlaceFilter>();
    resolve_places(generation(), filters, memory, *query.places);
    query.problem.places = query.places.get();
}

LocationFilter in_city(const Record& record) {
    LocationFilter filter;
    filter.country = record.city % 7 == 6 ? "CA" : "US";
    filter.city = "City " + std::to_string(record.city);
    return filter;
}

const Record& any_record(Random& random) {
    return all_records()[random.below(records)];
}

std::string common_word(Random& random) {
    return "t" + std::to_string(random.below(5));
}

using MakeQuery = std::function<void(Random&, Query&)>;

/// Answers the queries in turn. Reports the postings visited and the rows of an answer.
void run(benchmark::State& state, const MakeQuery& make) {
    Random random(2);
    std::vector<Query> queries(queries_a_class);
    for (Query& query : queries) {
        make(random, query);
    }
    Ranker ranker;
    RankResult result;
    std::size_t next = 0;
    std::uint64_t visited = 0, rows = 0;
    for (auto _ : state) {
        ranker.rank(generation(), queries[next].problem, result);
        benchmark::DoNotOptimize(result.rows.data());
        next = next + 1 == queries.size() ? 0 : next + 1;
        visited += result.visited;
        rows += result.rows.size();
    }
    const auto per_query = benchmark::Counter::kAvgIterations;
    state.counters["visited"] = benchmark::Counter(static_cast<double>(visited), per_query);
    state.counters["rows"] = benchmark::Counter(static_cast<double>(rows), per_query);
    state.SetLabel(result.plan);
}

void two_words_in_city(benchmark::State& state) {
    run(state, [](Random& random, Query& query) {
        const Record& record = any_record(random);
        query.problem.required = {word(record.words[0]), word(record.words.back())};
        set_place(query, in_city(record));
    });
}
BENCHMARK(two_words_in_city);

void common_word_in_country(benchmark::State& state) {
    run(state, [&](Random& random, Query& query) {
        query.problem.required = {word(common_word(random))};
        query.problem.page.limit = static_cast<std::uint32_t>(state.range(0));
        set_place(query, {});
    });
}
BENCHMARK(common_word_in_country)->ArgName("limit")->Arg(50)->Arg(1000);

void deep_page(benchmark::State& state) {
    run(state, [](Random& random, Query& query) {
        query.problem.required = {word(common_word(random))};
        query.problem.page.limit = 100;
        set_place(query, {});
        Ranker ranker;
        RankResult page;
        for (std::uint32_t pages = random.below(20); pages != 0; --pages) {
            ranker.rank(generation(), query.problem, page);
            query.problem.page.has_cursor = true;
            query.problem.page.cursor_score = page.rows.back().score;
            query.problem.page.cursor_docid = page.rows.back().docid;
        }
    });
}
BENCHMARK(deep_page);

/// rank() intersects two bitmaps here. A search would read the list of the pair of words instead, but rank() does not
/// look that up.
void two_common_words_in_country(benchmark::State& state) {
    run(state, [](Random& random, Query& query) {
        query.problem.required = {word(common_word(random)), word("w" + std::to_string(random.below(5)))};
        set_place(query, {});
    });
}
BENCHMARK(two_common_words_in_country);

void common_word_in_circle(benchmark::State& state) {
    run(state, [&](Random& random, Query& query) {
        const Record& record = any_record(random);
        query.problem.required = {word(common_word(random))};
        LocationFilter filter = in_city(record);
        filter.city.clear();
        filter.has_circle = true;
        filter.centre = *place::make_position(record.latitude, record.longitude);
        filter.radius_metres = static_cast<double>(state.range(0));
        set_place(query, filter);
    });
}
BENCHMARK(common_word_in_circle)->ArgName("metres")->Arg(5000)->Arg(50000);

void word_in_postal_code(benchmark::State& state) {
    run(state, [](Random& random, Query& query) {
        const std::uint32_t number = random.below(records);
        const Record& record = all_records()[number];
        LocationFilter filter = in_city(record);
        filter.city.clear();
        char code[16];
        std::snprintf(code, sizeof code, "%05u", record.city * 10 + number % 10);
        filter.postal_codes = {code};
        query.problem.required = {word(record.words.back())};
        set_place(query, filter);
    });
}
BENCHMARK(word_in_postal_code);

void whole_name(benchmark::State& state) {
    run(state, [](Random& random, Query& query) {
        for (const std::string& each : any_record(random).words) {
            query.problem.required.push_back(word(each));
        }
    });
}
BENCHMARK(whole_name);

/// The query matches any of the given number of words, which come from as many records as needed.
void any_word(benchmark::State& state) {
    run(state, [&](Random& random, Query& query) {
        std::vector<std::string> words;
        while (words.size() < static_cast<std::size_t>(state.range(0))) {
            for (const std::string& each : any_record(random).words) {
                if (std::find(words.begin(), words.end(), each) == words.end()) {
                    words.push_back(each);
                }
            }
        }
        query.problem.alternatives.resize(1);
        for (const std::string& each : words) {
            query.problem.alternatives[0].push_back(word(each));
        }
        query.problem.page.count = state.range(1) != 0;
    });
}
BENCHMARK(any_word)
    ->ArgNames({"words", "count"})
    ->Args({2, 0})
    ->Args({4, 0})
    ->Args({4, 1})
    ->Args({32, 0})
    ->Args({500, 0});

}  // namespace

BENCHMARK_MAIN();
