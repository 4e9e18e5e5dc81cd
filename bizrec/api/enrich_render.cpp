#include "bizrec/api/enrich_render.hpp"

#include "bizrec/api/json_text.hpp"
#include "bizrec/format/term_lists.hpp"

namespace bizrec::api {
namespace {

// To ask the memory for: a row is cold more often than not, and so is the offset that tells where it is.
constexpr std::size_t rows_ahead = 4;
constexpr std::size_t row_bytes_ahead = 2;

constexpr std::uint64_t row_work = 32;     // steps of a row, whatever its size
constexpr std::uint64_t bytes_a_step = 4;  // of a record that is decoded and, later, sent

void prefetch(const store::Generation& generation, const search::EnrichResult& result, std::size_t row) {
    const auto docid = [&](std::size_t ahead) {
        return row + ahead < result.rows.size() ? result.rows[row + ahead].docid : format::no_docid;
    };
    if (docid(rows_ahead) < generation.documents()) {
        generation.prefetch_row(docid(rows_ahead));
    }
    if (docid(row_bytes_ahead) < generation.documents()) {
        generation.prefetch_row_bytes(docid(row_bytes_ahead));
    }
}

void append_highlights(std::string& out, const search::EnrichQuery& query, const search::EnrichRow& row) {
    out += '[';
    if (row.by_website) {
        append_json_string(out, query.website.key);
    }
    if (row.by_profile && !(row.by_website && query.website.key == query.profile.key)) {
        out += row.by_website ? "," : "";
        append_json_string(out, query.profile.key);
    }
    out += ']';
}

Rendered append_row(std::string& out, const store::Generation& generation, const search::EnrichQuery& query,
                    const search::EnrichRow& row, std::size_t limit) {
    if (row.docid >= generation.documents()) {
        return Rendered::damaged;
    }
    const std::size_t head = out.size();
    const format::ContentRow content = generation.content_row(row.docid);
    if (content && (head > limit || content.record_bytes > limit - head)) {
        return Rendered::too_large;  // before the memory is asked for
    }
    if (!generation.append_row_head(content, out)) {
        return Rendered::damaged;
    }
    out += ",\"match_score\":";
    append_number(out, row.score);
    out += ",\"match_highlights\":";
    append_highlights(out, query, row);
    out += ",\"cursor\":[";
    append_number(out, row.score);
    out += ",\"";
    out.append(out, head + format::row_id_offset, format::uuid_characters);
    out += "\"]}";
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

}  // namespace

Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, std::string& out) {
    out = query.estimate_total ? "{\"data\":[" : "[";
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        prefetch(generation, result, i);
        out += i == 0 ? "" : ",";
        const Rendered row = append_row(out, generation, query, result.rows[i], limit);
        if (row != Rendered::whole) {
            return row;
        }
    }
    out += ']';
    if (query.estimate_total) {
        out += ",\"total_count\":";
        append_number(out, result.total);
        out += '}';
    }
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

std::uint64_t render_work(const store::Generation& generation, const search::EnrichResult& result,
                          std::size_t limit) noexcept {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < result.rows.size() && bytes <= limit; ++i) {
        prefetch(generation, result, i);
        if (result.rows[i].docid >= generation.documents()) {
            break;
        }
        bytes += generation.content_row(result.rows[i].docid).record_bytes;
    }
    return 1 + result.rows.size() * row_work + bytes / bytes_a_step;
}

}  // namespace bizrec::api
