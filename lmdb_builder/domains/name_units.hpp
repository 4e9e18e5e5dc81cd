#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// `utf8` reduced to letters, marks and numbers. The input must be well-formed.
std::string letters_and_digits(std::string_view utf8);

/// Computes name_units() of many names, one after the other, without a string for each unit.
class NameUnits {
public:
    /// The units of a name in their order; a unit may repeat. Valid until the next call.
    const std::vector<std::string_view>& split(std::string_view folded_name);

private:
    struct Span {
        std::size_t begin = 0, size = 0;
    };
    std::string_view view(Span span) const noexcept { return std::string_view(bytes_).substr(span.begin, span.size); }
    void add_to_word(std::string_view character);
    void add_pair(std::string_view first, std::string_view between, std::string_view second);
    void end_word();

    std::string bytes_;  // words and pairs
    std::vector<Span> spans_;
    std::vector<std::string_view> units_;
    Span word_, last_word_;
    std::size_t word_characters_ = 0;
};

}  // namespace bizrec::builder
