#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// A word, whole name or label, and how many records the index finds by it.
struct RecordTerm {
    std::string text;  ///< as in the index: folded, words in their singular
    std::uint32_t documents = 0;
};

/// The terms by which the index finds one record, each list sorted by text.
struct RecordTerms {
    std::vector<RecordTerm> words, names, labels;
};

/// Looks the terms of a record up in the index. `vector`: these terms (document/term_vector.hpp). Leaves out terms by
/// which the index does not find the record. Throws BuildFailure if the bytes are invalid.
RecordTerms find_terms(const store::Generation& generation, std::string_view vector, std::uint32_t docid);

/// One line each for words, names and labels; no line for an empty list.
std::string terms_text(const RecordTerms& terms);
/// The members "words", "names" and "labels" of an object, with commas between them.
std::string terms_json(const RecordTerms& terms);

}  // namespace bizrec::builder
