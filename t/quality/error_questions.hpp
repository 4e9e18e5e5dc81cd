#pragma once

#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Names and cities of real records as people mistype them: errors in letters, words left out, added, swapped, glued or
/// abbreviated. The record itself is right, and whatever record of its city has its name.
std::vector<QuestionSet> error_questions(const RecordBook& records);

}  // namespace bizrec::quality
