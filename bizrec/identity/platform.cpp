#include "bizrec/identity/platform.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_platforms = 4096;
constexpr std::size_t max_plain_name = 32;

bool is_id(std::string_view text) noexcept {
    return !text.empty() && text.size() <= max_plain_name &&
           std::all_of(text.begin(), text.end(), [](char c) { return c == '_' || (is_alnum(c) && !is_upper(c)); });
}

/// Converts `value` to an enumerator. `names` has the order of the enumerators.
template <class Enum, std::size_t count>
Status take(const RuleLine& rule, std::string_view value, const std::array<std::string_view, count>& names, Enum& out) {
    const auto at = std::find(names.begin(), names.end(), value);
    if (at == names.end())
        return rule.error(one_of(names), value);
    out = static_cast<Enum>(at - names.begin());
    return ok();
}

Status take_octets(const RuleLine& rule, std::string_view value, std::string_view& octets) {
    const bool marks = is_visible_ascii(value) && std::none_of(value.begin(), value.end(), is_alnum) &&
                       value.find_first_of("/\"") == std::string_view::npos;
    if (value != "any" && !marks)
        return rule.error("punctuation other than \"/\" and \", as in \"octets=._-\", or \"octets=any\"", value);
    octets = value;
    return ok();
}

Status take_bare(const RuleLine& rule, std::string_view value, std::string_view& bare) {
    if (!is_visible_ascii(value))
        return rule.error("a path of ASCII characters, as in \"bare=company/\"", value);
    bare = value;
    return ok();
}

Status take_name(const RuleLine& rule, std::string_view value, std::string_view& name) {
    if (!is_id(value))
        return rule.error("a name of a-z, 0-9 and \"_\", at most 32 of them", value);
    name = value;
    return ok();
}

constexpr std::array<std::string_view, 9> attributes = {"name",   "octets", "case", "dots", "rest",
                                                        "locale", "bare",   "also", "is"};

/// Handles all attributes except "also", which is not a trait.
Status take_attribute(const RuleLine& rule, std::string_view attribute, std::string_view value,
                      PlatformTraits& traits) {
    using Traits = PlatformTraits;
    constexpr std::array<std::string_view, 2> cases = {"folds", "keeps"};
    constexpr std::array<std::string_view, 2> dots = {"matter", "ignored"};
    constexpr std::array<std::string_view, 4> rests = {"none", "company", "document", "shared"};
    constexpr std::array<std::string_view, 2> locales = {"stays", "skips"};
    constexpr std::array<std::string_view, 5> kinds = {"none", "maps", "federated", "channels", "telephone"};
    if (attribute == "name")
        return take_name(rule, value, traits.name);
    if (attribute == "octets")
        return take_octets(rule, value, traits.octets);
    if (attribute == "case")
        return take<Traits::Case>(rule, value, cases, traits.letter_case);
    if (attribute == "dots")
        return take<Traits::Dots>(rule, value, dots, traits.dots);
    if (attribute == "rest")
        return take<Traits::Rest>(rule, value, rests, traits.rest);
    if (attribute == "locale")
        return take<Traits::Locale>(rule, value, locales, traits.locale);
    if (attribute == "bare")
        return take_bare(rule, value, traits.bare);
    return take<Traits::Special>(rule, value, kinds, traits.special);
}

/// Returns the letters and digits of `name` in lower case: "googlesites" for "google_sites" and for "Google Sites".
/// Empty if they do not fit into `buffer`.
std::string_view plain_name(std::string_view name, std::array<char, max_plain_name>& buffer) noexcept {
    std::size_t length = 0;
    for (char c : name) {
        if (!is_alnum(c))
            continue;
        if (length == buffer.size())
            return {};
        buffer[length++] = lower(c);
    }
    return {buffer.data(), length};
}

}  // namespace

Status PlatformTable::read(const RuleText& text) {
    RuleReader reader(text);
    while (reader.next())
        if (Status status = add(reader.rule()); !status)
            return status;
    add_own_names();
    return reader.status();
}

Status PlatformTable::add(const RuleLine& rule) {
    if (traits_.size() == max_platforms)
        return rule.error("at most " + std::to_string(max_platforms) + " platforms");
    PlatformTraits traits;
    traits.id = rule[0];
    if (!is_id(traits.id))
        return rule.error("a platform's id of a-z, 0-9 and \"_\", at most 32 of them", rule[0]);
    traits.name = traits.id;
    const auto platform = static_cast<Platform>(traits_.size());
    const auto place = std::lower_bound(ids_.begin(), ids_.end(), traits.id,
                                        [](const Name& name, std::string_view id) { return name.plain < id; });
    if (place != ids_.end() && place->plain == traits.id)
        return rule.error("each platform once", rule[0]);
    ids_.insert(place, {std::string(traits.id), platform});
    for (std::size_t i = 1; i < rule.size(); ++i) {
        const std::size_t equals = rule[i].find('=');
        const std::string_view attribute = rule[i].substr(0, equals);
        const bool is_alias = attribute == "also";
        if (equals == std::string_view::npos ||
            std::find(attributes.begin(), attributes.end(), attribute) == attributes.end())
            return rule.error("ATTRIBUTE=VALUE with one of the attributes " + one_of(attributes), rule[i]);
        const std::string_view value = rule[i].substr(equals + 1);
        Status status = is_alias ? add_names(rule, value, platform) : take_attribute(rule, attribute, value, traits);
        if (!status)
            return status;
    }
    if (traits.special == PlatformTraits::Special::federated) {
        if (federated_ != Platform::no_platform)
            return rule.error("at most one federated platform");
        federated_ = platform;
    }
    traits_.push_back(traits);
    return ok();
}

Status PlatformTable::add_names(const RuleLine& rule, std::string_view list, Platform platform) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::array<char, max_plain_name> buffer{};
        const std::string_view plain = plain_name(list.substr(0, comma), buffer);
        if (plain.empty())
            return rule.error("names of 1 to 32 letters and digits, separated by commas, as in \"also=fb,meta\"",
                              list.substr(0, comma));
        names_.push_back({std::string(plain), platform});
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return ok();
}

/// Adds each platform's own name to names_, before the "also" names. So it takes precedence over an equal "also" name
/// of another platform.
void PlatformTable::add_own_names() {
    std::vector<Name> all;
    for (std::size_t i = 0; i < traits_.size(); ++i) {
        std::array<char, max_plain_name> buffer{};
        all.push_back({std::string(plain_name(traits_[i].name, buffer)), static_cast<Platform>(i)});
    }
    all.insert(all.end(), names_.begin(), names_.end());
    std::stable_sort(all.begin(), all.end(), [](const Name& a, const Name& b) { return a.plain < b.plain; });
    names_ = std::move(all);
}

Platform PlatformTable::with_id(std::string_view id) const noexcept {
    const auto at = std::lower_bound(ids_.begin(), ids_.end(), id,
                                     [](const Name& name, std::string_view wanted) { return name.plain < wanted; });
    return at != ids_.end() && at->plain == id ? at->platform : Platform::no_platform;
}

Platform PlatformTable::named(std::string_view name) const noexcept {
    std::array<char, max_plain_name> buffer{};
    const std::string_view wanted = plain_name(name, buffer);
    if (wanted.empty())
        return Platform::no_platform;
    const auto at = std::lower_bound(names_.begin(), names_.end(), wanted,
                                     [](const Name& one, std::string_view plain) { return one.plain < plain; });
    return at != names_.end() && at->plain == wanted ? at->platform : Platform::no_platform;
}

}  // namespace bizrec::identity
