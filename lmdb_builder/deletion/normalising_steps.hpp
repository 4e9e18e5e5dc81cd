#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// The steps of lmdb_builder/rules/deletion_hashes.txt, each on a text in UTF-8. Invalid UTF-8 is dropped or kept
/// unchanged.
namespace bizrec::builder::steps {

using Plain = void (*)(std::string& text);

/// The step without arguments of this name, such as "lower"; null for an unknown name.
Plain named(std::string_view name) noexcept;

/// Keep only this many characters (code points) at the beginning or the end.
void keep_first(std::string& text, std::size_t characters);
void keep_last(std::string& text, std::size_t characters);

}  // namespace bizrec::builder::steps
