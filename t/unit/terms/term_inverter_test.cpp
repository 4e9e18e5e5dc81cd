#include "lmdb_builder/terms/term_inverter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terms/posting_bytes.hpp"

namespace bizrec::builder {
namespace {

using format::Whole;
/// docid, saturation, whole, is_region, names_city
using Posting = std::tuple<std::uint32_t, std::uint16_t, Whole, bool, bool>;
using Lists = std::map<std::string, std::vector<Posting>>;

/// For each name without spaces: its first document and the number of its documents.
using Glued = std::map<std::string, std::pair<std::uint32_t, std::uint32_t>>;

struct Corpus {
    format::TextStatistics statistics;
    std::vector<std::string> vectors;
    Lists lists;
    Glued glued;
};

std::string random_word(std::mt19937_64& random) {
    const std::uint64_t draw = random() % 1000;
    const std::uint64_t number = draw < 700 ? random() % 8 : draw < 950 ? random() % 200 : random() % 100000;
    std::string word = "w";
    return word.append(std::to_string(number)).append(number % 5, 'x');
}

/// Adds a random document, and its postings to the expected lists.
void add_document(std::mt19937_64& random, Corpus& corpus) {
    std::map<std::string, TermWord> words;
    format::FieldLengths lengths{};
    for (std::size_t left = random() % 20; left > 0; --left) {
        TermWord& word = words[random_word(random)];
        const std::size_t field = random() % format::text_field_count;
        ++word.occurrences.count[field];
        ++lengths[field];
        word.whole = static_cast<Whole>(random() % 4);
        word.is_region = word.whole == Whole::neither && random() % 3 == 0;
        word.names_city = word.whole == Whole::city || (!word.is_region && random() % 2 == 0);
    }
    std::map<std::string, int> names, labels;
    for (std::size_t left = random() % 3; left > 0; --left) {
        names[random_word(random) + " " + random_word(random)] = 1;
        labels[random_word(random)] = 1;
    }
    const auto docid = static_cast<std::uint32_t>(corpus.vectors.size());
    TextBuffer bytes;
    TermVectorWriter writer(bytes, lengths, words.size());
    for (auto& [text, word] : words) {
        word.text = text;
        writer.word(word);
        corpus.lists["w" + text].emplace_back(docid, format::saturation(word.occurrences, lengths, corpus.statistics),
                                              word.whole, word.is_region, word.names_city);
        format::Occurrences in_names;
        in_names.count[0] = word.occurrences.count[0];
        if (in_names.count[0] != 0) {
            corpus.lists["n" + text].emplace_back(docid, format::saturation(in_names, lengths, corpus.statistics),
                                                  word.whole == Whole::name ? Whole::name : Whole::neither, false,
                                                  false);
        }
    }
    writer.begin_keys(names.size());
    for (const auto& name : names) {
        writer.key(name.first);
        corpus.lists["x" + name.first].emplace_back(docid, std::uint16_t{0}, Whole::neither, false, false);
    }
    writer.begin_keys(labels.size());
    for (const auto& label : labels) {
        writer.key(label.first);
        corpus.lists["l" + label.first].emplace_back(docid, std::uint16_t{0}, Whole::neither, false, false);
    }
    writer.begin_keys(names.size());
    for (const auto& name : names) {
        writer.key("g" + name.first);
        const auto added = corpus.glued.emplace("g" + name.first, std::pair(docid, 0U));
        ++added.first->second.second;
    }
    corpus.vectors.emplace_back(bytes.text());
}

Corpus random_corpus(std::mt19937_64& random, std::size_t documents) {
    Corpus corpus;
    corpus.statistics.documents = documents;
    corpus.statistics.words = {3 * documents, 3 * documents, 3 * documents, 3 * documents, 3 * documents};
    while (corpus.vectors.size() < documents) {
        add_document(random, corpus);
    }
    return corpus;
}

struct Walked {
    Lists lists;
    Glued glued;
};

Walked walk(const TermInverter& inverter) {
    Walked walked;
    Lists& lists = walked.lists;
    Glued& glued = walked.glued;
    std::string last;
    std::uint64_t postings = 0;
    TermInverter::Cursor cursor = inverter.read();
    for (std::string encoded; cursor.next(encoded); encoded.clear()) {
        EXPECT_LT(last, cursor.key());
        last = cursor.key();
        if (format::is_glued(static_cast<format::TermKind>(last.front()))) {
            glued.emplace(last, std::pair(first_document(encoded), cursor.postings()));
            continue;
        }
        for_each_listed(encoded, static_cast<format::TermKind>(last.front()), [&](const RawPosting& posting) {
            lists[last].emplace_back(posting.docid, posting.saturation, posting.whole, posting.is_region,
                                     posting.names_city);
        });
        EXPECT_EQ(lists[last].size(), cursor.postings()) << last;
        postings += cursor.postings();
    }
    EXPECT_EQ(postings, inverter.postings());
    return walked;
}

/// Inverts `batch_documents` documents at a time, with one batch object for all, as the pipeline does.
void invert(const Corpus& corpus, std::size_t batch_documents, TermInverter& inverter) {
    TermBatch batch;
    for (std::size_t first = 0; first < corpus.vectors.size(); first += batch_documents) {
        batch.clear();
        for (std::size_t i = first; i < std::min(first + batch_documents, corpus.vectors.size()); ++i) {
            batch.add(static_cast<std::uint32_t>(i), corpus.vectors[i], corpus.statistics);
        }
        batch.finish();
        inverter.add(batch);
    }
    inverter.finish();
}

TEST(TermInverter, AgreesWithAMapWhateverTheMemoryTheBatchesAndTheThreads) {
    constexpr unsigned seed = 20261203;
    std::mt19937_64 random(seed);
    std::uint64_t spills = 0;
    for (const std::size_t documents : {1U, 2U, 50U, 3000U, 9000U}) {
        const Corpus corpus = random_corpus(random, documents);
        for (const std::uint64_t memory : {1ULL << 30, 1ULL, 300ULL << 10}) {
            const auto threads = static_cast<unsigned>(1 + random() % 4);
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(documents) + " documents, memory " +
                         std::to_string(memory) + ", " + std::to_string(threads) + " threads");
            Workers workers(threads);
            TermInverter inverter(workers, ::testing::TempDir(), memory);
            invert(corpus, 1 + random() % 500, inverter);
            spills = std::max(spills, inverter.spills());
            ASSERT_EQ(walk(inverter).lists, corpus.lists);
            ASSERT_EQ(walk(inverter).lists, corpus.lists) << "a second walk gives the same";
            ASSERT_EQ(walk(inverter).glued, corpus.glued);
        }
    }
    EXPECT_GE(spills, 5U) << "small memory must be smaller than the corpus";
}

TEST(TermInverter, DocidsFarApartAndAtTheEnd) {
    const format::TextStatistics statistics{0xFFFFFFFEULL, {10, 10, 10, 10, 10}};
    TextBuffer bytes;
    TermVectorWriter writer(bytes, {1, 0, 0, 0, 0}, 1);
    writer.word({"word", {{1, 0, 0, 0, 0}}, Whole::name});
    writer.begin_keys(0);
    writer.begin_keys(0);
    writer.begin_keys(0);
    Workers alone(1);
    TermInverter inverter(alone, ::testing::TempDir(), 1 << 20);
    for (const auto& [first, second] : {std::pair{0U, 1U}, std::pair{0x80000000U, 0xFFFFFFFDU}}) {
        TermBatch batch;
        batch.add(first, bytes.text(), statistics);
        batch.add(second, bytes.text(), statistics);
        batch.finish();
        inverter.add(batch);
    }
    inverter.finish();
    const Lists lists = walk(inverter).lists;
    ASSERT_EQ(lists.size(), 2U);
    for (const auto& [key, postings] : lists) {
        ASSERT_EQ(postings.size(), 4U) << key;
        EXPECT_EQ(std::get<0>(postings[2]), 0x80000000U);
        EXPECT_EQ(std::get<0>(postings[3]), 0xFFFFFFFDU);
        EXPECT_EQ(std::get<2>(postings[3]), Whole::name);
    }
}

TEST(TermInverter, NothingGivesNothing) {
    Workers alone(1);
    TermInverter inverter(alone, ::testing::TempDir(), 1 << 20);
    inverter.add(TermBatch());
    inverter.finish();
    EXPECT_TRUE(walk(inverter).lists.empty());
}

TEST(TermBatch, RefusesBytesThatAreNoTermVector) {
    TermBatch batch;
    EXPECT_THROW(batch.add(0, "\x01", {}), BuildFailure);
}

}  // namespace
}  // namespace bizrec::builder
