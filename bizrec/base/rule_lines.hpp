#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

/// Rule files: one rule a line, words separated by blanks. A word that begins with "#" begins a comment. The same
/// reader reads the files that people write (lmdb_builder/rules/) and the rules in an index, which may be hostile.
namespace bizrec {

struct RuleText {
    std::string name;       ///< begins each error message, such as "rules/platforms.txt"
    std::string_view text;  ///< up to 1 MiB
};

/// One rule. Its words are views into the text that was read.
class RuleLine {
public:
    static constexpr std::size_t max_words = 16;

    std::size_t size() const noexcept { return size_; }
    std::string_view operator[](std::size_t i) const noexcept { return words_[i]; }

    /// Makes the error "NAME:LINE: expected EXPECTED, found "FOUND"".
    Error error(std::string_view expected, std::string_view found) const;
    /// Makes an error for a rule that is wrong as a whole: FOUND is the complete rule.
    Error error(std::string_view expected) const;

private:
    friend class RuleReader;
    const RuleText* text_ = nullptr;
    std::size_t number_ = 0;
    std::size_t size_ = 0;
    std::array<std::string_view, max_words> words_;
};

/// Walks the rules of a text: `while (reader.next())`, then status().
class RuleReader {
public:
    /// `text` must outlive the reader.
    explicit RuleReader(const RuleText& text);

    /// Returns false at the end, and at the first line that is not a rule; status() tells which.
    bool next();
    const RuleLine& rule() const noexcept { return rule_; }
    const Status& status() const noexcept { return status_; }

private:
    bool split(std::string_view line);

    std::string_view rest_;
    RuleLine rule_;
    Status status_ = ok();
};

/// Returns the rules of a text, one a line, without comments and superfluous blanks. RuleReader must accept the text.
std::string plain_rules(const RuleText& text);

/// The names as a list for messages: "a", "b" or "c".
template <class Names>
std::string one_of(const Names& names) {
    std::string list;
    std::size_t left = std::size(names);
    for (const auto& name : names) {
        list += list.empty() ? "\"" : left == 1 ? " or \"" : ", \"";
        list += name;
        list += '"';
        --left;
    }
    return list;
}

/// Text of lmdb_builder/rules/NAME.txt at the time when this program was built. A build of an index uses it if no file
/// of that name is given. Empty for an unknown name. Static storage.
std::string_view built_in_rules(std::string_view name) noexcept;

}  // namespace bizrec
