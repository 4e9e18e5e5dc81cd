#include "bizrec/api/search_render.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "bizrec/api/match_row.hpp"
#include "bizrec/api/row_explanation.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t highlight_times = 2;  // a record is read for its content, and again for its highlights

}  // namespace

Rendered render_match_rows(const store::Generation& generation, const search::SearchQuery& query,
                           const search::SearchResult& result, const std::vector<std::string_view>& words,
                           const search::Explanation* explanation, std::size_t limit, Budget& budget,
                           Highlights& highlights, BodyStore& store, std::string& out) {
    highlights.begin(generation.rules().words, words, query.tags);
    const auto append_highlights = [&](std::string& to, std::string_view record) { highlights.append(record, to); };
    begin_rows(out, query.estimate_total);
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        prefetch_rows(generation, result.rows, i);
        const auto [docid, score] = result.rows[i];
        if (docid >= generation.documents()) {
            return Rendered::damaged;
        }
        const format::ContentRow content = generation.content_row(docid);
        const std::uint64_t written = store.bytes() + out.size();
        if (written > limit || content.record_bytes > limit - written) {
            return Rendered::too_large;  // checked before the memory is allocated
        }
        // The record is charged twice, because finding the highlights reads it again, text by text.
        if (!take_row(budget, highlight_times * content.record_bytes) ||
            (explanation != nullptr && !take_explanation(budget, explanation->lists()))) {
            return Rendered::in_part;
        }
        out += i == 0 ? "" : ",";
        if (!append_match_row(out, generation, content, score, append_highlights)) {
            return Rendered::damaged;
        }
        if (explanation != nullptr) {
            out.pop_back();
            append_explanation(out, generation, *explanation, docid);
            out += '}';
        }
        store.offer(out);
    }
    end_rows(out, query.estimate_total, result.total);
    return store.bytes() + out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

namespace {

// How many rows ahead ids and place ids are prefetched. They are usually not in the cache, and neither are the bounds
// that locate the place ids. Waiting for them one after another took most of a long page's time.
constexpr std::size_t ids_ahead = 16;
constexpr std::size_t place_ids_ahead = 8;

// Bytes reserved for a row without its place id, and for the beginning and the end of the body.
constexpr std::size_t row_room = 192;
constexpr std::size_t envelope_room = 64;
constexpr std::size_t number_room = 20;
constexpr std::size_t usual_place_id = 32;
constexpr std::size_t max_copied_place_id_bytes = 512;
constexpr std::size_t chunk_bytes = 4096;

/// Prefetches the ids of rows after row number `row`. Call it before writing that row.
void prefetch_ids(const store::Generation& generation, const std::vector<search::SearchRow>& rows,
                  std::size_t row) noexcept {
    if (row + ids_ahead < rows.size() && rows[row + ids_ahead].docid < generation.documents()) {
        generation.prefetch_ids(rows[row + ids_ahead].docid);
    }
    if (row + place_ids_ahead < rows.size() && rows[row + place_ids_ahead].docid < generation.documents()) {
        generation.prefetch_place_id(rows[row + place_ids_ahead].docid);
    }
}

/// Writes rows through a chunk, so that no step needs to check the string's capacity. Resizing the string beforehand
/// would fill it with zeros, which takes a tenth of a long page's time.
class RowsWriter {
public:
    RowsWriter(std::string& out, std::size_t rows) : out_(out) {
        out_.clear();
        out_.reserve(envelope_room + rows * (row_room + usual_place_id));
    }

    template <std::size_t Size>
    void write(const char (&text)[Size]) noexcept {
        at_ = write(at_, text);
    }
    void write(std::uint64_t number) noexcept { at_ = std::to_chars(at_, at_ + number_room, number).ptr; }

    void write_row(const format::Uuid& id, std::string_view place_id, std::uint32_t score) {
        make_room();
        char id_text[format::uuid_characters];
        format::write_uuid(id, id_text);
        char score_text[number_room];
        const auto score_end = std::to_chars(score_text, score_text + number_room, score).ptr;
        const auto score_size = static_cast<std::size_t>(score_end - score_text);

        char* at = write(at_, R"({"id":")");
        at = write(at, id_text, sizeof id_text);
        at = write(at, R"(","place_id":)");
        at = write_text(at, place_id);
        at = write(at, R"(,"match_score":)");
        write(at, score_text, number_room);  // a copy of fixed length needs no function call
        at = write(at + score_size, R"(,"cursor":[)");
        write(at, score_text, number_room);
        at = write(at + score_size, R"(,")");
        at = write(at, id_text, sizeof id_text);
        at_ = write(at, R"("]})");
    }

    /// Adds the explanation to the row that was written last.
    void write_explanation(const store::Generation& generation, const search::Explanation& explanation,
                           std::uint32_t docid) {
        --at_;
        flush();
        append_explanation(out_, generation, explanation, docid);
        write("}");
    }

    std::size_t size() const noexcept { return out_.size() + waiting(); }
    void flush() {
        out_.append(chunk_.data(), waiting());
        at_ = chunk_.data();
    }

private:
    std::size_t waiting() const noexcept { return static_cast<std::size_t>(at_ - chunk_.data()); }

    void make_room() {
        if (chunk_.size() - waiting() < row_room + max_copied_place_id_bytes + envelope_room) {
            flush();
        }
    }

    /// Writes at `at` and returns the position after the text. The position is a local variable instead of the member
    /// at_, because the compiler must assume that writing chars may change a member, and would load at_ again after
    /// each write.
    static char* write(char* at, const char* text, std::size_t size) noexcept {
        return std::copy_n(text, size, at);  // not memcpy, which does not allow the null pointer of an empty text
    }
    template <std::size_t Size>
    static char* write(char* at, const char (&text)[Size]) noexcept {
        return write(at, text, Size - 1);
    }
    char* write_text(char* at, std::string_view text) {
        if (text.size() <= max_copied_place_id_bytes && is_plain_json(text)) {
            at = write(write(at, "\""), text.data(), text.size());
            return write(at, "\"");
        }
        at_ = at;
        flush();
        append_json_string(out_, text);
        return at_;
    }

    std::string& out_;
    std::array<char, chunk_bytes> chunk_;  // bytes written, but not yet in the string
    char* at_ = chunk_.data();
};

}  // namespace

Rendered render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                            const search::SearchResult& result, const search::Explanation* explanation,
                            std::size_t limit, Budget& budget, std::string& out) {
    RowsWriter writer(out, std::min(result.rows.size(), limit / row_room));
    query.estimate_total ? writer.write("{\"data\":[") : writer.write("[");
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        prefetch_ids(generation, result.rows, i);
        const auto [docid, score] = result.rows[i];
        if (docid >= generation.documents()) {
            return Rendered::damaged;
        }
        if (writer.size() > limit) {
            return Rendered::too_large;
        }
        if (!take_row(budget, 0) || (explanation != nullptr && !take_explanation(budget, explanation->lists()))) {
            return Rendered::in_part;
        }
        if (i != 0) {
            writer.write(",");
        }
        writer.write_row(generation.uuid[docid], generation.place_id(docid), score);
        if (explanation != nullptr) {
            writer.write_explanation(generation, *explanation, docid);
        }
    }
    writer.write("]");
    if (query.estimate_total) {
        writer.write(",\"total_count\":");
        writer.write(result.total);
        writer.write("}");
    }
    writer.flush();
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

}  // namespace bizrec::api
