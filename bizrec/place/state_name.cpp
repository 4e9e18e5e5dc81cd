#include "bizrec/place/state_name.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/unit_words.hpp"
#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {
namespace {

using Words = std::vector<std::string_view>;

/// The number of words at the beginning that name a unit or link it to the name: 3 for "Comunidad Autónoma de Madrid".
/// 0 if there is no unit, or if no word before `end` would remain.
std::size_t leading_unit_words(const Words& words, std::size_t end) noexcept {
    bool unit = false;
    std::size_t i = 0;
    for (; i < end && (leads_a_name(words[i]) || qualifies_a_unit(words[i])); ++i) {
        unit = unit || leads_a_name(words[i]);
    }
    if (!unit) {
        return 0;
    }
    while (i < end && links_a_unit(words[i])) {
        ++i;
    }
    return i < end ? i : 0;
}

/// The number of words at the end that name a unit: 2 for "Jewish Autonomous Oblast". Never counts words[begin],
/// because the name must not become empty.
std::size_t trailing_unit_words(const Words& words, std::size_t begin) noexcept {
    std::size_t left = words.size();
    if (left <= begin + 1 || !trails_a_name(words[left - 1])) {
        return 0;
    }
    --left;
    while (left > begin + 1 && (trails_a_name(words[left - 1]) || qualifies_a_unit(words[left - 1]))) {
        --left;
    }
    return words.size() - left;
}

/// Removes unit words and glued units once. The result is folded, and may begin or end with another glued unit.
void strip_once(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    const Words& words = scratch.words;
    const std::size_t begin = leading_unit_words(words, words.size());
    const std::size_t end = words.size() - trailing_unit_words(words, begin);
    scratch.joined.clear();
    for (std::size_t i = begin; i < end; ++i) {
        scratch.joined += words[i];
    }
    std::string_view name = scratch.joined;
    name.remove_prefix(glued_prefix(name));
    name.remove_suffix(glued_suffix(name));
    text::fold_letters(name, out);
}

bool has_other_than_ascii(std::string_view text) noexcept {
    for (const char byte : text) {
        if (!is_ascii(byte)) {
            return true;
        }
    }
    return false;
}

}  // namespace

void fold_state(std::string_view utf8, std::string& out) {
    text::fold_letters(utf8, out);
}

void fold_state_without_unit(std::string_view utf8, std::string& out) {
    strip_once(utf8, out);
    // An ASCII name is now one word, from which strip_once() removes nothing more. In other scripts, several units may
    // be glued to a name, so they are removed until the name stays the same.
    while (has_other_than_ascii(out)) {
        const std::size_t before = out.size();
        const std::string name = out;
        strip_once(name, out);
        if (out.size() == before) {
            return;
        }
    }
}

}  // namespace bizrec::place
