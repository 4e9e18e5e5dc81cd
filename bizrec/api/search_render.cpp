#include "bizrec/api/search_render.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "bizrec/api/row_explanation.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

// A row's id and place id are cold more often than not, and so are the bounds that tell where the place id is. Most of
// a long page's time was waiting for them one after the other.
constexpr std::size_t ids_ahead = 16;
constexpr std::size_t place_ids_ahead = 8;

// Room for a row but its place id; for the start and the end of the body.
constexpr std::size_t row_room = 192;
constexpr std::size_t envelope_room = 64;
constexpr std::size_t usual_place_id = 32;

/// Whether a text is a JSON string as it stands, between two quotes.
bool is_plain(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return is_printable(c) && c != '"' && c != '\\'; });
}

/// Before row number `row` is written: asks the memory for those behind it.
void prefetch_ids(const store::Generation& generation, const std::vector<search::SearchRow>& rows,
                  std::size_t row) noexcept {
    if (row + ids_ahead < rows.size() && rows[row + ids_ahead].docid < generation.documents()) {
        generation.prefetch_ids(rows[row + ids_ahead].docid);
    }
    if (row + place_ids_ahead < rows.size() && rows[row + place_ids_ahead].docid < generation.documents()) {
        generation.prefetch_place_id(rows[row + place_ids_ahead].docid);
    }
}

/// Writes rows into a string that is longer than they are, so that no step has to ask for room.
class RowsWriter {
public:
    RowsWriter(std::string& out, std::size_t rows) : out_(out) {
        out_.resize(envelope_room + rows * (row_room + usual_place_id));
        at_ = out_.data();
    }

    template <std::size_t Size>
    void write(const char (&text)[Size]) noexcept {
        std::memcpy(at_, text, Size - 1);
        at_ += Size - 1;
    }
    void write(std::uint64_t number) noexcept { at_ = std::to_chars(at_, at_ + 20, number).ptr; }

    void write_row(const format::Uuid& id, std::string_view place_id, std::uint32_t score) {
        make_room(row_room + place_id.size());
        write(R"({"id":")");
        const std::size_t id_at = position();
        format::write_uuid(id, at_);
        at_ += format::uuid_characters;
        write(R"(","place_id":)");
        write_text(place_id);
        write(R"(,"match_score":)");
        write(std::uint64_t{score});
        write(R"(,"cursor":[)");
        write(std::uint64_t{score});
        write(R"(,")");
        std::memcpy(at_, out_.data() + id_at, format::uuid_characters);
        at_ += format::uuid_characters;
        write(R"("]})");
    }

    /// Into the row that was written last.
    void write_explanation(const store::Generation& generation, const search::Explanation& explanation,
                           std::uint32_t docid) {
        out_.resize(position() - 1);
        append_explanation(out_, generation, explanation, docid);
        out_ += '}';
        const std::size_t used = out_.size();
        out_.resize(used + row_room + envelope_room);
        at_ = out_.data() + used;
    }

    std::size_t size() const noexcept { return position(); }
    void finish() { out_.resize(position()); }

private:
    std::size_t position() const noexcept { return static_cast<std::size_t>(at_ - out_.data()); }

    void make_room(std::size_t bytes) {
        const std::size_t used = position();
        if (out_.size() - used < bytes + envelope_room) {
            out_.resize(2 * out_.size() + bytes);
            at_ = out_.data() + used;
        }
    }

    void write_text(std::string_view text) {
        if (is_plain(text)) {
            *at_++ = '"';
            at_ = std::copy(text.begin(), text.end(), at_);
            *at_++ = '"';
            return;
        }
        const std::size_t size = out_.size();
        out_.resize(position());
        append_json_string(out_, text);
        const std::size_t used = out_.size();
        out_.resize(std::max(size, used + row_room + envelope_room));
        at_ = out_.data() + used;
    }

    std::string& out_;
    char* at_ = nullptr;
};

}  // namespace

Rendered render_search_rows(const store::Generation& generation, const search::SearchQuery& query,
                            const search::SearchResult& result, const search::Explanation* explanation,
                            std::size_t limit, std::string& out) {
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
    writer.finish();
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

}  // namespace bizrec::api
