#include "bizrec/api/match_render.hpp"

#include "bizrec/api/match_row.hpp"
#include "bizrec/api/row_explanation.hpp"
#include "bizrec/api/row_work.hpp"

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

}  // namespace bizrec::api
