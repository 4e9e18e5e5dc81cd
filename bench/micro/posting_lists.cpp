#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/term_lists.hpp"

/// The hottest loops of search alone, warm: lists of a million documents, one in so many of which holds the term.
namespace {

using namespace bizrec::format;

constexpr std::uint32_t documents = 1'000'000;

/// A term of which every 1/`every`th document is a posting, at random, or a run of neighbours where `every` is 0.
class Term {
public:
    explicit Term(std::int64_t every, unsigned max_impact = 40) {
        std::mt19937_64 random(1);
        std::vector<TermPosting> postings;
        for (std::uint32_t docid = 0; docid < documents; ++docid) {
            if (every == 0 ? docid >= 700'000 && docid < 750'000 : random() % static_cast<std::uint64_t>(every) == 0) {
                postings.push_back({docid, static_cast<std::uint8_t>(random() % max_impact + 1),
                                    static_cast<std::uint8_t>(random() % 8)});
            }
        }
        encode_term(postings, 100, documents, encoded_);
        encoded_.place(0, 0);
        chunk_ = {encoded_.lists.data(), encoded_.lists.size()};
    }
    TermLists read() const {
        KeyEntry entry;
        entry.aux[0] = encoded_.aux[0];
        entry.aux[1] = encoded_.aux[1];
        return read_term(entry, {&chunk_, 1, documents});
    }
    std::size_t bytes() const { return encoded_.lists.size(); }

private:
    EncodedTerm encoded_;
    PostingChunks::Chunk chunk_;
};

std::vector<std::uint32_t> random_docids() {
    std::mt19937_64 random(2);
    std::vector<std::uint32_t> docids(4096);
    std::generate(docids.begin(), docids.end(), [&] { return static_cast<std::uint32_t>(random() % documents); });
    return docids;
}

void count_blocks(benchmark::State& state, const TermLists& lists) {
    const auto blocks = static_cast<double>(state.iterations() * lists.blocks.blocks());
    state.counters["per block"] = benchmark::Counter(blocks, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void decode_docids(benchmark::State& state) {
    const Term term(state.range(0));
    const TermLists lists = term.read();
    std::uint32_t docids[block_postings];
    for (auto _ : state) {
        for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
            benchmark::DoNotOptimize(lists.blocks.decode(block, docids));
        }
    }
    count_blocks(state, lists);
    state.counters["bytes/posting, all lists"] = static_cast<double>(term.bytes()) / lists.count;
}
BENCHMARK(decode_docids)->ArgName("every")->Arg(0)->Arg(2)->Arg(20)->Arg(200)->Arg(2000);

void decode_docids_and_impacts(benchmark::State& state) {
    const Term term(20, static_cast<unsigned>(state.range(0)));
    const TermLists lists = term.read();
    std::uint32_t docids[block_postings];
    std::uint8_t impacts[block_postings];
    for (auto _ : state) {
        for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
            benchmark::DoNotOptimize(lists.blocks.decode(block, docids));
            lists.blocks.decode_impacts(block, impacts);
            benchmark::ClobberMemory();
        }
    }
    count_blocks(state, lists);
}
BENCHMARK(decode_docids_and_impacts)->ArgName("greatest impact")->Arg(1)->Arg(40)->Arg(255);

void seek_from_the_start(benchmark::State& state) {
    const Term term(state.range(0));
    const TermLists lists = term.read();
    const auto targets = random_docids();
    std::size_t i = 0;
    std::uint64_t steps = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(lists.blocks.find_block(0, targets[i++ % targets.size()], steps));
    }
}
BENCHMARK(seek_from_the_start)->ArgName("every")->Arg(2)->Arg(20)->Arg(200)->Arg(2000);

void count_below(benchmark::State& state) {
    const Term term(state.range(0));
    const TermLists lists = term.read();
    const auto targets = random_docids();
    std::size_t i = 0;
    std::uint64_t steps = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(lists.blocks.count_below(targets[i++ % targets.size()], steps));
    }
}
BENCHMARK(count_below)->ArgName("every")->Arg(20)->Arg(2000);

void one_impact_of_a_block(benchmark::State& state) {
    const Term term(20);
    const TermLists lists = term.read();
    std::uint32_t i = 0;
    for (auto _ : state) {
        ++i;
        benchmark::DoNotOptimize(lists.blocks.impact(i % (lists.blocks.blocks() - 1), i * 7 % block_postings));
    }
}
BENCHMARK(one_impact_of_a_block);

void bitmap_test(benchmark::State& state) {
    const Term term(20);
    const TermLists lists = term.read();
    const auto targets = random_docids();
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(lists.bitmap.test(targets[i++ % targets.size()]));
    }
}
BENCHMARK(bitmap_test);

void bitmap_impact(benchmark::State& state) {
    const Term term(20);
    const TermLists lists = term.read();
    auto targets = random_docids();
    targets.erase(
        std::remove_if(targets.begin(), targets.end(), [&](std::uint32_t docid) { return !lists.bitmap.test(docid); }),
        targets.end());
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(lists.bitmap.impact(targets[i]));
        i = i + 1 == targets.size() ? 0 : i + 1;
    }
}
BENCHMARK(bitmap_impact);

void read_a_term(benchmark::State& state) {
    const Term term(state.range(0));
    for (auto _ : state) {
        const TermLists lists = term.read();
        benchmark::DoNotOptimize(lists.count);
    }
}
BENCHMARK(read_a_term)->ArgName("every")->Arg(20)->Arg(10'000)->Arg(5000);

}  // namespace

BENCHMARK_MAIN();
