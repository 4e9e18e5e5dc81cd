#include "lmdb_builder/document/term_vector.hpp"

namespace bizrec::builder {
namespace {

// A word's head has a bit for each field that contains the word, a bit for other names, and a bit for the street. After
// them come two bits of format::Whole, and a bit each for TermWord::is_region and names_city.
constexpr unsigned other_names_shift = format::text_field_count;
constexpr unsigned street_shift = other_names_shift + 1;
constexpr unsigned whole_shift = street_shift + 1;
constexpr unsigned region_shift = whole_shift + 2;
constexpr unsigned city_shift = region_shift + 1;

/// The most bytes of a word's head as a varint, and of one of its counts, which have 16 bits.
constexpr std::size_t max_head_bytes = 2, max_count_bytes = 3;
constexpr std::size_t max_numbers_bytes = max_head_bytes + max_count_bytes * (format::text_field_count + 2);
static_assert(city_shift < 7 * max_head_bytes);

}  // namespace

TermVectorWriter::TermVectorWriter(TextBuffer& out, const format::FieldLengths& lengths, std::size_t words)
    : out_(&out) {
    out.clear();
    for (const std::uint32_t length : lengths) {
        append_varint(out, length);
    }
    append_varint(out, words);
}

void TermVectorWriter::word(const TermWord& word) {
    append_short_text(*out_, word.text);
    unsigned head = static_cast<unsigned>(word.whole) << whole_shift | (word.is_region ? 1U << region_shift : 0U) |
                    (word.names_city ? 1U << city_shift : 0U);
    for (std::size_t field = 0; field < format::text_field_count; ++field) {
        head |= word.occurrences.count[field] != 0 ? 1U << field : 0U;
    }
    head |= word.occurrences.other_names != 0 ? 1U << other_names_shift : 0U;
    head |= word.occurrences.street != 0 ? 1U << street_shift : 0U;
    char* const numbers = out_->room(max_numbers_bytes);
    std::size_t size = write_varint(numbers, head);
    const auto add_count = [&](std::uint16_t count) {
        if (count != 0) {
            size += write_varint(numbers + size, count);
        }
    };
    for (const std::uint16_t count : word.occurrences.count) {
        add_count(count);
    }
    add_count(word.occurrences.other_names);
    add_count(word.occurrences.street);
    out_->wrote(size);
}

TermVectorReader::TermVectorReader(std::string_view bytes) : reader_(bytes) {
    for (std::uint32_t& length : lengths_) {
        length = static_cast<std::uint32_t>(reader_.varint());
    }
    words_left_ = reader_.varint();
}

bool TermVectorReader::next_word(TermWord& word) {
    if (words_left_ == 0) {
        return false;
    }
    --words_left_;
    word.text = reader_.short_text();
    const auto head = static_cast<unsigned>(reader_.varint());
    word.whole = static_cast<format::Whole>(head >> whole_shift & 3U);
    word.is_region = (head >> region_shift & 1U) != 0;
    word.names_city = (head >> city_shift & 1U) != 0;
    const auto count_of = [&](unsigned shift) {
        return (head >> shift & 1U) != 0 ? static_cast<std::uint16_t>(reader_.varint()) : std::uint16_t{0};
    };
    for (unsigned field = 0; field < format::text_field_count; ++field) {
        word.occurrences.count[field] = count_of(field);
    }
    word.occurrences.other_names = count_of(other_names_shift);
    word.occurrences.street = count_of(street_shift);
    return true;
}

}  // namespace bizrec::builder
