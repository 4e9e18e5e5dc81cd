#include "bizrec/format/content.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/content/content_dictionary_builder.hpp"

/// Encodes and decodes records, warm, compared with a copy of the same bytes. BENCH_RECORDS names a file of minified
/// JSON Lines, such as build/bench/1000000/corpus.jsonl. The first 20,000 records are used.
namespace {

using namespace bizrec;

constexpr std::size_t record_limit = 20000;
constexpr std::size_t stride = 7919;  // distance from one row read to the next: a prime, so that every row is read

struct Record {
    format::Uuid id{};
    std::string json;
};

std::vector<Record> read_records() {
    const char* path = std::getenv("BENCH_RECORDS");
    std::ifstream in(path == nullptr ? "" : path);
    std::vector<Record> records;
    Record record;
    while (records.size() < record_limit && std::getline(in, record.json)) {
        constexpr std::string_view field = R"("store_id":")";
        const std::size_t at = record.json.find(field);
        if (at != std::string::npos) {
            format::read_uuid(std::string_view(record.json).substr(at + field.size(), format::uuid_characters),
                              record.id);
        }
        records.push_back(record);
    }
    if (records.empty()) {
        std::fputs("bench_content: BENCH_RECORDS names no file of records\n", stderr);
        std::exit(1);
    }
    return records;
}

const std::vector<Record>& records() {
    static const std::vector<Record> all = read_records();
    return all;
}

format::ContentPhrases phrases_of_records() {
    builder::ContentSample sample;
    for (const Record& record : records()) {
        sample.add(record.id, record.json);
    }
    return builder::choose_phrases(sample);
}

const format::ContentPhrases& phrases() {
    static const format::ContentPhrases chosen = phrases_of_records();
    return chosen;
}

std::string encode_all() {
    format::ContentChunkBuilder chunk(phrases());
    for (const Record& record : records()) {
        chunk.add(record.id, record.json);
    }
    return chunk.finish();
}

const std::byte* bytes_of(const std::string& chunk) {
    return reinterpret_cast<const std::byte*>(chunk.data());
}

void report(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
    state.SetItemsProcessed(state.iterations());
}

void copy_row(benchmark::State& state) {
    std::vector<std::string> rows;
    for (const Record& record : records()) {
        rows.push_back(std::string(format::row_content_offset, '.') + record.json);
    }
    std::string out;
    std::size_t row = 0;
    std::size_t bytes = 0;
    for (auto _ : state) {
        out.clear();
        out += rows[row];
        bytes += out.size();
        benchmark::DoNotOptimize(out.data());
        row = (row + stride) % rows.size();
    }
    report(state, bytes);
}
BENCHMARK(copy_row);

void decode_row(benchmark::State& state) {
    const std::string chunk = encode_all();
    const auto count = static_cast<std::uint32_t>(records().size());
    format::ContentDictionary dictionary;
    format::ContentDictionary::open(bytes_of(phrases().chunk()), phrases().chunk().size(), dictionary);
    std::string out;
    std::size_t row = 0;
    std::size_t bytes = 0;
    for (auto _ : state) {
        out.clear();
        const auto found = format::content_row(bytes_of(chunk), chunk.size(), static_cast<std::uint32_t>(row), count);
        if (!format::append_row_head(found, dictionary, out)) {
            state.SkipWithError("a row that does not decode");
        }
        bytes += out.size();
        benchmark::DoNotOptimize(out.data());
        row = (row + stride) % records().size();
    }
    report(state, bytes);
    state.counters["of_records"] = static_cast<double>(chunk.size()) * static_cast<double>(state.iterations()) /
                                   static_cast<double>(records().size()) / static_cast<double>(bytes);
}
BENCHMARK(decode_row);

void encode_row(benchmark::State& state) {
    format::ContentChunkBuilder chunk(phrases());
    std::size_t row = 0;
    std::size_t bytes = 0;
    for (auto _ : state) {
        const Record& record = records()[row];
        chunk.add(record.id, record.json);
        bytes += record.json.size();
        row = (row + stride) % records().size();
        if (chunk.count() == format::documents_per_content_chunk) {
            benchmark::DoNotOptimize(chunk.finish());
        }
    }
    report(state, bytes);
}
BENCHMARK(encode_row);

void choose_phrases(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(phrases_of_records());
    }
}
BENCHMARK(choose_phrases)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
