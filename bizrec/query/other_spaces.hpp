#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// The same letters with other spaces, where names are written so too: whoever types "zaco vell" means Zacovell as
/// well, and the other way round. They are one reading, so one search finds both: (zaco or zacovell) and (vell or
/// zacovell).
class OtherSpaces {
public:
    static constexpr std::size_t max_words = 6;                           ///< of a text; longer ones are no names
    static constexpr std::size_t shortest_apart = 4, longest_apart = 32;  ///< bytes of a word that may be two
    static constexpr std::size_t sample = 4;
    static constexpr std::size_t max_meeting_steps = 4096;  ///< of two words that never meet
    /// A spelling that more have hides little, and is asked for often.
    static constexpr std::uint32_t max_records = 1024;

    /// What else finds a word of the text.
    struct Form {
        std::uint32_t word = 0;  ///< of SearchClause::words()
        std::string text;
        format::TermLists lists;
    };

    /// Names that are a text of one word without their spaces.
    struct Glued {
        bool is_known = false;  ///< else it was not looked up
        bool any = false, is_name = false;
        float log_count = 0;  ///< where any: ln(records of the one that has the most)
    };

    explicit OtherSpaces(const QueryContext& context) : context_(context) {}

    void clear() noexcept;
    /// Of a clause that is read, and each of whose words exists. Overwrites what was found. Adds to `steps`: some
    /// look-ups, and for each pair of neighbours max_meeting_steps at most.
    void find(const SearchClause& clause, std::uint64_t& steps);
    const Glued& glued() const noexcept { return glued_; }
    /// Records of two neighbours written together, the first of which stands at `at` in the text; not_asked: nobody
    /// looked.
    std::uint32_t joined(std::size_t at) const noexcept { return at < max_words ? joined_[at] : not_asked; }
    static constexpr std::uint32_t not_asked = UINT32_MAX;
    bool any() const noexcept { return form_count_ != 0; }

    /// Of a text of one word the two of a name that is written so: every one of them, or the word.
    bool is_apart() const noexcept { return is_apart_; }
    /// Two for each place where the text has one space more or less: of two words each may be the one.
    std::size_t size() const noexcept { return form_count_; }
    const Form& form(std::size_t i) const noexcept { return forms_[i]; }
    /// Where is_apart(): records of that name, and the evidence of it.
    const FlatList& whole() const noexcept { return whole_; }

    /// How often the words as typed count: as often as one that stands for two of them.
    std::uint32_t typed_factor() const noexcept { return any() && !is_apart_ ? 2 : 1; }

    /// Where any(): what a record must hold, a list of each clause.
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
    std::vector<Form> forms_;  // the first form_count_ are in use
    std::size_t form_count_ = 0;
    bool is_apart_ = false;
    Glued glued_;
    FlatList whole_;
    std::array<std::uint32_t, max_words> joined_{};
    std::string key_, joined_text_;
};

}  // namespace bizrec::search
