#pragma once

#include <vector>

#include "t/quality/questions.hpp"

namespace bizrec::quality {

/// Real names as people type them: with two letters for an umlaut or a ring, with any apostrophe, in simplified
/// characters for traditional ones, in katakana for hiragana, in loose Arabic spelling, without the Arabic article, and
/// in Latin letters for Cyrillic ones. Also names with their street addresses. A record is right if it has the name
/// and, in questions with a street, the street. Every n-th suitable name is used, so the questions are the same in each
/// run.
std::vector<QuestionSet> script_questions(const RecordBook& records);

}  // namespace bizrec::quality
