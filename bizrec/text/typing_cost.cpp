#include "bizrec/text/typing_cost.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace bizrec::text {
namespace {

struct SoundPair {
    std::u32string_view one, other;
};
/// Spellings of the same sound. Either may be typed for the other. Sorted by the first letter of `one`.
constexpr std::array sounds = {
    SoundPair{U"ae", U"e"},    SoundPair{U"ai", U"ay"},     SoundPair{U"ai", U"ei"},   SoundPair{U"aid", U"ade"},
    SoundPair{U"ail", U"ale"}, SoundPair{U"ain", U"ane"},   SoundPair{U"ait", U"ate"}, SoundPair{U"ance", U"ence"},
    SoundPair{U"ant", U"ent"}, SoundPair{U"au", U"o"},      SoundPair{U"ay", U"ey"},   SoundPair{U"b", U"v"},
    SoundPair{U"c", U"k"},     SoundPair{U"ch", U"k"},      SoundPair{U"ch", U"tch"},  SoundPair{U"chs", U"x"},
    SoundPair{U"ck", U"c"},    SoundPair{U"ck", U"k"},      SoundPair{U"cs", U"x"},    SoundPair{U"cue", U"que"},
    SoundPair{U"ea", U"ee"},   SoundPair{U"eak", U"ake"},   SoundPair{U"eam", U"eme"}, SoundPair{U"eau", U"o"},
    SoundPair{U"ee", U"ie"},   SoundPair{U"ei", U"ie"},     SoundPair{U"er", U"ar"},   SoundPair{U"er", U"or"},
    SoundPair{U"er", U"re"},   SoundPair{U"ew", U"oo"},     SoundPair{U"ey", U"y"},    SoundPair{U"g", U"j"},
    SoundPair{U"gh", U"g"},    SoundPair{U"i", U"y"},       SoundPair{U"ie", U"ey"},   SoundPair{U"ie", U"i"},
    SoundPair{U"ie", U"y"},    SoundPair{U"ight", U"ite"},  SoundPair{U"kn", U"n"},    SoundPair{U"ll", U"y"},
    SoundPair{U"mac", U"mc"},  SoundPair{U"oa", U"o"},      SoundPair{U"oad", U"ode"}, SoundPair{U"oe", U"e"},
    SoundPair{U"oe", U"o"},    SoundPair{U"oo", U"u"},      SoundPair{U"ou", U"o"},    SoundPair{U"ough", U"o"},
    SoundPair{U"ows", U"ose"}, SoundPair{U"ph", U"f"},      SoundPair{U"qu", U"k"},    SoundPair{U"que", U"k"},
    SoundPair{U"s", U"c"},     SoundPair{U"s", U"z"},       SoundPair{U"sc", U"s"},    SoundPair{U"sch", U"sh"},
    SoundPair{U"sh", U"ch"},   SoundPair{U"sion", U"tion"}, SoundPair{U"t", U"th"},    SoundPair{U"tion", U"cian"},
    SoundPair{U"ts", U"sh"},   SoundPair{U"u", U"ou"},      SoundPair{U"ugh", U""},    SoundPair{U"v", U"w"},
    SoundPair{U"w", U"wh"},    SoundPair{U"wr", U"r"},      SoundPair{U"x", U"cks"},   SoundPair{U"x", U"ks"},
};

/// The pairs of `sounds` in both directions, grouped by the first letter typed. Pairs without a typed letter come
/// first.
struct SoundTable {
    std::array<SoundPair, 2 * sounds.size()> pairs{};  // `one` is typed, and `other` is meant
    std::array<std::uint8_t, 28> begin{};   // where each group begins: no letter typed, "a", …, "z"; then the end
    std::array<std::uint32_t, 27> meant{};  // of each group: bit n is set if a pair of sound_group(other) n is in it

