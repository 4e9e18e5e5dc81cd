#include "bizrec/text/unspaced.hpp"

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/letters.hpp"

namespace bizrec::text {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

constexpr Range ranges[] = {
    {0x0E01, 0x0EDF},    // Thai, Lao
    {0x1000, 0x109F},    // Myanmar
    {0x1100, 0x11FF},    // Hangul jamo
    {0x1780, 0x17FF},    // Khmer
    {0x3005, 0x3007},    // Han: repetition, closing mark, zero
    {0x3021, 0x303C},    // Han numerals, kana repetition
    {0x3041, 0x31FF},    // kana, Bopomofo, Hangul compatibility jamo
    {0x3400, 0x4DBF},    // Han
    {0x4E00, 0x9FFF},    // Han
    {0xA960, 0xA97F},    // Hangul jamo
    {0xAC00, 0xD7FF},    // Hangul
    {0xF900, 0xFAFF},    // Han
    {0x1AFF0, 0x1B16F},  // kana
    {0x20000, 0x3FFFF},  // Han
};

}  // namespace

bool is_unspaced_letter(char32_t letter) noexcept {
    if (letter < ranges[0].first) {
        return false;
    }
    for (const Range& range : ranges) {
        if (letter <= range.last) {
            return letter >= range.first;
        }
    }
    return false;
}

void split_units(std::string_view run, std::vector<std::uint32_t>& ends) {
    ends.clear();
    for (std::size_t i = 0; i < run.size();) {
        const char32_t code_point = next_code_point(run, i);
        if (is_mark(code_point) && !ends.empty()) {
            ends.back() = static_cast<std::uint32_t>(i);
        } else {
            ends.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

}  // namespace bizrec::text
