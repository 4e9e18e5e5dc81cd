#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/format/content_layout.hpp"

namespace bizrec::format {

/// The phrases of an index as they lie in its section `dictionary`. Points into the chunk that was opened.
class ContentDictionary {
public:
    ContentDictionary() = default;  ///< without phrases

    /// False where the chunk is too short for its units; what is in them is never trusted.
    static bool open(const std::byte* chunk, std::size_t size, ContentDictionary& out) noexcept;

    /// With `phrases` of 1 to max_phrase bytes the bytes of a chunk are made by ContentPhrases.
    std::uint32_t unit_count() const noexcept { return unit_count_; }
    /// `unit` < unit_count(). Readable to dictionary_read_slack bytes behind the last unit.
    const unsigned char* unit(std::uint32_t unit) const noexcept { return units_ + unit * phrase_unit_bytes; }

    /// Units that the phrase of `unit` takes by its length byte.
    std::uint32_t units_of_phrase(std::uint32_t unit) const noexcept {
        return static_cast<std::uint32_t>(*this->unit(unit) / phrase_unit_bytes + 1);
    }
    /// Whatever the length byte says, it lies inside the chunk.
    std::string_view phrase(std::uint32_t unit) const noexcept;

private:
    const unsigned char* units_ = nullptr;
    std::uint32_t unit_count_ = 0;
};

}  // namespace bizrec::format
