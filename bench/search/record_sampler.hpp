#pragma once

#include <string>
#include <vector>

#include "bench/generator/random.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::bench {

/// Draws records of an index, and the words by which people might search for them.
class RecordSampler {
public:
    RecordSampler(const store::Generation& generation, const builder::PlaceCatalog& catalog, std::uint64_t seed)
        : generation_(generation), parser_(catalog), random_(seed) {}

    /// Draws another record, to which the functions below then refer. A record that cannot be read has no words.
    void draw();

    const builder::Record& record() const noexcept { return record_; }
    /// The words of the record's name, of its name and labels, and of all its texts: each once, in the order of the
    /// texts, and only those of WordKind::plain.
    const std::vector<std::string>& name_words() const noexcept { return name_words_; }
    const std::vector<std::string>& name_and_label_words() const noexcept { return label_words_; }
    const std::vector<std::string>& all_words() const noexcept { return all_words_; }

    /// Number of documents of the index with the word.
    std::uint32_t frequency(const std::string& word);
    generator::Random& random() noexcept { return random_; }
    const store::Generation& generation() const noexcept { return generation_; }

private:
    void add_words(const std::string& text, std::vector<std::string>& out);

    const store::Generation& generation_;
    builder::RecordParser parser_;
    generator::Random random_;
    builder::Record record_;
    text::AnalysedText text_;
    std::string key_, row_;
    std::vector<std::string> name_words_, label_words_, all_words_;
};

}  // namespace bizrec::bench
