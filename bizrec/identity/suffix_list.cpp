#include "bizrec/identity/suffix_list.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/idna.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {
namespace {

/// Returns the first word of a line: "each line is only read up to the first whitespace" (publicsuffix.org/list).
std::string_view first_word(std::string_view line) noexcept {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin]))
        ++begin;
    std::size_t end = begin;
    while (end < line.size() && !is_blank(line[end]))
        ++end;
    return line.substr(begin, end - begin);
}

std::optional<SuffixRule> read_rule(std::string_view word) {
    std::string text(word);
    lower_in_place(text);
    const std::string_view mark = starts_with(text, "*.") ? "*." : starts_with(text, "!") ? "!" : "";
    bool ascii = true;
    for (char c : text)
        ascii = ascii && is_ascii(c);
    if (!ascii) {
        std::string labels;
        if (!domain_to_ascii(std::string_view(text).substr(mark.size()), labels))
            return std::nullopt;
        text = std::string(mark) + labels;
    }
    return read_ascii_rule(text);
}

/// Calls line(number, text) for each line until a call returns an error.
template <class Line>
Status for_each_line(std::string_view text, Line&& line) {
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        if (Status status = line(number, text.substr(0, end)); !status)
            return status;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return ok();
}

Status add_rule(std::string_view list, std::size_t number, std::string_view word, bool is_private,
                std::vector<SuffixRule>& rules) {
    auto rule = read_rule(word);
    if (!rule)
        return Error{std::string(list) + ", line " + std::to_string(number) +
                     ": expected a rule like \"co.uk\", \"*.ck\" or \"!www.ck\", found \"" +
                     std::string(word.substr(0, 80)) + "\""};
    if (is_private)
        rule->flags = static_cast<std::uint8_t>(rule->flags << rule_flag::private_shift);
    rules.push_back(std::move(*rule));
    return ok();
}

Status read_public_list(std::string_view text, std::vector<SuffixRule>& rules) {
    bool is_private = false;
    return for_each_line(text, [&](std::size_t number, std::string_view line) -> Status {
        const std::string_view word = first_word(line);
        if (word.empty())
            return ok();
        if (starts_with(word, "//")) {
            if (line.find("===BEGIN PRIVATE DOMAINS===") != std::string_view::npos)
                is_private = true;
            if (line.find("===BEGIN ICANN DOMAINS===") != std::string_view::npos)
                is_private = false;
            return ok();
        }
        return add_rule("public suffix list", number, word, is_private, rules);
    });
}

Status read_extra_list(std::string_view text, std::vector<SuffixRule>& rules) {
    bool is_private = true;
    return for_each_line(text, [&](std::size_t number, std::string_view line) -> Status {
        if (starts_with(line, "#"))
            is_private = !starts_with(line, "# suffixes of registries");
        const std::string_view word = first_word(line);
        if (word.empty() || starts_with(word, "#"))
            return ok();
        return add_rule("extra suffix list", number, word, is_private, rules);
    });
}

}  // namespace

Result<std::vector<SuffixRule>> read_suffix_rules(std::string_view public_suffix_dat, std::string_view extra) {
    std::vector<SuffixRule> rules;
    rules.reserve(16384);
    if (has_byte_order_mark(public_suffix_dat))
        public_suffix_dat.remove_prefix(byte_order_mark.size());
    if (Status status = read_public_list(public_suffix_dat, rules); !status)
        return status.error();
    if (rules.empty())
        return Error{"public suffix list: expected rules, found none"};
    if (Status status = read_extra_list(extra, rules); !status)
        return status.error();
    return rules;
}

namespace {

constexpr std::size_t largest_text = std::size_t{16} << 20;  // far above any real list

/// The characters before the name in a line of the serialised list. The table has the order of the lines: a name begins
/// with a byte above all of these characters.
struct LineMark {
    std::string_view text;
    int flag;
};
constexpr LineMark line_marks[] = {{"!", rule_flag::exception},
                                   {"*.", rule_flag::wildcard},
                                   {"+!", rule_flag::exception << rule_flag::private_shift},
                                   {"+*.", rule_flag::wildcard << rule_flag::private_shift},
                                   {"+", rule_flag::plain << rule_flag::private_shift},
                                   {"", rule_flag::plain}};

/// A name after its first eight bytes as a number, which has the order of the bytes.
std::pair<std::uint64_t, std::string_view> with_head(std::string_view name) noexcept {
    std::uint64_t head = 0;
    for (std::size_t i = 0; i < sizeof head; ++i)
        head = head << 8U | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0U);
    return {head, name};
}

Error bad_line(std::size_t number, std::string_view line, std::string_view expected) {
    constexpr std::size_t shown = 80;
    return Error{"suffix list, line " + std::to_string(number) + ": expected " + std::string(expected) + ", found \"" +
                 std::string(line.substr(0, shown)) + "\""};
}

}  // namespace

