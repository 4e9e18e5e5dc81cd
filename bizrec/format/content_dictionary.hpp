#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/format/content_layout.hpp"

namespace bizrec::format {

/// The phrases of an index, read from its section `dictionary`. Points into the chunk that was opened.
class ContentDictionary {
public:
    ContentDictionary() = default;  ///< has no phrases

    /// Returns false if the chunk has too many units, or is too short for them. The content of the units is never
    /// trusted.
    static bool open(const std::byte* chunk, std::size_t size, ContentDictionary& out) noexcept;

    /// Number of 16-byte units (content_layout.hpp).
    std::uint32_t unit_count() const noexcept { return unit_count_; }
    /// `unit` < unit_count(). dictionary_read_slack bytes after the last unit are readable.
    const unsigned char* unit(std::uint32_t unit) const noexcept { return units_ + unit * phrase_unit_bytes; }

    /// Number of units that the phrase at `unit` takes, by its length byte.
    std::uint32_t units_of_phrase(std::uint32_t unit) const noexcept {
        return static_cast<std::uint32_t>(*this->unit(unit) / phrase_unit_bytes + 1);
    }
    /// The phrase that begins at `unit`. It always lies inside the chunk, even if its length byte is wrong.
    std::string_view phrase(std::uint32_t unit) const noexcept;

private:
    const unsigned char* units_ = nullptr;
    std::uint32_t unit_count_ = 0;
};

}  // namespace bizrec::format
