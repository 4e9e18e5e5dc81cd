#include "lmdb_builder/customers/table_output.hpp"

#include <charconv>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"

namespace bizrec::builder {
namespace {

using Word = std::uint64_t;
constexpr Word ones = 0x0101010101010101, high_bits = 0x80 * ones;
constexpr std::size_t number_characters = 20;

/// Nonzero if one of the word's bytes is `c`.
constexpr Word has_byte(Word word, char c) noexcept {
    const Word other = word ^ static_cast<unsigned char>(c) * ones;
    return (other - ones) & ~other & high_bits;
}

constexpr Word has_special(Word word, char delimiter) noexcept {
    return has_byte(word, delimiter) | has_byte(word, '"') | has_byte(word, '\r') | has_byte(word, '\n');
}

/// Packs all bytes of a text of 1 to 7 bytes into one word, so that they can be tested together. The word may have a
/// byte several times.
Word short_word(std::string_view text) noexcept {
    const char* const begin = text.data();
    if (text.size() >= sizeof(std::uint32_t)) {
        const char* const tail = begin + text.size() - sizeof(std::uint32_t);
        return load_unaligned<std::uint32_t>(begin) | Word{load_unaligned<std::uint32_t>(tail)} << 32;
    }
    const auto byte = [&](std::size_t at) { return Word{static_cast<unsigned char>(text[at])}; };
    return (byte(0) * ones & ~Word{0xFFFF}) | byte(text.size() / 2) | byte(text.size() - 1) << 8;
}

bool needs_quotes(std::string_view text, char delimiter) noexcept {
    if (text.size() < sizeof(Word)) {
        return !text.empty() && has_special(short_word(text), delimiter) != 0;
    }
    const char* const last = text.data() + text.size() - sizeof(Word);
    Word found = has_special(load_unaligned<Word>(last), delimiter);
    for (const char* at = text.data(); at < last; at += sizeof(Word)) {
        found |= has_special(load_unaligned<Word>(at), delimiter);
    }
    return found != 0;
}

void append_quoted(TextBuffer& out, std::string_view text) {
    char* const begin = out.room(2 * text.size() + 2);
    char* at = begin;
    *at++ = '"';
    for (const char c : text) {
        *at++ = c;
        if (c == '"') {
            *at++ = c;
        }
    }
    *at++ = '"';
    out.wrote(static_cast<std::size_t>(at - begin));
}

void append_number_cell(TextBuffer& out, std::uint64_t number, char delimiter) {
    out.append(delimiter);
    char* const begin = out.room(number_characters);
    out.wrote(static_cast<std::size_t>(std::to_chars(begin, begin + number_characters, number).ptr - begin));
}

}  // namespace

bool is_formula(std::string_view text) noexcept {
    if (text.empty()) {
        return false;
    }
    if (text[0] == '+' || text[0] == '-') {
        return text.find_first_not_of("0123456789 .,;()/-+", 1) != std::string_view::npos;
    }
    return text[0] == '=' || text[0] == '@' || text[0] == '\t' || text[0] == '\r' || text[0] == '\n';
}

void append_csv_cell(TextBuffer& out, std::string_view text, char delimiter) {
    if (needs_quotes(text, delimiter)) {
        append_quoted(out, text);
    } else {
        out.append(text);
    }
}

std::vector<std::string> match_column_names() {
    return {"match_status", "match_reason", "match_id", "match_score", "match_count"};
}

void append_match_cells(TextBuffer& out, const CompanyMatch& match, std::string_view id, char delimiter) {
    out.append(delimiter);
    out.append(status_name(match.status));
    out.append(delimiter);
    append_csv_cell(out, match.reason, delimiter);
    out.append(delimiter);
    out.append(id);
    if (match.has_record()) {
        append_number_cell(out, match.score, delimiter);
        append_number_cell(out, match.count, delimiter);
    } else {
        out.append(delimiter);
        out.append(delimiter);
    }
}

void append_match_member(std::string& out, const CompanyMatch& match, std::string_view id, std::string_view record) {
    out.append("\"match\":{\"status\":\"").append(status_name(match.status)) += '"';
    if (!match.reason.empty()) {
        out += ",\"reason\":";
        append_json_string(out, match.reason);
    }
    if (match.has_record()) {
        out.append(",\"id\":\"").append(id).append("\",\"match_score\":");
        append_number(out, match.score);
        out.append(",\"count\":");
        append_number(out, match.count);
        out.append(",\"content\":").append(record);
    }
    out += '}';
}

}  // namespace bizrec::builder
