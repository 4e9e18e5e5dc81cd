#pragma once

#include <string>
#include <string_view>

namespace bizrec::builder {

/// `utf8` without everything that is neither letter, mark nor number. Well-formed input.
std::string letters_and_digits(std::string_view utf8);

}  // namespace bizrec::builder
