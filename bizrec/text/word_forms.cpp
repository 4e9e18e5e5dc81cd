#include "bizrec/text/word_forms.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bizrec::text {
namespace {

struct Entry {
    std::string_view written;
    std::string_view meant;
    bool is_stop = false;
};

constexpr Entry entries[] = {
#define BIZREC_STOP(word) {word, word, true},
#include "bizrec/text/data/stop_words.inc"
#undef BIZREC_STOP
#define BIZREC_FORM(written, meant) {written, meant, false},
#include "bizrec/text/data/word_forms.inc"
#undef BIZREC_FORM
};
constexpr std::size_t entry_count = sizeof entries / sizeof entries[0];
constexpr std::size_t longest_written = 16;

/// First, middle and last letters and the length: enough to spread a hundred words.
constexpr std::uint32_t hash(std::string_view word) noexcept {
    std::uint32_t h = static_cast<std::uint32_t>(word.size());
    h = h * 31 + static_cast<unsigned char>(word.front());
    h = h * 31 + static_cast<unsigned char>(word[word.size() / 2]);
    h = h * 31 + static_cast<unsigned char>(word[word.size() - 1]);
    h = h * 31 + static_cast<unsigned char>(word[word.size() / 3]);
    return h * 0x9E3779B1U >> 22U;
}

/// Open addressing; 0 is an empty slot, else the number of an entry plus one.
constexpr std::size_t slot_count = 1024;
using Slots = std::array<std::uint8_t, slot_count>;
static_assert(entry_count < 255 && entry_count * 4 < slot_count);

constexpr Slots make_slots() noexcept {
    Slots slots{};
    for (std::size_t i = 0; i < entry_count; ++i) {
        std::size_t slot = hash(entries[i].written);
        while (slots[slot] != 0) {
            slot = (slot + 1) % slot_count;
        }
        slots[slot] = static_cast<std::uint8_t>(i + 1);
    }
    return slots;
}

constexpr Slots slots = make_slots();

}  // namespace

WordForm find_word_form(std::string_view word) noexcept {
    if (word.empty() || word.size() > longest_written) {
        return {};
    }
    for (std::size_t slot = hash(word); slots[slot] != 0; slot = (slot + 1) % slot_count) {
        const Entry& entry = entries[slots[slot] - 1];
        if (entry.written == word) {
            return {entry.meant, entry.is_stop};
        }
    }
    return {};
}

bool may_be_state_code(std::string_view word) noexcept {
    constexpr std::string_view codes[] = {"al", "as", "co", "de", "in", "la", "me", "on", "or"};
    return word.size() == 2 && std::find(std::begin(codes), std::end(codes), word) != std::end(codes);
}

bool is_elided_word(std::string_view word) noexcept {
    constexpr std::string_view elided[] = {"d", "l", "all", "dall", "dell", "nell", "sant", "sull"};
    return std::find(std::begin(elided), std::end(elided), word) != std::end(elided);
}

}  // namespace bizrec::text
