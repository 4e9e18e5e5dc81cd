#include "bizrec/format/content_parser.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "bizrec/base/hex.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/content_layout.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::format {
namespace {

using Segment = ContentParser::Segment;

constexpr std::size_t hyphen_offsets[] = {8, 13, 18, 23};
constexpr std::size_t hashed_bytes = 4;
constexpr std::size_t repeat_cost = 4;  ///< bytes of a token and the number after it
constexpr std::size_t phrase_cost = 2;
/// If a phrase of at least this many bytes matches, no repeat is searched for, because it would seldom be longer.
constexpr std::size_t long_phrase = 16;

/// ASCII letters and digits, and first bytes of two-byte UTF-8 (Latin, Greek, Cyrillic, Arabic …), form words. Signs
/// and longer sequences (Chinese, Japanese, Thai …) are words by themselves.
enum class ByteKind : std::uint8_t { sign, word, continuation };

struct ByteKinds {
    constexpr ByteKinds() {
        for (std::size_t c = 0; c < 256; ++c) {
            const bool letter = (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z';
            const bool digit = c >= '0' && c <= '9';
            kinds[c] = letter || digit || (c >= 0xC0 && c < 0xE0) ? ByteKind::word
                       : c >= 0x80 && c < 0xC0                    ? ByteKind::continuation
                                                                  : ByteKind::sign;
        }
    }
    ByteKind kinds[256] = {};
};
constexpr ByteKinds byte_kinds;

ByteKind kind_of(char c) noexcept {
    return byte_kinds.kinds[static_cast<unsigned char>(c)];
}

/// Whether `text`, which has 36 bytes, is a UUID with hyphens and lower-case digits.
bool is_canonical_uuid(const char* text) noexcept {
    if (text[hyphen_offsets[1]] != '-' || text[hyphen_offsets[2]] != '-' || text[hyphen_offsets[3]] != '-') {
        return false;
    }
    std::size_t digits = 0;
    for (std::size_t i = 0; i < uuid_characters; ++i) {
        digits += is_lower_hex(text[i]) ? 1U : 0U;
    }
    return text[hyphen_offsets[0]] == '-' && digits == uuid_characters - std::size(hyphen_offsets);
}

/// Begin of the next lower-case UUID at or after `from`; the record's size if there is none.
std::size_t find_uuid(std::string_view record, std::size_t from) noexcept {
    for (std::size_t hyphen = from + hyphen_offsets[0]; hyphen - hyphen_offsets[0] + uuid_characters <= record.size();
         ++hyphen) {
        hyphen = record.find('-', hyphen);
        if (hyphen == std::string_view::npos || hyphen - hyphen_offsets[0] + uuid_characters > record.size()) {
            break;
        }
        if (is_canonical_uuid(record.data() + hyphen - hyphen_offsets[0])) {
            return hyphen - hyphen_offsets[0];
        }
    }
    return record.size();
}

}  // namespace

std::size_t ContentParser::end_of_word(std::string_view text, std::size_t at, std::size_t end) noexcept {
    const bool sign = kind_of(text[at++]) == ByteKind::sign;
    while (at < end && (sign ? kind_of(text[at]) == ByteKind::continuation : kind_of(text[at]) != ByteKind::sign)) {
        ++at;
    }
    return at;
}

void ContentParser::push(std::size_t begin, std::size_t size, Segment::Kind kind, std::uint16_t detail) {
    segments_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + size), detail, kind});
}

const std::vector<Segment>& ContentParser::parse(const PhraseTrie& phrases, std::string_view own_id,
                                                 std::string_view record) {
    segments_.clear();
    record_ = record;
    if (record.size() >= std::numeric_limits<std::uint32_t>::max() - first_place_) {
        places_.fill(0);
        first_place_ = 1;
    }
    for (std::size_t at = 0; at < record.size();) {
        const std::size_t uuid = find_uuid(record, at);
        add_until(phrases, at, uuid);
        at = uuid;
        if (uuid < record.size()) {
            const bool own = record.substr(uuid, uuid_characters) == own_id;
            push(uuid, uuid_characters, own ? Segment::Kind::own_id : Segment::Kind::uuid);
            at += uuid_characters;
        }
    }
    first_place_ += static_cast<std::uint32_t>(record.size());
    return segments_;
}

void ContentParser::add_until(const PhraseTrie& phrases, std::size_t begin, std::size_t end) {
    while (begin < end) {
        const PhraseTrie::Match phrase = phrases.match(record_.data() + begin, end - begin);
        if (phrase.size < long_phrase && kind_of(record_[begin]) == ByteKind::word) {
            const Segment repeat = find_repeat(begin, end);
            if (repeat.end - begin > phrase.size + (phrase.size == 0 ? 0 : repeat_cost - phrase_cost)) {
                segments_.push_back(repeat);
                begin = repeat.end;
                continue;
            }
        }
        if (phrase.size != 0) {
            push(begin, phrase.size, Segment::Kind::phrase, phrase.code);
            begin += phrase.size;
        } else {
            begin = end_of_word(record_, begin, end);
        }
    }
}

/// Finds an earlier part of the record that equals the bytes from `begin` on and also begins at a word. The result is
/// empty if too few bytes are equal. Remembers `begin` for later words.
Segment ContentParser::find_repeat(std::size_t begin, std::size_t end) {
    const auto at = static_cast<std::uint32_t>(begin);
    Segment repeat{at, at, 0, Segment::Kind::repeat};
    if (end - begin < hashed_bytes) {
        return repeat;
    }
    std::uint32_t head = 0;
    std::memcpy(&head, record_.data() + begin, sizeof head);
    std::uint32_t& slot = places_[head * 2654435761U >> 22];  // Fibonacci hashing, Knuth volume 3, 6.4
    const std::uint32_t place = slot;
    slot = first_place_ + at;
    if (place < first_place_) {
        return repeat;
    }
    const std::size_t earlier = place - first_place_;
    const std::size_t distance = begin - earlier;
    if (distance > max_distance) {
        return repeat;
    }
    // A repeat never overlaps itself, so a decoder can copy in blocks of any size.
    const std::size_t limit = std::min({end - begin, distance, max_repeat});
    std::size_t size = 0;
    while (size < limit && record_[earlier + size] == record_[begin + size]) {
        ++size;
    }
    if (size >= min_repeat) {
        repeat.end += static_cast<std::uint32_t>(size);
        repeat.detail = static_cast<std::uint16_t>(distance);
    }
    return repeat;
}

}  // namespace bizrec::format
