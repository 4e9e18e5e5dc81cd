#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/typed_words.hpp"
#include "bizrec/query/typo_candidates.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// What words may mean: their neighbours in the vocabulary. A word that exists nowhere is most likely a typing error.
/// One that exists may be one too: half of all errors are words of some other record. But a word that exists in some
/// field, and in no name, is no typing error in `store_name`.
class Corrections {
public:
    static constexpr std::size_t max_words = 12;          ///< of a request; later ones stay as they are
    static constexpr std::size_t max_meanings = 24;       ///< of one word
    static constexpr std::uint64_t max_steps = 1U << 18;  ///< in the vocabulary, for the whole request
    static constexpr std::uint32_t full_weight = 256;     ///< of a word as typed

    struct Meaning {
        std::string_view text;     ///< of the vocabulary
        std::uint32_t weight = 0;  ///< 1 .. full_weight - 1: the likelier, the more
    };
    class Word {
    public:
        const ClauseRule* rule = nullptr;  ///< of its clause
        std::string_view typed;
        std::uint32_t documents = 0;  ///< 0: it exists nowhere

        /// The likeliest first.
        const std::vector<Meaning>& meanings() const noexcept { return meanings_; }

    private:
        friend class Corrections;
        std::vector<Meaning> meanings_;
        bool is_read_ = false, is_kept_ = false;
    };

    /// Notes the words of the clauses. Their bytes must live as long as this is used.
    void note(const SearchClause& query, const SearchClause& store_name);
    /// Words of the query that exist and are meant as typed, whatever their neighbours are: they name a place.
    void keep(const WordSequence& typed);
    bool any_missing() const noexcept { return missing_count_ != 0; }
    /// Finds the meanings of words that exist nowhere. Returns the steps it took.
    std::uint64_t find_missing(const store::Generation& generation);
    /// Finds the meanings of words that exist: those in `typed`, or all.
    std::uint64_t find_existing(const store::Generation& generation, const TypedWords& typed);
    std::uint64_t find_existing(const store::Generation& generation);

    /// Whether each word that exists nowhere has a meaning.
    bool has_all_missing() const noexcept;
    /// Calls `use(rule, word)` for each of the first words that exists nowhere.
    template <class Use>
    void for_each_missing(Use&& use) const {
        for (std::size_t i = 0; i < word_count_; ++i) {
            if (words_[i].documents == 0) {
                use(*words_[i].rule, words_[i].typed);
            }
        }
    }
    /// Null where it is not among the first words.
    const Word* find_word(const ClauseRule& rule, std::string_view typed) const noexcept;
    /// Puts the likeliest meaning in the place of each word that exists nowhere.
    void apply_likeliest(TypedWords& words) const;

    struct Rarest {
        const ClauseRule* rule = nullptr;
        std::string_view typed;
        std::uint32_t documents = 0;
    };
    /// The word that may be two, for who writes two as one writes what hardly anybody does: the rarest of all, as is
    /// the only one that exists nowhere. Null where several do not exist, or all are kept.
    const Rarest* word_to_cut() const noexcept {
        return missing_count_ > 1 || rarest_.rule == nullptr ? nullptr : &rarest_;
    }

private:
    void note(const SearchClause& clause);
    template <class Wanted>
    std::uint64_t find(const store::Generation& generation, Wanted&& wanted);
    void find_meanings(const store::Generation& generation, Word& word, std::uint64_t& steps_left);
    void count_documents(const store::Generation& generation, const ClauseRule& rule, std::uint64_t& steps_left);

    std::vector<Word> words_;  // the first word_count_ are in use; the others keep their memory
    std::size_t word_count_ = 0;
    std::size_t missing_count_ = 0;
    std::uint64_t steps_left_ = 0;
    Rarest rarest_;
    TypoFinder finder_;
    std::vector<TypoCandidate> candidates_;
    std::string key_;
};

}  // namespace bizrec::search
