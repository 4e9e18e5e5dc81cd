#include "lmdb_builder/commands/why_reasons.hpp"

#include <algorithm>

#include "bizrec/explain/explanation.hpp"
#include "lmdb_builder/commands/inspect_key.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

search::SearchResult all_rows(const store::Generation& generation, const search::SearchQuery& query) {
    search::SearchQuery all = query;
    all.limit = std::max(generation.documents(), 1U);
    all.has_cursor = false;
    all.estimate_total = false;
    search::Search search;
    search::SearchResult result;
    search.run(generation, all, result);
    return result;
}

/// Number of `rows` at or before the request's cursor.
std::size_t rows_passed(const store::Generation& generation, const search::SearchQuery& query,
                        const std::vector<search::SearchRow>& rows) {
    if (!query.has_cursor) {
        return 0;
    }
    const search::SearchRow cursor{query.cursor_docid(generation), query.cursor_score};
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return !comes_before(cursor, row); }));
}

std::string not_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid,
                      std::size_t total) {
    std::string reasons;
    for (const std::string& why : search::Explanation(generation, query).obstacles(docid)) {
        reasons += (reasons.empty() ? "" : "; ") + why;
    }
    const std::string others = total == 0   ? "No record matches, nor does this one: "
                               : total == 1 ? "One record matches, but not this one: "
                                            : "It is not among the " + with_separators(total) + " that match: ";
    return others + reasons + '.';
}

/// Whether one input of the request leads to the record. If not, appends the reason to `reasons`.
bool leads_to(const store::Generation& generation, const char* field, const identity::Identity& identity,
              std::uint32_t docid, std::string& reasons) {
    KeyFinding finding;
    finding.identity = identity;
    if (identity.names_business() && find_documents(generation, finding, docid)) {
        return true;
    }
    reasons += reasons.empty() ? "" : "; ";
    if (!identity.names_business()) {
        reasons += std::string(field) + ": " + std::string(identity.reason);
    } else if (finding.is_shared || identity.is_page_of_stranger) {
        reasons += std::string(field) + ": strangers share " + identity.key + ", and its page is not " + identity.host +
                   identity.path;
    } else if (finding.total == 0) {
        reasons += std::string(field) + ": " + identity.key + " finds no record";
    } else {
        reasons += std::string(field) + ": " + identity.key + " finds " + counted(finding.total, "record", "records") +
                   ", not this one";
    }
    return false;
}

bool is_in_place(const store::Generation& generation, const search::EnrichQuery& query, std::uint32_t docid) {
    search::SearchQuery places;
    places.locations = query.locations;
    return search::Explanation(generation, places).obstacles(docid).empty();
}

}  // namespace

Reason why_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid) {
    const std::vector<search::SearchRow> rows = all_rows(generation, query).rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [docid](const auto& each) { return each.docid == docid; });
    if (row == rows.end()) {
        return {false, not_found(generation, query, docid, rows.size())};
    }
    const auto index = static_cast<std::size_t>(row - rows.begin());
    const std::string rank = "It is row " + with_separators(index + 1) + " of " + with_separators(rows.size()) +
                             ", with score " + std::to_string(row->score);
    const std::size_t passed = rows_passed(generation, query, rows);
    if (index < passed) {
        return {false, rank + ", which the request's cursor has passed."};
    }
    if (index - passed >= query.limit) {
        return {false, rank + ", after the " + with_separators(query.limit) + " rows that the request asks for."};
    }
    return {true, rank + '.'};
}

Reason why_enriched(const store::Generation& generation, const search::EnrichQuery& query, std::uint32_t docid) {
    std::string reasons;
    const bool by_website = query.has_website && leads_to(generation, "website", query.website, docid, reasons);
    const bool by_profile =
        query.has_profile && leads_to(generation, "social_media_link", query.profile, docid, reasons);
    if (!by_website && !by_profile) {
        return {false, "No link of the request finds it: " + reasons + '.'};
    }
    if (!is_in_place(generation, query, docid)) {
        return {false, "It is of the company, but outside the location."};
    }
    search::EnrichQuery with_total = query;
    with_total.estimate_total = true;
    search::EnrichResult result;
    enrich(generation, with_total, result);
    const auto& rows = result.rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [docid](const auto& each) { return each.docid == docid; });
    if (row == rows.end()) {
        return {false, "It is one of " + with_separators(result.total) + " that match, after the first " +
                           with_separators(rows.size()) + " that the request asks for."};
    }
    return {true, "It is row " + with_separators(static_cast<std::uint64_t>(row - rows.begin()) + 1) + " of " +
                      with_separators(result.total) + ", with score " + std::to_string(row->score) + '.'};
}

}  // namespace bizrec::builder
