#include "lmdb_builder/deletion/normalising_rules.hpp"

#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/base/utf8.hpp"
#include "lmdb_builder/deletion/normalising_steps.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<std::string_view, NormalisingRules::identifiers> identifier_names = {"email", "phone", "zip",
                                                                                          "birth_date", "name"};
constexpr std::array<std::string_view, NormalisingRules::member_kinds> member_names = {
    "people", "phone", "first_name", "last_name", "full_name", "birth_date", "zip"};

template <class Names>
std::size_t place_of(const Names& names, std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The number in the text; 0 if the text is not a number from 1 to 2^31.
std::uint32_t number_of(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number <= 1U << 31 ? number : 0;
}

}  // namespace

/// One step: a function from steps::named(), a number of characters to keep, or a transform of ICU.
struct NormalisingRules::Step {
    steps::Plain plain = nullptr;
    std::size_t first = 0, last = 0;
    std::shared_ptr<const icu::Transliterator> transform;
    bool skips_ascii = false;

    void apply(std::string& text) const {
        if (plain != nullptr) {
            plain(text);
        } else if (transform != nullptr) {
            apply_transform(text);
        } else if (first != 0) {
            steps::keep_first(text, first);
        } else {
            steps::keep_last(text, last);
        }
    }

    static bool read(std::string_view word, Step& step) {
        constexpr std::string_view transforms = "icu:";
        constexpr std::string_view beyond_ascii = "icu-beyond-ascii:";
        constexpr std::string_view first_characters = "first:";
        constexpr std::string_view last_characters = "last:";
        step.plain = steps::named(word);
        step.skips_ascii = starts_with(word, beyond_ascii);
        if (step.skips_ascii || starts_with(word, transforms)) {
            return step.read_transform(std::string(word.substr(word.find(':') + 1)));
        }
        if (starts_with(word, first_characters)) {
            step.first = number_of(word.substr(first_characters.size()));
        } else if (starts_with(word, last_characters)) {
            step.last = number_of(word.substr(last_characters.size()));
        }
        return step.plain != nullptr || step.first != 0 || step.last != 0;
    }

private:
    bool read_transform(const std::string& id) {
        UErrorCode error = U_ZERO_ERROR;
        transform.reset(icu::Transliterator::createInstance(icu::UnicodeString::fromUTF8(id), UTRANS_FORWARD, error));
        return U_SUCCESS(error) && transform != nullptr;
    }

    void apply_transform(std::string& text) const {
        if (skips_ascii && all_ascii(text)) {
            return;
        }
        auto wide = icu::UnicodeString::fromUTF8(text);
        transform->transliterate(wide);
        text.clear();
        wide.toUTF8String(text);
    }
};

NormalisingRules::NormalisingRules() = default;
NormalisingRules::NormalisingRules(NormalisingRules&&) noexcept = default;
NormalisingRules& NormalisingRules::operator=(NormalisingRules&&) noexcept = default;
NormalisingRules::~NormalisingRules() = default;

Status NormalisingRules::add_hash(const RuleLine& rule) {
    const std::size_t identifier = rule.size() > 2 ? place_of(identifier_names, rule[1]) : identifiers;
    if (identifier == identifiers || !steps_[identifier].empty()) {
        return rule.error("hash, one of " + one_of(identifier_names) + " once each, and steps");
    }
    for (std::size_t i = 2; i < rule.size(); ++i) {
        Step step;
        if (!Step::read(rule[i], step)) {
            return rule.error("a step, or transforms that this ICU knows", rule[i]);
        }
        steps_[identifier].push_back(std::move(step));
    }
    return ok();
}

Status NormalisingRules::add_members(const RuleLine& rule) {
    const std::size_t member = rule.size() > 2 ? place_of(member_names, rule[1]) : member_kinds;
    if (member == member_kinds) {
        return rule.error("members, one of " + one_of(member_names) + " and names");
    }
    for (std::size_t i = 2; i < rule.size(); ++i) {
        std::string name(rule[i]);
        std::transform(name.begin(), name.end(), name.begin(), lower);
        members_[member].push_back(std::move(name));
    }
    return ok();
}

Status NormalisingRules::add(const RuleLine& rule) {
    if (rule[0] == "hash") {
        return add_hash(rule);
    }
    if (rule[0] == "members") {
        return add_members(rule);
    }
    version_ = rule[0] == "version" && rule.size() == 2 ? number_of(rule[1]) : 0;
    return version_ != 0 ? ok() : Status(rule.error("version NUMBER, hash or members"));
}

Result<NormalisingRules> NormalisingRules::read(const RuleText& text) {
    NormalisingRules rules;
    RuleReader reader(text);
    while (reader.next()) {
        const Status added = rules.add(reader.rule());
        if (!added) {
            return added.error();
        }
    }
    if (!reader.status()) {
        return reader.status().error();
    }
    const bool is_whole = rules.version_ != 0 && std::none_of(rules.steps_.begin(), rules.steps_.end(),
                                                              [](const auto& steps) { return steps.empty(); });
    if (!is_whole) {
        return Error{text.name + ": expected a version, and hash rules of " + one_of(identifier_names)};
    }
    return rules;
}

NormalisingRules NormalisingRules::built_in() {
    return std::move(read({"deletion_hashes.txt", built_in_rules("deletion_hashes")})).value();
}

std::string_view NormalisingRules::normalised(Identifier identifier, std::string_view text) {
    out_.assign(text);
    for (const Step& step : steps_[static_cast<std::size_t>(identifier)]) {
        step.apply(out_);
    }
    return out_;
}

bool NormalisingRules::is(Member member, std::string_view name) const noexcept {
    const auto& names = members(member);
    return std::any_of(names.begin(), names.end(),
                       [name](const std::string& known) { return equals_ignoring_case(name, known); });
}

NormalisingRules load_hash_rules(const std::string& rule_folder) {
    const std::string path = rule_folder + "/deletion_hashes.txt";
    std::string text;
    if (rule_folder.empty() || !read_whole_file(path, text)) {
        if (!rule_folder.empty() && errno != ENOENT) {
            fail_with_errno("read the rules \"" + path + "\"");
        }
        return NormalisingRules::built_in();
    }
    auto rules = NormalisingRules::read({path, text});
    if (!rules) {
        throw BuildFailure("the rules: " + rules.error().message);
    }
    return std::move(rules).value();
}

}  // namespace bizrec::builder