    constexpr void add(std::size_t at, std::size_t group, const SoundPair& pair) noexcept;
};
constexpr std::size_t sound_group(std::u32string_view letters) noexcept {
    return letters.empty() ? 0 : letters[0] - U'a' + 1;
}
constexpr void SoundTable::add(std::size_t at, std::size_t group, const SoundPair& pair) noexcept {
    pairs[at] = pair;
    meant[group] |= 1U << sound_group(pair.other);
}
constexpr SoundTable sound_table = [] {
    SoundTable table;
    std::size_t size = 0;
    for (std::size_t group = 0; group < 27; ++group) {
        table.begin[group] = static_cast<std::uint8_t>(size);
        for (const SoundPair& pair : sounds) {
            if (sound_group(pair.one) == group) {
                table.add(size++, group, pair);
            }
            if (sound_group(pair.other) == group) {
                table.add(size++, group, {pair.other, pair.one});
            }
        }
    }
    table.begin[27] = static_cast<std::uint8_t>(size);
    return table;
}();

struct Key {
    std::int8_t column = -9, row = -9;
};
/// Where each letter lies on an English keyboard.
constexpr std::array<Key, 26> keys = [] {
    std::array<Key, 26> where{};
    constexpr std::array<std::string_view, 3> rows = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            where[static_cast<std::size_t>(rows[row][column] - 'a')] = {static_cast<std::int8_t>(column),
                                                                        static_cast<std::int8_t>(row)};
        }
    }
    return where;
}();

constexpr bool is_ascii_letter(char32_t c) noexcept {
    return c >= U'a' && c <= U'z';
}

constexpr bool are_neighbours(Key one, Key other) noexcept {
    return one.column - other.column <= 1 && other.column - one.column <= 1 && one.row - other.row <= 1 &&
           other.row - one.row <= 1;
}

/// For each letter, a bit for each letter on the same or a neighbouring key.
constexpr std::array<std::uint32_t, 26> near_keys = [] {
    std::array<std::uint32_t, 26> near{};
    for (std::size_t one = 0; one < keys.size(); ++one) {
        for (std::size_t other = 0; other < keys.size(); ++other) {
            near[one] |= are_neighbours(keys[one], keys[other]) ? 1U << other : 0U;
        }
    }
    return near;
}();

constexpr bool are_near(char32_t a, char32_t b) noexcept {
    return is_ascii_letter(a) && is_ascii_letter(b) && (near_keys[a - U'a'] >> (b - U'a') & 1U) != 0;
}

constexpr bool is_vowel(char32_t c) noexcept {
    return c == U'a' || c == U'e' || c == U'i' || c == U'o' || c == U'u' || c == U'y';
}

constexpr float out_of_reach = std::numeric_limits<float>::max();
/// Cells farther from the diagonal of the table than this are skipped. For words whose lengths differ by more letters,
/// typing_cost() is above any limit.
constexpr std::size_t widest_band = 4;

/// The lowest cost of any error.
constexpr float lowest_cost = TypingCosts::slip;
static_assert(lowest_cost <= TypingCosts::near && lowest_cost <= TypingCosts::edit &&
              lowest_cost <= TypingCosts::sound);

/// The most letters that are typed by one error.
constexpr std::size_t max_sound = [] {
    std::size_t longest = 2;  // two swapped letters
    for (const SoundPair& pair : sounds) {
        longest = std::max({longest, pair.one.size(), pair.other.size()});
    }
    return longest;
}();

std::size_t common_suffix(std::u32string_view a, std::u32string_view b) noexcept {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t size = 0;
    while (size < shorter && a[a.size() - 1 - size] == b[b.size() - 1 - size]) {
        ++size;
    }
    return size;
}

/// costs_[i][j]: the lowest cost of typing the first i letters of `typed` if the first j letters of `meant` are meant.
/// Filled row by row: each cell passes its cost on to the cells that can follow it. A cell is dropped if one more error
/// would exceed the limit and the remaining letters differ.
class CostTable {
public:
    CostTable(std::u32string_view typed, std::u32string_view meant, float most) noexcept
        : typed_(typed), meant_(meant), most_(most), suffix_(common_suffix(typed, meant)) {}

