#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/asked.hpp"

namespace bizrec::quality {

/// The 500 names that most records bear, mistyped: alone, with a place where one stands, without spaces.
std::vector<AskedSet> name_questions(const Directory& directory);

/// The 200 commonest categories, mistyped, alone and in a city; natural ones in a city as they are.
std::vector<AskedSet> category_questions(const Directory& directory);

/// Numbers in words and digits, names cut in two, words that describe no record, places first, two places, `near`.
std::vector<AskedSet> phrase_questions(const Directory& directory);

/// Names that no record bears, and names in cities where no record bears them: right is no row.
std::vector<AskedSet> absent_questions(const Directory& directory, const std::string& real_names);

/// spellings.tsv: what people type.
std::vector<AskedSet> people_questions(const Directory& directory, const std::string& path);

/// One error, an error in the first letter, two errors, words of three letters, a city mistyped: real records by name
/// and city.
std::vector<AskedSet> record_questions(const Directory& directory, const RecordBook& records);

/// The other sets of quality_suite, which asks for their floors. `judged`: judged.jsonl.
std::vector<AskedSet> other_questions(const Directory& directory, const RecordBook& records, const std::string& data,
                                      const std::string& judged);

}  // namespace bizrec::quality
