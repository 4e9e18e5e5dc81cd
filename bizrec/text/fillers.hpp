#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::text {

/// Words that ask for good or near results, such as "best" and "near me". They describe hardly any record. Immutable
/// once read; thread-safe.
class Fillers {
public:
    static constexpr std::size_t max_words = 4;  ///< in one filler
    /// In a rule, this word stands for any number.
    static constexpr std::string_view any_number = "0";

    /// Reads a rule file (lmdb_builder/rules/fillers.txt). Copies what it keeps. Errors name the file and the line.
    static Result<Fillers> read(const RuleText& rules);

    /// Whether the words are a filler. `words`: folded (text/fold.hpp), with one blank between two words.
    bool has(std::string_view words) const noexcept;
    /// The number of words of the longest filler; 0: there are no fillers.
    std::size_t longest() const noexcept { return longest_; }

    /// The rules without comments. The same rules always give the same bytes.
    const std::string& rules() const noexcept { return text_; }

private:
    std::string text_;                 // plain rules, in the order of the file
    std::vector<std::string> sorted_;  // the lines of text_, sorted
    std::size_t longest_ = 0;
};

}  // namespace bizrec::text
