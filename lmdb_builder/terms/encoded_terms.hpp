#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/format/term_list_builder.hpp"

namespace bizrec::builder {

/// Encoded terms that will be written to the `postings` and `terms` sections.
class EncodedTerms {
public:
    struct Term {
        format::KeyHash hash;
        /// The two words that the section `terms` stores for the term. If `list_bytes` > 0, PostingSection sets aux[1]
        /// to the place of the term's lists in the section `postings`.
        std::uint64_t aux[2] = {0, 0};
        std::uint32_t numbers = 0;   ///< how many of numbers() belong to the term
        std::size_t list_bytes = 0;  ///< bytes of the term in lists(), a multiple of format::value_alignment
        bool is_vocable = false;     ///< a word of the vocabulary; such words are added in the order of the vocabulary
    };

    void clear();
    void add(std::string_view key, const format::EncodedTerm& term, bool is_vocable = false);

    const std::vector<Term>& terms() const noexcept { return terms_; }
    /// The data of all terms, concatenated in the order of terms().
    const std::vector<std::uint32_t>& numbers() const noexcept { return numbers_; }
    const std::vector<std::byte>& lists() const noexcept { return lists_; }

private:
    std::vector<Term> terms_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::byte> lists_;
};

}  // namespace bizrec::builder