    float fill() noexcept {
        prepare_rows(1);
        costs_[0][0] = 0;
        for (std::size_t i = 0; i <= last_row_; ++i) {
            prepare_rows(i + max_sound + 1);
            const std::size_t last = std::min(meant_.size(), i + widest_band);
            for (std::size_t j = i > widest_band ? i - widest_band : 0; j <= last; ++j) {
                if (costs_[i][j] <= most_) {
                    leave(i, j);
                }
            }
        }
        return last_row_ < typed_.size() ? out_of_reach : costs_[typed_.size()][meant_.size()];
    }

private:
    /// Prepares the rows below `end`. Most words end far before the last row.
    void prepare_rows(std::size_t end) noexcept {
        for (; rows_ < std::min(end, typed_.size() + 1); ++rows_) {
            std::fill_n(costs_[rows_].begin(), meant_.size() + 1, out_of_reach);
        }
    }

    /// Whether an error in the next letters leaves neither room for another one nor only equal letters.
    bool may_only_agree(std::size_t i, float cost) const noexcept {
        return cost > most_ - 2 * lowest_cost && i + max_sound + suffix_ < typed_.size();
    }

    /// Whether the letters that follow cell (i, j) in both words are equal.
    bool ends_alike(std::size_t i, std::size_t j) const noexcept {
        const std::size_t left = typed_.size() - i;
        return left == meant_.size() - j && left <= suffix_;
    }

    void reach(std::size_t i, std::size_t j, float cost) noexcept {
        if (cost + (ends_alike(i, j) ? 0 : lowest_cost) <= most_) {
            costs_[i][j] = std::min(costs_[i][j], cost);
            last_row_ = std::max(last_row_, i);
        }
    }

    void leave(std::size_t i, std::size_t j) noexcept {
        const float cost = costs_[i][j];
        if (may_only_agree(i, cost)) {
            if (j < meant_.size() && typed_[i] == meant_[j]) {
                reach(i + 1, j + 1, cost);
            }
            return;
        }
        const float here = cost + (i == 0 || j == 0 ? TypingCosts::first : 0.0F);
        const bool has_typed = i < typed_.size();
        const bool has_meant = j < meant_.size();
        if (has_typed && has_meant) {
            typed_[i] == meant_[j] ? reach(i + 1, j + 1, cost) : reach(i + 1, j + 1, here + another(i, j));
        }
        if (has_meant) {
            const bool is_double = j > 0 && meant_[j] == meant_[j - 1];
            reach(i, j + 1, here + (is_double ? TypingCosts::slip : TypingCosts::near));
        }
        if (has_typed) {
            reach(i + 1, j, here + added(i));
        }
        if (i + 1 < typed_.size() && j + 1 < meant_.size() && typed_[i] == meant_[j + 1] &&
            typed_[i + 1] == meant_[j] && typed_[i] != typed_[i + 1]) {
            reach(i + 2, j + 2, here + TypingCosts::slip);
        }
        if (cost + TypingCosts::sound <= most_) {
            try_sounds(i, j, cost + TypingCosts::sound);
        }
    }

    float another(std::size_t i, std::size_t j) const noexcept {
        const bool is_likely = (is_vowel(typed_[i]) && is_vowel(meant_[j])) || are_near(typed_[i], meant_[j]);
        return is_likely ? TypingCosts::near : TypingCosts::edit;
    }

    /// The cost of letter `i` if the user did not mean to type it. It is low if the letter repeats the one before it,
    /// or if its key is near that of the letter before or after it: then one finger has hit two keys.
    float added(std::size_t i) const noexcept {
        if (i > 0 && typed_[i] == typed_[i - 1]) {
            return TypingCosts::slip;
        }
        const bool is_near = (i > 0 && are_near(typed_[i], typed_[i - 1])) ||
                             (i + 1 < typed_.size() && are_near(typed_[i], typed_[i + 1]));
        return is_near ? TypingCosts::near : TypingCosts::edit;
    }

