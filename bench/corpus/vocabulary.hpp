#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/corpus/zipf.hpp"

namespace bizrec::generator {

/// The words of invented names: 189 English words that are typical of names, then pronounceable invented words, all
/// different. Words are drawn by Zipf's law, so that most names have a rare word.
class Vocabulary {
public:
    Vocabulary();

    static constexpr std::uint32_t size = 400'000;

    /// Appends a word with a capital letter.
    void append(std::string& out, Random& random) const { append_word(out, ranks_.draw(random)); }
    /// Appends an invented word, such as a surname.
    void append_rare(std::string& out, Random& random) const;
    static void append_word(std::string& out, std::uint32_t rank);

private:
    Zipf ranks_;
};

}  // namespace bizrec::generator
