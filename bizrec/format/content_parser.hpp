#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/content_phrases.hpp"

namespace bizrec::format {

/// Finds in a record what a dictionary, the record itself and ids can stand for: greedily, the longest at each place.
/// Phrases begin at words and signs, never inside a word, which keeps the search short. One thread at a time.
class ContentParser {
public:
    struct Segment {
        enum class Kind : std::uint8_t { phrase, own_id, uuid, repeat };
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint16_t detail = 0;  ///< code of a phrase; how far back a repeat begins
        Kind kind = Kind::phrase;
    };

    static constexpr std::size_t read_slack = PhraseTrie::read_slack;

    /// The segments of `record` in order; what is between them is literal. Behind the record's end read_slack bytes are
    /// readable; it is below 4 GiB.
    /// `own_id`: 36 characters. The result lives until the next call.
    const std::vector<Segment>& parse(const PhraseTrie& phrases, std::string_view own_id, std::string_view record);

    /// Where the word or sign that begins at `at` < `end` ends, as the search for phrases goes on behind literals.
    static std::size_t end_of_word(std::string_view text, std::size_t at, std::size_t end) noexcept;

private:
    void add_until(const PhraseTrie& phrases, std::size_t begin, std::size_t end);
    void push(std::size_t begin, std::size_t size, Segment::Kind kind, std::uint16_t detail = 0);
    Segment find_repeat(std::size_t begin, std::size_t end);

    static constexpr std::size_t place_slots = 1024;
    std::array<std::uint32_t, place_slots> places_{};  // by four bytes: begin of a segment in one of the records so far
    std::uint32_t first_place_ = 1;                    // what stands in places_ for this record's begin
    std::string_view record_;
    std::vector<Segment> segments_;
};

}  // namespace bizrec::format
