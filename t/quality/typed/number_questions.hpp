#pragma once

#include "t/quality/typed/asked.hpp"

namespace bizrec::quality {

/// Questions with names that have a number. The question has words in place of the name's digits, or digits in place of
/// its words, also for ordinals. It ends with the record's city, if the record has one.
AskedSet number_questions(const Directory& directory);

}  // namespace bizrec::quality
