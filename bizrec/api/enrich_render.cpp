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
                     const search::EnrichResult& result, std::size_t limit, std::uint64_t max_steps,
                     std::size_t& written, std::string& out) {
    std::uint64_t steps = 1;
    if (steps >= max_steps) {
        return Rendered::in_part;
    }
    if (written == 0) {
        begin_rows(out, query.estimate_total);
    }
    for (std::size_t i = written; i < result.rows.size(); ++i) {
        prefetch_rows(generation, result.rows, i);
        const search::EnrichRow& row = result.rows[i];
        if (row.docid >= generation.documents()) {
            return Rendered::damaged;
        }
        const format::ContentRow content = generation.content_row(row.docid);
        if (out.size() > limit || content.record_bytes > limit - out.size()) {
            return Rendered::too_large;  // before the memory is asked for
        }
        steps += row_steps(content.record_bytes);
        if (steps >= max_steps) {
            written = i;
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

std::uint64_t render_work(const search::EnrichResult& result, std::size_t limit) noexcept {
    return 1 + (result.rows.empty() ? 0 : result.rows.size() * row_work + limit / bytes_a_step);
}

}  // namespace bizrec::api
