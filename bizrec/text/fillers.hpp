#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {

/// Words that tell how somebody likes what is meant, "best" and "near me", and hardly a record holds for it. Immutable
/// once read; thread-safe.
class Fillers {
public:
    static constexpr std::size_t max_words = 4;  ///< of one

    /// Reads a rule file (lmdb_builder/rules/fillers.txt). Copies what it keeps. Errors name the file and the line.
    static Result<Fillers> read(const RuleText& rules);

    /// `words`: folded (text/fold.hpp), a blank between two.
    bool has(std::string_view words) const noexcept;
    /// Words of the longest one; 0: there are none.
    std::size_t longest() const noexcept { return longest_; }

    /// The rules without comments; the same rules give the same bytes.
    const std::string& rules() const noexcept { return text_; }

private:
    std::string text_;                 // plain rules, in the order of the file
    std::vector<std::string> sorted_;  // its lines
    std::size_t longest_ = 0;
};

}  // namespace bizrec::text
