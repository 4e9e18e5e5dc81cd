#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <string>

#include "bizrec/format/term_key.hpp"

namespace bizrec::store {
namespace {

using format::Section;
using format::words_per_chunk;

Error word_error(std::uint32_t index, const std::string& what) {
    return chunk_error(Section::vocabulary, index / words_per_chunk,
                       "word " + std::to_string(index % words_per_chunk) + ": " + what);
}

/// Bytes of a chunk before its words.
std::uint64_t head_bytes(std::uint32_t words) noexcept {
    return sizeof(std::uint32_t) * (std::uint64_t{words} + 2);
}

}  // namespace

Status verify_vocabulary(const Generation& g) {
    const format::Vocabulary& vocabulary = g.vocabulary();
    const auto& chunks = g.chunks(Section::vocabulary);
    std::string key;
    std::uint64_t end = 0;
    for (std::uint32_t index = 0; index < vocabulary.size(); ++index) {
        const std::uint32_t in_chunk = index % words_per_chunk;
        const std::uint32_t number = index / words_per_chunk;
        const std::uint32_t words = std::min(vocabulary.size() - number * words_per_chunk, words_per_chunk);
        end = in_chunk == 0 ? head_bytes(words) : end;
        const std::string_view word = vocabulary.word(index);
        if (word.data() != reinterpret_cast<const char*>(chunks[number].bytes) + end) {
            return word_error(index, "is not where it must be");
        }
        if (index != 0 && vocabulary.word(index - 1) >= word) {
            return word_error(index, "does not ascend");
        }
        if (!format::belongs_to_vocabulary(word)) {
            return word_error(index, "is none that typing errors may mean");
        }
        format::term_key(format::TermKind::word, word, key);
        if (g.term(key).count == 0) {
            return word_error(index, "is no word of `terms`");
        }
        end += word.size();
        if (in_chunk + 1 == words && !zeros_from(chunks[number], end)) {
            return chunk_error(Section::vocabulary, number, "padding is not zero");
        }
    }
    return ok();
}

}  // namespace bizrec::store
