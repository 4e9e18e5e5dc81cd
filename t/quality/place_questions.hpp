#pragma once

#include <string>
#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Questions about places, made from every n-th suitable record: names of records and categories with cities by another
/// name (from libgweather or the rule file), with states and countries; and filters by such names.
std::vector<QuestionSet> place_questions(const RecordBook& records);

}  // namespace bizrec::quality
