#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "bizrec/format/term_key.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/terms/term_batch.hpp"

/// The format of postings inside TermInverter. Each posting is the number gap << 3 | mark << 2 | whole, as a varint
/// (seven bits per byte). If the kind of term has a saturation, two bytes with the saturation follow. gap: the docid
/// minus the docid of the previous posting. whole: a format::Whole. The two bits of `whole` and the bit `mark` encode
/// these members of RawPosting:
///
///   | whole \ mark | 0                | 1                   |
///   | neither      | (none)           | is_region           |
///   | city         | names_city       | whole, names_city   |
///   | label, name  | whole            | whole, names_city   |
///
/// So a word of the city's name that is no whole name, label or city has `whole` = city and `mark` = 0.
namespace bizrec::builder {

inline constexpr unsigned posting_whole_bits = 2;
inline constexpr unsigned posting_gap_shift = posting_whole_bits + 1;

/// Whether postings of this kind have a saturation. Postings of whole names and labels have none.
constexpr bool has_saturation(format::TermKind kind) noexcept {
    return kind == format::TermKind::word || kind == format::TermKind::name_word;
}

inline std::uint64_t posting_head(std::uint32_t gap, const RawPosting& posting) noexcept {
    const bool is_part_of_city = posting.names_city && posting.whole == format::Whole::neither;
    const bool mark = posting.is_region || (posting.names_city && !is_part_of_city);
    const auto whole = static_cast<unsigned>(is_part_of_city ? format::Whole::city : posting.whole);
    return std::uint64_t{gap} << posting_gap_shift | (mark ? 1U << posting_whole_bits : 0U) | whole;
}

inline void set_head(unsigned head, RawPosting& posting) noexcept {
    const auto whole = static_cast<format::Whole>(head & ((1U << posting_whole_bits) - 1U));
    const bool mark = (head >> posting_whole_bits & 1U) != 0;
    const bool is_part_of_city = whole == format::Whole::city && !mark;
    posting.whole = is_part_of_city ? format::Whole::neither : whole;
    posting.is_region = mark && whole == format::Whole::neither;
    posting.names_city = is_part_of_city || (mark && whole != format::Whole::neither);
}

/// Calls use(RawPosting) for each posting of `bytes`. The gap of the first posting is its docid. Throws BuildFailure.
template <class Use>
void for_each_posting(std::string_view bytes, bool with_saturation, Use&& use) {
    ByteReader reader(bytes);
    std::uint32_t docid = 0;
    while (!reader.at_end()) {
        RawPosting posting;
        const std::uint64_t head = reader.varint();
        docid += static_cast<std::uint32_t>(head >> posting_gap_shift);
        posting.docid = docid;
        set_head(static_cast<unsigned>(head), posting);
        if (with_saturation) {
            posting.saturation = reader.raw<std::uint16_t>();
        }
        use(posting);
    }
}

/// Like for_each_posting(), for several such byte strings with ascending docids, each preceded by its length
/// (append_text()).
template <class Use>
void for_each_listed(std::string_view lists, format::TermKind kind, Use&& use) {
    for (ByteReader reader(lists); !reader.at_end();) {
        for_each_posting(reader.text(), has_saturation(kind), use);
    }
}

/// The first document of a name without spaces. `lists`: the result of TermInverter::Cursor::next() for the term of
/// that name.
inline std::uint32_t first_document(std::string_view lists) {
    return ByteReader(ByteReader(lists).text()).raw<std::uint32_t>();
}

}  // namespace bizrec::builder
