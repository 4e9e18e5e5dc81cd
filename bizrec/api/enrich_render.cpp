#include "bizrec/api/enrich_render.hpp"

#include "bizrec/api/json_text.hpp"
#include "bizrec/format/term_lists.hpp"

namespace bizrec::api {
namespace {

// To ask the memory for: a row is cold more often than not, and so is the offset that tells where it is.
constexpr std::size_t rows_ahead = 4;
constexpr std::size_t row_bytes_ahead = 2;

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

bool append_row(std::string& out, const store::Generation& generation, const search::EnrichQuery& query,
                const search::EnrichRow& row) {
    if (row.docid >= generation.documents()) {
        return false;
    }
    const std::size_t head = out.size();
    if (!generation.append_row_head(row.docid, out)) {
        return false;
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
    return true;
}

}  // namespace

bool render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                 const search::EnrichResult& result, std::string& out) {
    out = query.estimate_total ? "{\"data\":[" : "[";
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        prefetch(generation, result, i);
        out += i == 0 ? "" : ",";
        if (!append_row(out, generation, query, result.rows[i])) {
            return false;
        }
    }
    out += ']';
    if (query.estimate_total) {
        out += ",\"total_count\":";
        append_number(out, result.total);
        out += '}';
    }
    return true;
}

}  // namespace bizrec::api
