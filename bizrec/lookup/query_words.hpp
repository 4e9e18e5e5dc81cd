#pragma once

#include <array>
#include <string>
#include <vector>

#include "bizrec/lookup/clause.hpp"
#include "bizrec/lookup/other_spaces.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/typed_words.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// The words of both texts of a request, `query` and `store_name`: as typed, and in the reading that ask() has looked
/// up last, with its posting lists.
class QueryWords {
public:
    explicit QueryWords(const QueryContext& context)
        : context_(context),
          query_(context, query_rule),
          name_(context, store_name_rule),
          query_spaces_(context),
          name_spaces_(context) {}

    /// Cuts both texts into words; "": the request has no such text. Returns false if a given text has no word: no
    /// record can match it.
    bool analyse(const std::string& query, const std::string& store_name);
    const TypedWords& typed() const noexcept { return typed_; }
    bool any() const noexcept { return !typed_.query.empty() || !typed_.store_name.empty(); }
    /// The words of a text, including its function words. Valid only if the request has this text.
    const text::AnalysedText& text_of(const ClauseRule& rule) const noexcept {
        return rule.words == format::TermKind::word ? query_text_ : name_text_;
    }

    /// Looks up the words of a reading in two steps: ask() prefetches their slots in the key table, read() reads them.
    /// The bytes of `words` must live as long as the clauses are used.
    void ask(const TypedWords& words);
    void read();
    /// Looks for names with the same letters and other spaces. From then on require_all() matches them, too. Call after
    /// read(). Returns false if there are no such names, or if some word does not exist. Adds the work done to `steps`.
    bool find_other_spaces(std::uint64_t& steps);
    bool any_other_spaces() const noexcept { return query_spaces_.any() || name_spaces_.any(); }
    const OtherSpaces& other_spaces(const SearchClause& clause) const noexcept {
        return &clause == &query_ ? query_spaces_ : name_spaces_;
    }

    const SearchClause& query() const noexcept { return query_; }
    const SearchClause& store_name() const noexcept { return name_; }
    std::array<const SearchClause*, 2> clauses() const noexcept { return {&query_, &name_}; }
    /// Whether some record has one of the words.
    bool any_found() const noexcept { return query_.found() + name_.found() != 0; }
    /// Whether each word is in some record.
    bool is_complete() const noexcept { return query_.is_complete() && name_.is_complete(); }
    /// Sets `conditions` so that a document matches if it holds every word that exists.
    void require_all(RankConditions& conditions);
    /// Sets `conditions` so that a document matches if it holds at least one word of each text. Returns false if one of
    /// the texts has only words that no record has.
    bool require_any(RankConditions& conditions);

private:
    void clear(RankConditions& conditions);
    void require_with_other_spaces(RankConditions& conditions);

    const QueryContext& context_;
    text::AnalysedText query_text_, name_text_;
    TypedWords typed_;
    SearchClause query_, name_;
    OtherSpaces query_spaces_, name_spaces_;
    std::vector<std::vector<WeightedList>> spare_clauses_;  // spare memory for RankConditions::alternatives
};

}  // namespace bizrec::search
