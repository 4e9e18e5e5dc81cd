#include "bizrec/format/phrase_trie.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/base/bytes.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint32_t byte_values = FreeStates::byte_values;

unsigned char byte_at(std::string_view text, std::size_t at) noexcept {
    return static_cast<unsigned char>(text[at]);
}

/// Number of bytes that both texts begin with.
std::size_t common_prefix(std::string_view a, std::string_view b) noexcept {
    const std::size_t shorter = std::min(a.size(), b.size());
    return static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin()).first - a.begin());
}

}  // namespace

PhraseTrie::PhraseTrie(std::vector<Phrase> phrases) {
    std::sort(phrases.begin(), phrases.end(), [](const Phrase& a, const Phrase& b) { return a.text < b.text; });
    for (const Phrase& phrase : phrases) {
        add_prefix(phrase.text);
    }
    states_.resize(byte_values);
    // The base of the root is 0, so the first 256 states are its possible children.
    FreeStates free;
    add_children(phrases, {0, phrases.size()}, 0, root, free);
    states_.resize(states_.size() + byte_values);  // so that base + any byte is a valid index
}

void PhraseTrie::add_prefix(std::string_view text) {
    if (text.size() < prefix_bytes) {
        prefixes_.fill(~std::uint64_t{0});
        return;
    }
    char head[sizeof(std::uint32_t)] = {};
    std::copy_n(text.begin(), prefix_bytes, head);
    const std::size_t prefix = prefix_of(head);
    prefixes_[prefix / 64] |= std::uint64_t{1} << prefix % 64;
}

/// Adds the states below `parent`. `range`: the phrases that begin with the text of `parent`, which has `depth` bytes,
/// and are longer.
void PhraseTrie::add_children(const std::vector<Phrase>& phrases, Range range, std::size_t depth, std::uint32_t parent,
                              FreeStates& free) {
    std::vector<Range> groups;
    std::vector<unsigned char> bytes;
    for (std::size_t begin = range.begin; begin < range.end;) {
        std::size_t end = begin;
        while (end < range.end && phrases[end].text[depth] == phrases[begin].text[depth]) {
            ++end;
        }
        groups.push_back({begin, end});
        bytes.push_back(byte_at(phrases[begin].text, depth));
        begin = end;
    }
    if (groups.empty()) {
        return;
    }
    std::uint32_t base = 0;
    if (parent != root) {
        base = free.first_fit(bytes);
        states_[parent].base = base;
    }
    states_.resize(std::max<std::size_t>(states_.size(), base + byte_values));
    for (const unsigned char byte : bytes) {
        states_[base + byte].parent = parent;
        free.take(base + byte);  // taken before the children of these states look for free ones
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::string_view first = phrases[groups[i].begin].text;
        const std::size_t end = common_prefix(first, phrases[groups[i].end - 1].text);
        const std::uint32_t child = base + bytes[i];
        set_label(states_[child], first.substr(depth, end - depth));
        if (first.size() == end) {
            states_[child].code = phrases[groups[i].begin++].code;
        }
        add_children(phrases, groups[i], end, child, free);
    }
}

void PhraseTrie::set_label(State& state, std::string_view label) {
    state.label_size = static_cast<std::uint16_t>(label.size());
    std::copy_n(label.begin(), std::min(label.size(), inline_label), state.label.begin());
    state.label_at = static_cast<std::uint32_t>(labels_.size());
    if (label.size() > inline_label) {
        labels_ += label.substr(inline_label);
    }
}

bool PhraseTrie::has_label(const State& state, const char* text, std::size_t size) const noexcept {
    constexpr std::size_t word = sizeof(std::uint64_t);
    const std::size_t label = state.label_size;
    if (label > size) {
        return false;
    }
    const std::uint64_t low = load_unaligned<std::uint64_t>(text) ^ load_unaligned<std::uint64_t>(state.label.data());
    if (label <= word) {
        return low << (8 * (word - label)) == 0;
    }
    const std::uint64_t high =
        load_unaligned<std::uint64_t>(text + word) ^ load_unaligned<std::uint64_t>(state.label.data() + word);
    if (label < inline_label) {
        return (low | high << (8 * (inline_label - label))) == 0;
    }
    return (low | high) == 0 &&
           std::memcmp(text + inline_label, labels_.data() + state.label_at, label - inline_label) == 0;
}

PhraseTrie::Match PhraseTrie::walk(const char* text, std::size_t size) const noexcept {
    Match best;
    std::uint32_t parent = root;
    std::uint32_t base = 0;
    for (std::size_t at = 0; at < size;) {
        const std::uint32_t child = base + static_cast<unsigned char>(text[at]);
        const State& state = states_[child];
        if (state.parent != parent || !has_label(state, text + at, size - at)) {
            break;
        }
        at += state.label_size;
        if (state.code != no_code) {
            best = {at, state.code};
        }
        if (state.base == no_children) {
            break;
        }
        parent = child;
        base = state.base;
    }
    return best;
}

}  // namespace bizrec::format
