#pragma once

#include <string>
#include <string_view>

/// fold() and fold_letters() of any text, by ICU's normalisers. Slow. The fast paths must give the same results.
namespace bizrec::text {

/// Whether ICU's data are there. If they are missing, none of the functions below may be called.
bool has_icu_fold() noexcept;

void icu_fold(std::string_view utf8, std::string& out);
void icu_fold_letters(std::string_view utf8, std::string& out);

/// Whether a text may be cut before `code_point` and its pieces normalised one by one, with the same result.
bool begins_apart(char32_t code_point) noexcept;

}  // namespace bizrec::text
