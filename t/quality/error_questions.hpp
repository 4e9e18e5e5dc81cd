#pragma once

#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Names and cities of real records as people type them. Right answers are the record itself and all records of its
/// city that have its name. This set has errors in letters.
std::vector<QuestionSet> typing_questions(const RecordBook& records);
/// The same with words left out, added, swapped, glued or abbreviated.
std::vector<QuestionSet> word_questions(const RecordBook& records);

}  // namespace bizrec::quality
