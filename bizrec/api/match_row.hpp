#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/numbers.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Writes the beginning of a body of rows: an array, or {"data":[…],"total_count":N}. Overwrites `out`.
inline void begin_rows(std::string& out, bool with_total) {
    out = with_total ? "{\"data\":[" : "[";
}

/// Writes the end of a body of rows.
inline void end_rows(std::string& out, bool with_total, std::uint64_t total) {
    out += ']';
    if (with_total) {
        out += ",\"total_count\":";
        append_number(out, total);
        out += '}';
    }
}

/// Prefetches the rows after row number `row`. Call it before writing that row. Rows and the offsets that locate them
/// are usually not in the cache. `rows`: elements must have a `docid`.
template <class Row>
void prefetch_rows(const store::Generation& generation, const std::vector<Row>& rows, std::size_t row) noexcept {
    constexpr std::size_t rows_ahead = 4;
    constexpr std::size_t row_bytes_ahead = 2;
    const auto docid = [&](std::size_t ahead) {
        return row + ahead < rows.size() ? rows[row + ahead].docid : format::no_docid;
    };
    if (docid(rows_ahead) < generation.documents()) {
        generation.prefetch_row(docid(rows_ahead));
    }
    if (docid(row_bytes_ahead) < generation.documents()) {
        generation.prefetch_row_bytes(docid(row_bytes_ahead));
    }
}

/// Writes the end of a match row, which follows the record. Formats the score once, because a row contains it twice.
/// Appends the text before the highlights, and the text after them, as one piece each, because small appends took a
/// tenth of a row's instructions.
class MatchRowEnd {
public:
    explicit MatchRowEnd(std::uint32_t score) noexcept {
        std::memcpy(text_, before.data(), before.size());
        char* const end = std::to_chars(text_ + before.size(), text_ + sizeof text_, score).ptr;
        digits_ = static_cast<std::size_t>(end - text_) - before.size();
        std::memcpy(end, behind.data(), behind.size());
    }
    /// The text between the record and its highlights: `,"match_score":N,"match_highlights":`.
    std::string_view score() const noexcept { return {text_, before.size() + digits_ + behind.size()}; }
    /// Appends `,"cursor":[N,"ID"]}`. ID is the text at `out[id]`.
    void append_cursor(std::string& out, std::size_t id) const {
        constexpr std::string_view open = ",\"cursor\":[", quote = ",\"", close = "\"]}";
        char cursor[open.size() + max_digits + quote.size() + format::uuid_characters + close.size()];
        char* at = cursor;
        const auto add = [&at](const char* text, auto size) {
            std::memcpy(at, text, size);  // needs no call, because the compiler knows the size
            at += size;
        };
        add(open.data(), open.size());
        // Copies more than the digits, because a copy of fixed size needs no call.
        std::memcpy(at, text_ + before.size(), max_digits);
        at += digits_;
        add(quote.data(), quote.size());
        add(out.data() + id, format::uuid_characters);
        add(close.data(), close.size());
        out.append(cursor, static_cast<std::size_t>(at - cursor));
    }

private:
    static constexpr std::size_t max_digits = 10;
    static constexpr std::string_view before = ",\"match_score\":", behind = ",\"match_highlights\":";
    char text_[before.size() + max_digits + behind.size()];
    std::size_t digits_;
};

/// Appends a match row: {"id":…,"content":{…},"match_score":…,"match_highlights":[…],"cursor":[…]}. `highlights(out,
/// record)` appends an array; `record`, the minified record, is invalid once `out` has grown. Returns false if the
/// stored row is damaged; then do not use `out`.
template <class AppendHighlights>
bool append_match_row(std::string& out, const store::Generation& generation, const format::ContentRow& content,
                      std::uint32_t score, AppendHighlights&& highlights) {
    const std::size_t head = out.size();
    if (!generation.append_row_head(content, out)) {
        return false;
    }
    const std::size_t record = head + format::row_content_offset;
    const MatchRowEnd end(score);
    out.append(end.score());
    highlights(out, std::string_view(out).substr(record, content.record_bytes));
    end.append_cursor(out, head + format::row_id_offset);
    return true;
}

}  // namespace bizrec::api
