#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/typed_words.hpp"
#include "bizrec/query/typo_candidates.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// What words that exist nowhere may mean. A word is looked for among its neighbours only where no field of any record
/// has it: one that exists, but in no name, is no typing error in `store_name`.
class Corrections {
public:
    static constexpr std::size_t max_words = 8;           ///< of a request; later ones stay as they are
    static constexpr std::size_t max_readings = 16;       ///< combinations that are tried
    static constexpr std::size_t max_meanings = 4;        ///< of one word
    static constexpr std::uint64_t max_steps = 1U << 18;  ///< in the vocabulary, for the whole request

    /// Notes which words of the clauses exist nowhere. `texts`: as they were typed.
    void note_missing(const SearchClause& query, const SearchClause& store_name);
    bool any_missing() const noexcept { return missing_count_ != 0; }
    /// Finds their meanings. Returns the steps it took.
    std::uint64_t find(const store::Generation& generation);

    /// Combinations of meanings, the likeliest first; 0 where some word has none.
    std::size_t readings() const noexcept { return readings_; }
    /// Puts the meanings of a reading in the words' places.
    void apply(std::size_t reading, TypedWords& words) const;
    /// Puts the likeliest meaning in the place of each word that has one.
    void apply_likeliest(TypedWords& words) const;

    struct Missing {
        const ClauseRule* rule = nullptr;  ///< of its clause
        std::string_view typed;
        std::array<std::string_view, max_meanings> meanings{};
        std::size_t meaning_count = 0;
    };
    struct Rarest {
        const ClauseRule* rule = nullptr;
        std::string_view typed;
        std::uint32_t documents = 0;
    };
    /// The word that may be two, for who writes two as one writes what hardly anybody does: the rarest of all, as is
    /// the only one that exists nowhere. Null where several do not exist.
    const Rarest* word_to_cut() const noexcept {
        return total_missing_ > 1 || rarest_.rule == nullptr ? nullptr : &rarest_;
    }

private:
    void note_missing(const SearchClause& clause);
    void find_meanings(const store::Generation& generation, Missing& missing, std::uint64_t& steps_left);
    void count_documents(const store::Generation& generation, const ClauseRule& rule, std::uint64_t& steps_left);
    void count_readings() noexcept;

    std::array<Missing, max_words> missing_{};
    std::size_t missing_count_ = 0;  // in missing_
    std::size_t total_missing_ = 0;
    Rarest rarest_;
    std::size_t meanings_used_ = 0;  // of each word, in readings
    std::size_t readings_ = 0;
    TypoFinder finder_;
    std::vector<TypoCandidate> candidates_;
    std::string key_;
};

}  // namespace bizrec::search
