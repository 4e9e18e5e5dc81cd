#include "bizrec/api/enrich_render.hpp"

#include "bizrec/api/match_row.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

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

}  // namespace

Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, Budget& budget, std::string& out) {
    begin_rows(out, query.estimate_total);
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        prefetch_rows(generation, result.rows, i);
        const search::EnrichRow& row = result.rows[i];
        if (row.docid >= generation.documents()) {
            return Rendered::damaged;
        }
        const format::ContentRow content = generation.content_row(row.docid);
        if (out.size() > limit || content.record_bytes > limit - out.size()) {
            return Rendered::too_large;  // checked before the memory is allocated
        }
        if (!take_row(budget, content.record_bytes)) {
            return Rendered::in_part;
        }
        if (i != 0) {
            out += ',';
        }
        const auto highlights = [&](std::string& to, std::string_view) { append_highlights(to, query, row); };
        if (!append_match_row(out, generation, content, row.score, highlights)) {
            return Rendered::damaged;
        }
    }
    end_rows(out, query.estimate_total, result.total);
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

}  // namespace bizrec::api
