#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// The steps of rules/deletion_hashes.txt, each on a text in UTF-8; what is no UTF-8 is dropped or stays as it is.
namespace bizrec::builder::steps {

using Plain = void (*)(std::string& text);

/// "lower" and its kin; null for a name that is none.
Plain named(std::string_view name) noexcept;

/// So many characters.
void keep_first(std::string& text, std::size_t characters);
void keep_last(std::string& text, std::size_t characters);

}  // namespace bizrec::builder::steps
