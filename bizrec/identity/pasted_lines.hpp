#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::identity {

/// Whether a text is an address whose host has a known suffix.
using KnowsHost = std::function<bool(std::string_view)>;

/// How to read lines of one word each. Lines into which one address was wrapped are joined in both cases.
enum class LoneWords {
    joined,  ///< "jo" and "es." may be one host that a program has wrapped
    apart,   ///< each line is a handle
};

/// Whether `text` has tabs or line ends between other characters.
bool has_inner_break(std::string_view text) noexcept;

/// Splits `text` at tabs and line ends, and returns at most the first five texts. A break inside an address does not
/// split: after "-", "/" or "=", before "/" or "?", or within a host ("https://www.joe", "s.com/menu").
std::vector<std::string> separate_lines(std::string_view text, LoneWords lone_words, const KnowsHost& knows_host);

}  // namespace bizrec::identity
