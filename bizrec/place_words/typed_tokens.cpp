#include "bizrec/place_words/typed_tokens.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "bizrec/base/ascii.hpp"

namespace bizrec::search {

namespace {

constexpr ByteSet separators(" \t,;\n");

/// A short word in lower case as one number, so that one comparison suffices.
constexpr std::uint64_t packed(std::string_view word) noexcept {
    std::uint64_t number = 0;
    for (const char letter : word) {
        number = number << 8U | static_cast<unsigned char>(lower(letter));
    }
    return number;
}
constexpr std::size_t max_preposition = 6;

struct Before {
    std::uint64_t word = 0;
    Preposition is = Preposition::in;
};

/// The words are folded.
constexpr std::array prepositions = {
    Before{packed("a")},
    Before{packed("around")},
    Before{packed("autour")},
    Before{packed("bei")},
    Before{packed("dans")},
    Before{packed("em")},
    Before{packed("en")},
    Before{packed("i")},
    Before{packed("im")},
    Before{packed("in")},
    Before{packed("inde")},
    Before{packed("na")},
    Before{packed("nel")},
    Before{packed("nella")},
    Before{packed("pres")},
    Before{packed("w")},
    Before{packed("at"), Preposition::at},
    Before{packed("cerca"), Preposition::near},
    Before{packed("nabij"), Preposition::near},
    Before{packed("nahe"), Preposition::near},
    Before{packed("near"), Preposition::near},
    Before{packed("presso"), Preposition::near},
    Before{packed("vicino"), Preposition::near},
};

/// A filter that rejects most words that are not prepositions.
class Marks {
public:
    constexpr Marks() noexcept {
        for (const Before& before : prepositions) {
            marks_[mark_of(before.word)] = true;
        }
    }
    constexpr bool has(std::uint64_t word) const noexcept { return marks_[mark_of(word)]; }

private:
    static constexpr std::size_t mark_of(std::uint64_t word) noexcept {
        return static_cast<std::size_t>(word * 0x9E3779B97F4A7C15U >> 56U);
    }
    bool marks_[256] = {};
};
constexpr Marks marks;

/// The first letters of the words that mean Preposition::near, and their first two letters.
constexpr ByteSet near_letters("cnpvCNPV");
constexpr std::array near_beginnings = {packed("ce"), packed("na"), packed("ne"), packed("pr"), packed("vi")};

/// Words of two letters that are also codes of states or countries. They mean the code only in capitals.
constexpr std::array<std::string_view, 18> lower_case_words = {"al", "as", "at", "be", "co", "de", "in", "is", "it",
                                                               "la", "me", "my", "no", "on", "or", "so", "to", "us"};

}  // namespace

void TypedTokens::split(std::string_view query) {
    query_ = query;
    tokens_.clear();
    for (std::size_t begin = 0; begin < query.size();) {
        const std::size_t end = std::min(separators.find_in(query, begin), query.size());
        if (end != begin) {
            tokens_.push_back(query.substr(begin, end - begin));
        }
        begin = end + 1;
    }
}

Preposition preposition(std::string_view word) noexcept {
    if (word.size() > max_preposition) {
        return Preposition::none;
    }
    const std::uint64_t number = packed(word);
    if (!marks.has(number)) {
        return Preposition::none;
    }
    const auto* const known = std::find_if(prepositions.begin(), prepositions.end(),
                                           [number](const Before& before) { return before.word == number; });
    return known == prepositions.end() ? Preposition::none : known->is;
}

bool may_be_near(std::string_view token) noexcept {
    return near_letters.has(token.front()) && std::find(near_beginnings.begin(), near_beginnings.end(),
                                                        packed(token.substr(0, 2))) != near_beginnings.end();
}

bool may_follow_near(std::string_view word) noexcept {
    constexpr std::array<std::string_view, 4> articles = {"a", "de", "di", "to"};
    return std::any_of(articles.begin(), articles.end(),
                       [word](std::string_view article) { return equals_ignoring_case(word, article); });
}

bool means_code(std::string_view name, std::string_view folded, bool behind_words) noexcept {
    if (name.size() != code_letters || !is_letter(name[0]) || !is_letter(name[1])) {
        return false;
    }
    return (is_upper(name[0]) && is_upper(name[1])) ||
           (behind_words && !std::binary_search(lower_case_words.begin(), lower_case_words.end(), folded));
}

}  // namespace bizrec::search
