#include "bizrec/format/vocabulary.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <iterator>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/offset_table.hpp"

namespace bizrec::format {
namespace {

constexpr std::size_t max_vocabulary_word_code_points = 32;

bool is_alphabetic_script(UChar32 letter) noexcept {
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(letter, &error);
    constexpr UScriptCode scripts[] = {USCRIPT_LATIN, USCRIPT_GREEK, USCRIPT_CYRILLIC, USCRIPT_ARABIC, USCRIPT_HEBREW};
    return U_SUCCESS(error) && std::find(std::begin(scripts), std::end(scripts), script) != std::end(scripts);
}

Error vocabulary_error(std::size_t chunk, const std::string& what) {
    return Error{"section vocabulary, chunk " + std::to_string(chunk) + ": " + what};
}

}  // namespace

bool belongs_to_vocabulary(std::string_view word) noexcept {
    if (word.size() > 4 * max_vocabulary_word_code_points) {
        return false;
    }
    std::size_t code_points = 0;
    bool has_letter = false;
    for (std::size_t at = 0; at < word.size(); ++code_points) {
        const auto c = static_cast<UChar32>(next_code_point(word, at));
        const bool letter = u_isalpha(c) != 0 && is_alphabetic_script(c);
        if (!letter && u_isdigit(c) == 0) {
            return false;
        }
        has_letter |= letter;
    }
    return has_letter && code_points >= min_vocabulary_word && code_points <= max_vocabulary_word_code_points;
}

void VocabularyChunkBuilder::add(std::string_view word) {
    bytes_ += word;
    ends_.push_back(bytes_.size());
}

std::string VocabularyChunkBuilder::finish() {
    std::string chunk;
    append_u32(chunk, count());
    append_with_offsets(chunk, ends_, bytes_);
    ends_.clear();
    bytes_.clear();
    return chunk;
}

Result<Vocabulary> Vocabulary::open(const std::vector<Chunk>& chunks) {
    Vocabulary vocabulary;
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const auto* numbers = reinterpret_cast<const std::uint32_t*>(chunks[i].bytes);
        if (chunks[i].size < sizeof *numbers || chunks[i].size > 0xFFFFFFFFU) {
            return vocabulary_error(i, "has " + std::to_string(chunks[i].size) + " bytes");
        }
        const std::uint32_t count = numbers[0];
        const bool full = i + 1 == chunks.size() || count == words_per_chunk;
        if (!full || count == 0 || count > words_per_chunk ||
            sizeof *numbers * (std::uint64_t{count} + 2) > chunks[i].size) {
            return vocabulary_error(i, "its head states " + std::to_string(count) + " words, which is impossible");
        }
        vocabulary.views_.push_back({numbers + 1, reinterpret_cast<const char*>(chunks[i].bytes),
                                     static_cast<std::uint32_t>(chunks[i].size), count});
        words += count;
    }
    if (words > 0xFFFFFFFFU) {
        return vocabulary_error(chunks.size() - 1, "more words than 32 bits can number");
    }
    vocabulary.size_ = static_cast<std::uint32_t>(words);
    return vocabulary;
}

std::string_view Vocabulary::word(std::uint32_t index) const noexcept {
    const View& view = views_[index / words_per_chunk];
    const std::uint32_t begin = view.offsets[index % words_per_chunk];
    const std::uint32_t end = view.offsets[index % words_per_chunk + 1];
    return begin <= end && end <= view.bytes_size ? std::string_view(view.bytes + begin, end - begin)
                                                  : std::string_view();
}

void Vocabulary::prefetch(std::uint32_t index) const noexcept {
    __builtin_prefetch(views_[index / words_per_chunk].offsets + index % words_per_chunk);
}

void Vocabulary::prefetch_bytes(std::uint32_t index) const noexcept {
    __builtin_prefetch(word(index).data());
}

std::uint32_t Vocabulary::lower_bound(std::string_view text) const noexcept {
    std::uint32_t low = 0;
    std::uint32_t size = size_;
    while (size != 0) {
        const std::uint32_t half = size / 2;
        if (word(low + half) < text) {
            low += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return low;
}

}  // namespace bizrec::format
