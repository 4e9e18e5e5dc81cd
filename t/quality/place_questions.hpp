#pragma once

#include <string>
#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Questions about places, made from records that have them, each n-th one: names of records and categories with cities
/// by another name (of libgweather or the rule file), with states and countries; filters by such names.
std::vector<QuestionSet> place_questions(const RecordBook& records);

}  // namespace bizrec::quality
