#include "bizrec/api/enrich_render.hpp"

#include "bizrec/api/json_text.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t rows_ahead = 4;  // to ask the memory for: a row is cold more often than not

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
        if (i + rows_ahead < result.rows.size() && result.rows[i + rows_ahead].docid < generation.documents()) {
            generation.prefetch_row(result.rows[i + rows_ahead].docid);
        }
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
