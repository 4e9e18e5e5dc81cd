#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/lookup/clause.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Names with the same letters but other spaces. A user who types "zaco vell" also means Zacovell, and a user who types
/// "zacovell" also means Zaco Vell. One search finds the records with either form: (zaco or zacovell) and (vell or
/// zacovell).
class OtherSpaces {
public:
    static constexpr std::size_t max_words = 6;                  ///< of a text; longer texts are no names
    static constexpr std::size_t min_apart = 4, max_apart = 32;  ///< bytes of a word that may be two
    static constexpr std::size_t sample = 4;  ///< adds_records() looks at so many records of a joined form
    static constexpr std::size_t max_meeting_steps = 4096;  ///< limits the search for a record that has both words
    /// Other spaces are not looked for if more records than this hold the word, or the rarer of two neighbours.
    static constexpr std::uint32_t max_records = 1024;

    /// Another form that stands for a word of the text.
    struct Form {
        std::uint32_t word = 0;  ///< index into SearchClause::words()
        std::string text;
        format::TermLists lists;
    };

    /// The names and labels that equal a text of one word when their spaces are removed.
    struct Glued {
        bool is_known = false;  ///< false: they were not looked up
        bool any = false, is_name = false;
        float log_count = 0;  ///< if any: ln(documents) of the name or label with the most documents
    };

    explicit OtherSpaces(const QueryContext& context) : context_(context) {}

    void clear() noexcept;
    /// `clause` must have been read, and each of its words must exist. Overwrites earlier results. Adds to `steps` what
    /// the look-ups cost, and at most max_meeting_steps for each pair of neighbours.
    void find(const SearchClause& clause, std::uint64_t& steps);
    const Glued& glued() const noexcept { return glued_; }
    /// The number of records that hold two neighbours written as one word. `at`: the place of the first in the text.
    /// not_asked: it was not looked up.
    std::uint32_t joined(std::size_t at) const noexcept { return at < max_words ? joined_[at] : not_asked; }
    static constexpr std::uint32_t not_asked = UINT32_MAX;
    bool any() const noexcept { return form_count_ != 0; }

    /// Whether the forms are the two words of a name that equals a text of one word. A record must then hold both
    /// forms, or the word.
    bool is_apart() const noexcept { return is_apart_; }
    /// The number of forms: two for each place where names have one space more or less than the text. A joined form
    /// counts twice, because it may stand for either of its two words.
    std::size_t size() const noexcept { return form_count_; }
    const Form& form(std::size_t i) const noexcept { return forms_[i]; }
    /// If is_apart(): the records of that name, and its evidence.
    const FlatList& whole() const noexcept { return whole_; }

    /// The weight of the words as typed: 2 if there are joined forms, because a joined form counts for two words.
    std::uint32_t typed_factor() const noexcept { return any() && !is_apart_ ? 2 : 1; }

    /// If any(): adds the clauses that a record must satisfy. Each clause is a list of alternatives.
    template <class AddClause>
    void add_clauses(const SearchClause& clause, AddClause&& add_clause) const {
        for (std::size_t i = 0; is_apart_ && i < form_count_; ++i) {
            std::vector<WeightedList>& lists = add_clause();
            lists.assign(1, {clause.words().front().lists, clause.rule().factor});
            lists.push_back({forms_[i].lists, clause.rule().factor});
        }
        for (std::uint32_t word = 0; !is_apart_ && word < clause.words().size(); ++word) {
            std::vector<WeightedList>& lists = add_clause();
            lists.assign(1, {clause.words()[word].lists, typed_factor() * clause.rule().factor});
            for (std::size_t i = 0; i < form_count_; ++i) {
                if (forms_[i].word == word) {
                    lists.push_back({forms_[i].lists, clause.rule().factor});
                }
            }
        }
    }

private:
    void find_joined(const SearchClause& clause, std::size_t at, std::uint64_t& steps);
    void find_apart(const SearchClause& clause, std::uint64_t& steps);
    void find_glued(std::string_view word, std::uint64_t& steps);
    static bool adds_records(const format::TermLists& joined, const format::TermLists& one,
                             const format::TermLists& other, std::uint64_t& steps);
    bool stand_together(std::string_view one, std::string_view other, std::uint64_t& steps);
    bool is_label(std::string_view one, std::string_view other);
    void add(std::uint32_t word, std::string_view text, const format::TermLists& lists);

    const QueryContext& context_;
    std::vector<Form> forms_;  // only the first form_count_ are in use
    std::size_t form_count_ = 0;
    bool is_apart_ = false;
    Glued glued_;
    FlatList whole_;
    std::array<std::uint32_t, max_words> joined_{};
    std::string key_, joined_text_;
};

}  // namespace bizrec::search
