#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/platform.hpp"

namespace bizrec::identity {

/// Maps the paths of each platform to their meaning (rule file platform_paths.txt). Views point into the text that was
/// read.
class PathTable {
public:
    enum class Action : std::uint8_t { profile, tenant, company, none };
    struct Row {
        Platform platform = Platform::no_platform;
        Action action = Action::none;
        std::string_view pattern;
        std::string_view text;  ///< the key's prefix, the tenant's suffix, or the reason (static)
    };

    Status read(const RuleText& text, const PlatformTable& platforms);

    /// A platform's rows are adjacent, in the order of the file: from begin() to end().
    std::size_t begin(Platform platform) const noexcept { return begin_[static_cast<std::size_t>(platform)]; }
    std::size_t end(Platform platform) const noexcept { return begin_[static_cast<std::size_t>(platform) + 1]; }
    const Row& operator[](std::size_t row) const noexcept { return rows_[row]; }

    /// Cheap test that skips rows which cannot match. bucket() hashes the first segment of an address. may_fit() is
    /// false if the row begins with literal words, and none of them has that bucket. Most addresses are only a handle,
    /// and would otherwise be compared with hundreds of words.
    static std::size_t bucket(std::string_view first_segment) noexcept;
    bool may_fit(std::size_t row, std::size_t bucket) const noexcept { return words_[row][bucket]; }

private:
    static constexpr std::size_t buckets = 512;

    Status add(const RuleLine& rule, const PlatformTable& platforms);
    void order_rows(std::size_t platforms);
    static std::bitset<buckets> first_words(std::string_view pattern) noexcept;

    std::vector<Row> rows_;
    std::vector<std::size_t> begin_;           // first row of each platform, then the number of rows
    std::vector<std::bitset<buckets>> words_;  // for each row: the buckets of the words that it may begin with
};

}  // namespace bizrec::identity
