#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bizrec/explain/explanation.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/query/task.hpp"

namespace bizrec::search {

/// Adds up the score of one document, with a line of text for each part. Uses the conditions and words by which the
/// search ranked the document.
class ScoreExplainer {
public:
    ScoreExplainer(const store::Generation& generation, const SearchTask& task, std::uint32_t docid,
                   const RecordTexts& texts);

    void add_place();

    /// Adds a line for the reading, and lines for the words that were looked for. The reading as typed needs no lines
    /// for its words, because the request shows them.
    void add_reading(const SearchResult& result);
    void add_words();
    void add_exact_matches();
    void add_tags(const SearchQuery& query);
    void add_boosts();
    void fail(const std::string& why);
    void add_score();
    void line(std::string text) { lines_.push_back(std::move(text)); }
    std::vector<std::string> take_lines() { return std::move(lines_); }
    std::vector<std::string> take_obstacles() { return std::move(obstacles_); }

private:
    /// Returns 0 if the document is not in the list.
    std::uint8_t impact_in(const format::TermLists& lists);
    void add_words(const char* name, const SearchClause& clause);
    bool add_word(const char* name, const SearchClause::Word& word, std::uint32_t factor);

    /// Whether the document, which lacks the word, has it with other spaces.
    bool is_written_otherwise(const SearchClause& clause, const SearchClause::Word& word);

    /// Adds the evidence of forms with other spaces. A form counts once for each word that it stands for.
    void add_other_spaces(const SearchClause& clause, const OtherSpaces& spaces);

    /// Adds a line with the record's city if it differs from the name of the place: "New York" for "NYC", "Austin" for
    /// "Texas".
    void add_other_name_of_city(const std::string& name);
    void add_part(const std::string& title, std::uint32_t evidence);

    const store::Generation& generation_;
    const SearchTask& task_;
    const std::uint32_t docid_;
    const RecordTexts& texts_;
    PlaceSearch::Tier tier_ = PlaceSearch::elsewhere;
    const RankConditions* conditions_ = &task_.conditions();
    const QueryWords* words_ = &task_.words();
    std::uint32_t evidence_ = 0;
    ListCursor cursor_;
    std::vector<std::string> lines_, obstacles_;
};

}  // namespace bizrec::search
