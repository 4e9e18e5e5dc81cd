#include "bizrec/format/content_phrases.hpp"

#include <cstring>

#include "bizrec/format/content_layout.hpp"

namespace bizrec::format {

std::uint32_t units_for_phrase(std::size_t bytes) noexcept {
    return static_cast<std::uint32_t>(bytes / phrase_unit_bytes + 1);
}

ContentPhrases::ContentPhrases(const std::vector<std::string>& phrases) {
    if (phrases.empty()) {
        return;
    }
    std::uint32_t units = 0;
    std::vector<PhraseTrie::Phrase> coded;
    chunk_.assign(dictionary_head_bytes, '\0');
    for (const std::string& phrase : phrases) {
        const std::uint32_t wanted = units_for_phrase(phrase.size());
        if (phrase.empty() || phrase.size() > max_phrase || units + wanted > max_unit_count) {
            continue;
        }
        coded.push_back(
            {phrase, static_cast<std::uint16_t>(units + static_cast<std::uint32_t>(RowCode::first_phrase))});
        units += wanted;
        chunk_ += static_cast<char>(phrase.size());
        chunk_ += phrase;
        chunk_.resize(dictionary_head_bytes + units * phrase_unit_bytes);
    }
    chunk_.resize(chunk_.size() + dictionary_read_slack);
    std::memcpy(chunk_.data(), &units, sizeof units);
    trie_ = PhraseTrie(std::move(coded));
}

}  // namespace bizrec::format
