#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::identity {

/// Whether a text is an address whose host stands under a known suffix.
using KnowsHost = std::function<bool(std::string_view)>;

/// What the lines of a pasted text are: those that wrap one address are joined, others stand alone.
enum class LoneWords {
    joined,  ///< "jo" and "es." may be one host that a program has broken
    apart,   ///< each is a handle
};

/// Whether tabs or line ends stand between other characters of `text`.
bool has_inner_break(std::string_view text) noexcept;

/// The texts between the tabs and line ends of `text`, the first few. A break stays a separator unless it stands inside
/// one address: behind "-", "/" or "=", in front of "/" or "?", or within a host ("https://www.joe", "s.com/menu").
std::vector<std::string> separate_lines(std::string_view text, LoneWords lone_words, const KnowsHost& knows_host);

}  // namespace bizrec::identity
