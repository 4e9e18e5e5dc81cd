#pragma once

#include <string>
#include <string_view>

/// fold() and fold_letters() of any text, by ICU's normalisers: slow, and what the fast paths must equal.
namespace bizrec::text {

/// False where ICU has lost its data: nothing below may be called then.
bool has_icu_fold() noexcept;

void icu_fold(std::string_view utf8, std::string& out);
void icu_fold_letters(std::string_view utf8, std::string& out);

/// Whatever stands before `code_point`, no normalisation joins the two or puts them in another order.
bool begins_apart(char32_t code_point) noexcept;

}  // namespace bizrec::text
