#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/posting_walk.hpp"
#include "bizrec/query/clause.hpp"
#include "bizrec/query/corrections.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Which meanings of a request's words fit together best: those that the best record holds.
///
/// A record fits that holds each word, or a meaning of it. A word that exists nowhere has its meanings alone. Of the
/// others, `varied` may be held in one of their meanings; and where a word may be left out, a record fits too that
/// holds all others and nothing of that one, which is not alone in its text. Fewer varied words are better, then the
/// sum of what the record gets for its words, meanings and whole names.
///
/// A record that fits holds at least one of any varied + 1 words as typed: only the documents of so many rarest words
/// are looked at. The walk is given up where its steps are spent, and nothing is found then. Nothing here can see the
/// page.
class BestCombination {
public:
    struct Wanted {
        std::size_t varied = 0;  ///< words that exist, and may be meant otherwise
        bool left_out = false;   ///< whether records count, too, that lack one word
    };

    /// `words`: as typed, and looked up so. All must live, unchanged, until the last call of apply_…(). Documents must
    /// be excluded before (RowTest). Adds to `visited` hardly more than `max_steps`.
    void find(const store::Generation& generation, const RankConditions& conditions, const QueryWords& words,
              const Corrections& corrections, Wanted wanted, std::uint64_t max_steps, std::uint64_t& visited);

    /// Nothing is found.
    void clear() noexcept { spent_ = best_.is_found = best_without_.is_found = false; }
    /// Whether a record holds all words in some meaning.
    bool has_all() const noexcept { return best_.is_found && !spent_; }
    /// Whether a record holds all words but one.
    bool has_most() const noexcept { return best_without_.is_found && !spent_; }
    /// The words, as typed, that a record lacks which holds all others.
    const TypedWords& lacking_words() const noexcept { return lacking_words_; }
    /// Whether find() was given up before it had seen all records.
    bool is_spent() const noexcept { return spent_; }
    /// Where has_all(): the words in the meanings that fit best.
    void apply_all(TypedWords& words) const { put(best_.choices, words); }
    /// Where has_most(): the same, without the word that is lacking.
    void apply_most(TypedWords& words) const { put(best_without_.choices, words); }

private:
    static constexpr std::uint8_t as_typed = 255;
    static constexpr std::uint8_t lacking = 254;

    /// lists_[first] is the word's, and those up to `end` are its meanings'.
    struct Word {
        const ClauseRule* rule = nullptr;
        std::string_view typed;
        const Corrections::Word* correction = nullptr;
        std::size_t first = 0, end = 0;
        bool exists = false;

        std::size_t meanings() const noexcept { return end - first - 1; }
    };
    /// Of each word the number of a meaning, as_typed, or lacking.
    using Choices = std::vector<std::uint8_t>;
    struct Best {
        bool is_found = false;
        std::size_t varied = 0;
        std::uint64_t worth = 0;
        std::uint32_t docid = 0;
        Choices choices;
    };
    /// Names and labels that a combination may be as a whole.
    struct Wholes {
        void open();

        Choices choices;
        std::vector<FlatList> lists;
        std::vector<ListCursor> cursors;
    };

    void add_words(const SearchClause& clause, const Corrections& corrections);
    bool choose_leaders();
    std::uint64_t count_of_meanings(const Word& word) const noexcept;
    void walk(const format::TermLists& leader, std::uint64_t& visited);
    void judge(std::uint32_t docid, std::uint64_t& visited);
    bool hold_words(std::uint32_t docid, std::uint64_t& visited);
    bool hold_meaning(std::size_t word, std::uint32_t docid, std::uint64_t& visited);
    bool passes(std::uint32_t docid, std::uint64_t& visited);
    std::uint64_t worth_of_wholes(std::uint32_t docid, std::uint64_t& visited);
    Wholes* wholes_of_choices(std::uint64_t& visited);
    const Word& lacking_word() const noexcept;
    bool may_lack_word() const noexcept;
    void note_lacking_word();
    void put(const Choices& choices, TypedWords& out) const;

    const store::Generation* generation_ = nullptr;
    const RankConditions* conditions_ = nullptr;
    const TypedWords* typed_ = nullptr;
    const place::Ranges* ranges_ = nullptr;
    place::Ranges everywhere_;
    Wanted wanted_;
    std::uint64_t end_ = 0;  // of `visited`
    bool spent_ = false;

    std::vector<Word> words_;
    std::vector<WeightedList> lists_;
    std::vector<ListCursor> cursors_;   // of lists_
    std::vector<ListCursor> any_of_;    // of conditions_->any_of
    std::vector<std::size_t> order_;    // words that exist, the rarest first
    std::vector<std::size_t> leaders_;  // in lists_
    PostingWalk walk_;
    std::string key_;

    // Of the document at hand:
    Choices choices_;
    std::size_t varied_ = 0, lacking_ = 0;
    std::uint64_t worth_ = 0;

    std::vector<Wholes> wholes_;  // the first wholes_count_ are in use; the others keep their memory
    std::size_t wholes_count_ = 0;
    SearchClause query_{query_rule}, name_{store_name_rule};
    TypedWords combination_, lacking_words_;
    Best best_, best_without_;
};

}  // namespace bizrec::search
