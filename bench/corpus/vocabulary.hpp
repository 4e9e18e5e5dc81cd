#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/corpus/zipf.hpp"

namespace bizrec::generator {

/// The words of invented names: some hundred English ones of the kind that names are made of, then invented words that
/// can be spoken, each of its own; drawn by Zipf's law, so that most names hold a rare word.
class Vocabulary {
public:
    Vocabulary();

    static constexpr std::uint32_t size = 400'000;

    /// Appends a word with a capital.
    void append(std::string& out, Random& random) const { append_word(out, ranks_.draw(random)); }
    /// Appends an invented word, such as surnames are.
    void append_rare(std::string& out, Random& random) const;
    static void append_word(std::string& out, std::uint32_t rank);

private:
    Zipf ranks_;
};

}  // namespace bizrec::generator
