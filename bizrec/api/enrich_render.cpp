#include "bizrec/api/enrich_render.hpp"

#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/format/uuid.hpp"

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

/// False, and `out` not to be used: the row's codes are no good.
bool append_row(std::string& out, const store::Generation& generation, const search::EnrichQuery& query,
                const search::EnrichRow& row, const format::ContentRow& content) {
    const std::size_t head = out.size();
    if (!generation.append_row_head(content, out)) {
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

Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, std::uint64_t max_steps,
                     std::size_t& written, std::string& out) {
    std::uint64_t steps = 1;
    if (steps >= max_steps) {
        return Rendered::in_part;
    }
    if (written == 0) {
        out = query.estimate_total ? "{\"data\":[" : "[";
    }
    for (std::size_t i = written; i < result.rows.size(); ++i) {
        prefetch(generation, result, i);
        const search::EnrichRow& row = result.rows[i];
        if (row.docid >= generation.documents()) {
            return Rendered::damaged;
        }
        const format::ContentRow content = generation.content_row(row.docid);
        if (out.size() > limit || content.record_bytes > limit - out.size()) {
            return Rendered::too_large;  // before the memory is asked for
        }
        steps += row_work + content.record_bytes / bytes_a_step;
        if (steps >= max_steps) {
            written = i;
            return Rendered::in_part;
        }
        out += i == 0 ? "" : ",";
        if (!append_row(out, generation, query, row, content)) {
            return Rendered::damaged;
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

std::uint64_t render_work(const search::EnrichResult& result, std::size_t limit) noexcept {
    return 1 + (result.rows.empty() ? 0 : result.rows.size() * row_work + limit / bytes_a_step);
}

}  // namespace bizrec::api