SuffixList SuffixList::from_rules(const std::vector<SuffixRule>& rules) {
    SuffixList list;
    std::size_t slots = 16;
    while (slots < rules.size() * 2)
        slots *= 2;
    list.slots_.resize(slots);
    list.marks_.resize(slots);
    for (const SuffixRule& rule : rules) {
        const std::uint64_t hash = backward_hash(rule.name);
        std::size_t at = hash & (slots - 1);
        while (list.slots_[at].text_length != 0 &&
               (list.slots_[at].hash != hash ||
                std::string_view(list.text_).substr(list.slots_[at].text_offset, list.slots_[at].text_length) !=
                    rule.name))
            at = (at + 1) & (slots - 1);
        Rule& slot = list.slots_[at];
        list.marks_[at] = slot_mark(hash);
        if (slot.text_length == 0) {
            slot.hash = hash;
            slot.text_offset = static_cast<std::uint32_t>(list.text_.size());
            slot.text_length = static_cast<std::uint8_t>(rule.name.size());
            list.text_ += rule.name;
        }
        // A rule that is in both sections is an ICANN rule only.
        slot.flags = static_cast<std::uint8_t>(slot.flags | rule.flags);
        slot.flags =
            static_cast<std::uint8_t>(slot.flags & ~((slot.flags & rule_flag::icann) << rule_flag::private_shift));
    }
    for (const Rule& slot : list.slots_)
        for (unsigned bits = slot.flags; bits != 0; bits &= bits - 1)
            ++list.count_;
    return list;
}

std::string SuffixList::serialise() const {
    std::string text;
    std::vector<std::pair<std::uint64_t, std::string_view>> names;  // with its first bytes, to compare them at once
    for (const LineMark& mark : line_marks) {
        names.clear();
        for (const Rule& slot : slots_)
            if (slot.flags & mark.flag)
                names.push_back(with_head(std::string_view(text_).substr(slot.text_offset, slot.text_length)));
        std::sort(names.begin(), names.end());
        for (const auto& [head, name] : names)
            text.append(mark.text).append(name) += '\n';
    }
    return text;
}

Result<SuffixList> SuffixList::parse(std::string_view serialised) {
    if (serialised.size() > largest_text)
        return Error{"suffix list: expected at most 16 MiB, found " + std::to_string(serialised.size()) + " bytes"};
    std::vector<SuffixRule> rules;
    std::string_view previous;
    for (std::size_t number = 1; !serialised.empty(); ++number) {
        const std::size_t end = serialised.find('\n');
        const std::string_view line = serialised.substr(0, end);
        if (end == std::string_view::npos)
            return bad_line(number, line, "a line feed after the last rule");
        if (number > 1 && line <= previous)
            return bad_line(number, line, "rules in ascending order, each once");
        const bool is_private = starts_with(line, "+");
        auto rule = read_ascii_rule(line.substr(is_private ? 1 : 0));
        if (!rule)
            return bad_line(number, line, "a rule of lower-case A-labels");
        if (is_private)
            rule->flags = static_cast<std::uint8_t>(rule->flags << rule_flag::private_shift);
        rules.push_back(std::move(*rule));
        previous = line;
        serialised.remove_prefix(end + 1);
    }
    return from_rules(rules);
}

const SuffixList::Rule* SuffixList::find(std::string_view name, std::uint64_t hash) const noexcept {
    if (slots_.empty())
        return nullptr;
    const std::size_t mask = slots_.size() - 1;
    const std::uint8_t mark = slot_mark(hash);
    for (std::size_t at = hash & mask; marks_[at] != 0; at = (at + 1) & mask) {
        if (marks_[at] != mark)
            continue;
        const Rule& slot = slots_[at];
        if (slot.hash == hash && std::string_view(text_).substr(slot.text_offset, slot.text_length) == name)
            return &slot;
    }
    return nullptr;
}

SuffixList::Match SuffixList::match_rules(const HostSuffixes& suffixes, std::uint8_t sections) const noexcept {
    const std::string_view host = suffixes.host();
    Match best;
    best.suffix = host.substr(host.rfind('.') + 1);  // the default rule; npos + 1 is 0
    const auto take = [&best](std::string_view suffix, int flags, std::uint8_t kind) {
        best.suffix = suffix;
        best.is_private = (flags & kind) == 0;
        best.is_listed = true;
    };
    suffixes.for_each([&](std::string_view suffix, std::uint64_t hash) {
        const Rule* rule = find(suffix, hash);
        if (rule == nullptr)
            return true;
        const int flags = rule->flags & sections;
        const int kinds = flags | (flags >> rule_flag::private_shift);
        if (kinds & rule_flag::exception) {
            take(without_first_label(suffix), flags, rule_flag::exception);
            return false;  // an exception prevails over every other rule
        }
        if (kinds & rule_flag::plain)
            take(suffix, flags, rule_flag::plain);
        if ((kinds & rule_flag::wildcard) && suffix.size() < host.size())
            take(with_one_label_more(host, suffix), flags, rule_flag::wildcard);
        return true;
    });
    if (best.suffix.size() < host.size())
        best.registrable = with_one_label_more(host, best.suffix);
    return best;
}

SuffixList::Match SuffixList::match(std::string_view host) const noexcept {
    return match(HostSuffixes(host));
}

SuffixList::Match SuffixList::match_icann(const HostSuffixes& host) const noexcept {
    return match_rules(host, rule_flag::icann);
}

std::size_t SuffixList::rule_count() const noexcept {
    return count_;
}

Result<SuffixList> SuffixList::compile(std::string_view public_suffix_dat, std::string_view extra) {
    auto rules = read_suffix_rules(public_suffix_dat, extra);
    if (!rules)
        return rules.error();
    return from_rules(rules.value());
}

}  // namespace bizrec::identity
