#pragma once

#include "t/quality/typed/asked.hpp"

namespace bizrec::quality {

/// Names with numbers: words for digits, digits for words, ordinals both ways; with a city if the record has one.
AskedSet number_questions(const Directory& directory);

}  // namespace bizrec::quality
