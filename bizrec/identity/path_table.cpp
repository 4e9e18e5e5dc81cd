#include "bizrec/identity/path_table.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/path_pattern.hpp"
#include "bizrec/identity/reasons.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_rows = 16384;

constexpr std::array<std::string_view, 4> action_names = {"profile", "tenant", "company", "none"};

/// Counts the pattern's captures; nullopt if it is not a valid pattern.
std::optional<std::size_t> count_captures(std::string_view pattern) noexcept {
    const std::size_t question = pattern.find('?');
    std::string_view path = pattern.substr(0, question);
    std::size_t captures = 0;
    std::size_t segments = 0;
    if (!is_visible_ascii(pattern))
        return std::nullopt;
    for (std::string_view token = next_segment(path); !token.empty(); token = next_segment(path)) {
        ++segments;
        if (is_capture_token(token))
            ++captures;
        else if (token.find_first_of("{}") != std::string_view::npos)
            return std::nullopt;
    }
    if (question == std::string_view::npos)
        return segments == 0 ? std::nullopt : std::optional(captures);
    const std::string_view parameter = pattern.substr(question + 1);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || equals == 0 || !is_capture_token(parameter.substr(equals + 1)))
        return std::nullopt;
    return captures + 1;
}

/// Reads the word after the action; each action has a format of its own.
Status read_text(const RuleLine& rule, PathTable::Row& row) {
    const std::string_view text = rule.size() > 3 ? rule[3] : std::string_view();
    switch (row.action) {
        case PathTable::Action::profile:
            if (!is_visible_ascii(text))
                return rule.error("a key's prefix of ASCII characters, as in \"id/\"", text);
            row.text = text;
            return ok();
        case PathTable::Action::tenant:
            if (!is_host_name(text))
                return rule.error("a host of lower-case A-labels after \"tenant\", as in \"tumblr.com\"", text);
            row.text = text;
            return ok();
        case PathTable::Action::company:
            return text.empty() ? ok() : Status(rule.error("nothing after \"company\"", text));
        case PathTable::Action::none:
            break;
    }
    row.text = reason::reason_with_name(text);
    return row.text.empty() ? Status(rule.error("one of the reasons " + reason::reason_names(), text)) : ok();
}

}  // namespace

Status PathTable::read(const RuleText& text, const PlatformTable& platforms) {
    RuleReader reader(text);
    while (reader.next())
        if (Status status = add(reader.rule(), platforms); !status)
            return status;
    order_rows(platforms.size());
    return reader.status();
}

Status PathTable::add(const RuleLine& rule, const PlatformTable& platforms) {
    if (rows_.size() == max_rows)
        return rule.error("at most " + std::to_string(max_rows) + " rules");
    if (rule.size() < 3 || rule.size() > 4)
        return rule.error("PLATFORM PATTERN ACTION and sometimes a fourth word, as in \"facebook p/{-n} profile id/\"");
    Row row;
    row.platform = platforms.with_id(rule[0]);
    if (row.platform == Platform::no_platform)
        return rule.error("a platform of platforms.txt", rule[0]);
    row.pattern = rule[1];
    const auto captures = count_captures(row.pattern);
    if (!captures)
        return rule.error("a pattern, as in \"pages/*/{n}\", \"events|event.php\" or \"profile.php?id={n}\"", rule[1]);
    const auto action = std::find(action_names.begin(), action_names.end(), rule[2]);
    if (action == action_names.end())
        return rule.error("one of the actions " + one_of(action_names), rule[2]);
    row.action = static_cast<Action>(action - action_names.begin());
    const bool has_handle = row.action == Action::profile || row.action == Action::tenant;
    if (has_handle && *captures == 0)
        return rule.error("a pattern with a handle or a number in it, as in \"u/{h}\"", rule[1]);
    if (Status status = read_text(rule, row); !status)
        return status;
    rows_.push_back(row);
    return ok();
}

void PathTable::order_rows(std::size_t platforms) {
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.platform < b.platform; });
    begin_.assign(platforms + 1, 0);
    for (const Row& row : rows_)
        ++begin_[static_cast<std::size_t>(row.platform) + 1];
    for (std::size_t i = 0; i < platforms; ++i)
        begin_[i + 1] += begin_[i];
    words_.clear();
    for (const Row& row : rows_)
        words_.push_back(first_words(row.pattern));
}

std::bitset<PathTable::buckets> PathTable::first_words(std::string_view pattern) noexcept {
    std::bitset<buckets> set;
    std::string_view path = pattern.substr(0, pattern.find('?'));
    std::string_view words = next_segment(path);
    if (words.empty() || words == "*" || words.find('{') != std::string_view::npos)
        return set.set();
    while (!words.empty()) {
        const std::size_t bar = words.find('|');
        set.set(bucket(words.substr(0, bar)));
        words.remove_prefix(bar == std::string_view::npos ? words.size() : bar + 1);
    }
    return set;
}

std::size_t PathTable::bucket(std::string_view first_segment) noexcept {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (char c : first_segment)
        hash = (hash ^ static_cast<unsigned char>(lower(c))) * 16777619u;
    return (hash ^ (hash >> 16)) % buckets;
}

}  // namespace bizrec::identity
