#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/content_phrases.hpp"

namespace bizrec::format {

/// Finds the parts of a record that a dictionary phrase, an earlier part of the record or an id can replace. It is
/// greedy: at each position it takes the phrase or the repeat that saves more. It searches only where a word, a sign or
/// the bytes after a replaced part begin, which keeps the search short. Not thread-safe.
class ContentParser {
public:
    struct Segment {
        enum class Kind : std::uint8_t { phrase, own_id, uuid, repeat };
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint16_t detail = 0;  ///< phrase: its code; repeat: distance in bytes back to the equal part
        Kind kind = Kind::phrase;
    };

    static constexpr std::size_t read_slack = PhraseTrie::read_slack;

    /// Returns the segments of `record` in order; the bytes between them are literals. read_slack bytes after the
    /// record must be readable, and the record must be below 4 GiB. `own_id`: 36 characters. The result is valid until
    /// the next call.
    const std::vector<Segment>& parse(const PhraseTrie& phrases, std::string_view own_id, std::string_view record);

    /// Returns the end of the word or sign that begins at `at` < `end`. The search for phrases goes on there after a
    /// literal.
    static std::size_t end_of_word(std::string_view text, std::size_t at, std::size_t end) noexcept;

private:
    void add_until(const PhraseTrie& phrases, std::size_t begin, std::size_t end);
    void push(std::size_t begin, std::size_t size, Segment::Kind kind, std::uint16_t detail = 0);
    Segment find_repeat(std::size_t begin, std::size_t end);

    static constexpr std::size_t place_slots = 1024;
    // By hash of four bytes: first_place_ + the offset of the last word that begins with them. Values below
    // first_place_ are of earlier records. first_place_ grows by the size of each record, so that places_ need not be
    // cleared.
    std::array<std::uint32_t, place_slots> places_{};
    std::uint32_t first_place_ = 1;
    std::string_view record_;
    std::vector<Segment> segments_;
};

}  // namespace bizrec::format
