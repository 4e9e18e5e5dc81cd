#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/asked.hpp"

namespace bizrec::quality {

/// The 500 most common names, mistyped: alone, with a place if a record has one, and without spaces.
std::vector<AskedSet> name_questions(const Directory& directory);

/// The 200 most common categories, mistyped, alone and in a city; natural categories in a city without errors.
std::vector<AskedSet> category_questions(const Directory& directory);

/// Names with numbers in words instead of digits or the reverse, names cut in two, queries with words that describe no
/// record, queries that begin with the place, queries with two places, and queries with `near`.
std::vector<AskedSet> phrase_questions(const Directory& directory);

/// Some words of a name in any order, without errors: two with the city of the record, three alone. The first row must
/// have them. They show what a correct query costs.
std::vector<AskedSet> correct_questions(const Directory& directory);

/// Names that no record has, names in cities where no record has them, and everyday names of businesses. The right
/// answer has no rows, or for the last kind such a business. `folder`: has absent_names.txt, which lists names of real
/// businesses that are not in the records, absent_categories.txt and absent_trades.txt.
std::vector<AskedSet> absent_questions(const Directory& directory, const std::string& folder);

/// Texts that people type, from spellings.tsv at `path`.
std::vector<AskedSet> people_questions(const Directory& directory, const std::string& path);

/// Real records by name and city: with one error, an error in the first letter, two errors, words of three letters, or
/// a mistyped city.
std::vector<AskedSet> record_questions(const Directory& directory, const RecordBook& records);

/// The other sets of quality_suite, which checks their floors. `judged`: path of judged.jsonl.
std::vector<AskedSet> other_questions(const Directory& directory, const RecordBook& records, const std::string& data,
                                      const std::string& judged);

}  // namespace bizrec::quality
