#pragma once

#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Names and cities of real records as people type them. The record itself is right, and whatever record of its city
/// has its name. Errors in letters:
std::vector<QuestionSet> typing_questions(const RecordBook& records);
/// Words left out, added, swapped, glued or abbreviated:
std::vector<QuestionSet> word_questions(const RecordBook& records);

}  // namespace bizrec::quality