    void try_sounds(std::size_t i, std::size_t j, float cost) noexcept {
        const bool has_letter = j < meant_.size() && is_ascii_letter(meant_[j]);
        const std::uint32_t next = 1U | (has_letter ? 1U << (meant_[j] - U'a' + 1) : 0U);
        try_group(0, i, j, cost, next);
        if (i < typed_.size() && is_ascii_letter(typed_[i])) {
            try_group(typed_[i] - U'a' + 1, i, j, cost, next);
        }
    }

    /// `next`: the bits of SoundTable::meant for the letter that is meant at `j`, and for none.
    void try_group(std::size_t group, std::size_t i, std::size_t j, float cost, std::uint32_t next) noexcept {
        if ((sound_table.meant[group] & next) == 0) {
            return;
        }
        for (std::size_t pair = sound_table.begin[group]; pair < sound_table.begin[group + 1]; ++pair) {
            try_sound(i, j, sound_table.pairs[pair].one, sound_table.pairs[pair].other, cost);
        }
    }

    void try_sound(std::size_t i, std::size_t j, std::u32string_view typed, std::u32string_view meant,
                   float cost) noexcept {
        if (meant.empty() || (j < meant_.size() && meant_[j] == meant[0])) {
            if (typed_.substr(i, typed.size()) == typed && meant_.substr(j, meant.size()) == meant) {
                reach(i + typed.size(), j + meant.size(), cost);
            }
        }
    }

    std::u32string_view typed_, meant_;
    float most_;
    std::size_t suffix_;        // the number of letters with which both words end
    std::size_t last_row_ = 0;  // the last row that has been reached
    std::size_t rows_ = 0;      // how many rows are prepared
    std::array<std::array<float, max_typed_word + 1>, max_typed_word + 1> costs_;
};

/// Whether `typed` begins with `letters`. Both are ASCII.
bool begins_with(std::string_view typed, std::u32string_view letters) noexcept {
    return typed.size() >= letters.size() &&
           std::equal(letters.begin(), letters.end(), typed.begin(),
                      [](char32_t a, char b) { return a == static_cast<unsigned char>(b); });
}

/// Whether both words have the same digits in the same order. Digits are never mistyped.
bool have_same_digits(std::u32string_view a, std::u32string_view b) noexcept {
    const auto is_digit = [](char32_t c) { return c >= U'0' && c <= U'9'; };
    auto at = b.begin();
    for (const char32_t c : a) {
        if (is_digit(c)) {
            at = std::find_if(at, b.end(), is_digit);
            if (at == b.end() || *at++ != c) {
                return false;
            }
        }
    }
    return std::none_of(at, b.end(), is_digit);
}

}  // namespace

float typing_cost(std::u32string_view typed, std::u32string_view meant, float most) noexcept {
    const std::size_t longer = std::max(typed.size(), meant.size());
    if (longer > max_typed_word || longer - std::min(typed.size(), meant.size()) > widest_band ||
        !have_same_digits(typed, meant)) {
        return out_of_reach;
    }
    return CostTable(typed, meant, most).fill();
}

void add_sounding_alike(std::string_view typed, std::vector<std::string>& out) {
    for (std::size_t at = 0; at < typed.size(); ++at) {
        if (typed[at] < 'a' || typed[at] > 'z') {
            continue;
        }
        const std::size_t group = static_cast<std::size_t>(typed[at] - 'a') + 1;
        for (std::size_t pair = sound_table.begin[group]; pair < sound_table.begin[group + 1]; ++pair) {
            const auto [one, other] = sound_table.pairs[pair];
            if (begins_with(typed.substr(at), one)) {
                std::string& alike = out.emplace_back(typed.substr(0, at));
                alike.append(other.begin(), other.end()).append(typed.substr(at + one.size()));
            }
        }
    }
}

}  // namespace bizrec::text
