#include "bizrec/api/enrich_render.hpp"

#include "bizrec/api/match_row.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

/// Writes the highlights of rows: the keys of the request by which a row was found.
class MatchedKeys {
public:
    explicit MatchedKeys(const search::EnrichQuery& query) noexcept : query_(query) {}

    /// Appends a JSON array. `out` must still have the array of the row before: most rows have the same one, which is
    /// copied.
    void append(std::string& out, const search::EnrichRow& row) {
        if (length_ != 0 && row.by_website == by_website_ && row.by_profile == by_profile_) {
            out.append(out, begin_, length_);
            return;
        }
        begin_ = out.size();
        by_website_ = row.by_website;
        by_profile_ = row.by_profile;
        write(out);
        length_ = out.size() - begin_;
    }

private:
    void write(std::string& out) const {
        out += '[';
        if (by_website_) {
            append_json_string(out, query_.website.key);
        }
        if (by_profile_ && !(by_website_ && query_.website.key == query_.profile.key)) {
            out += by_website_ ? "," : "";
            append_json_string(out, query_.profile.key);
        }
        out += ']';
    }

    const search::EnrichQuery& query_;
    std::size_t begin_ = 0, length_ = 0;  // position of the last array in `out`; length_ 0: there is no array yet
    bool by_website_ = false, by_profile_ = false;
};

}  // namespace

Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, Budget& budget, std::string& out) {
    begin_rows(out, query.estimate_total);
    MatchedKeys keys(query);
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
        const auto append_highlights = [&](std::string& to, std::string_view) { keys.append(to, row); };
        if (!append_match_row(out, generation, content, row.score, append_highlights)) {
            return Rendered::damaged;
        }
    }
    end_rows(out, query.estimate_total, result.total);
    return out.size() <= limit ? Rendered::whole : Rendered::too_large;
}

}  // namespace bizrec::api
