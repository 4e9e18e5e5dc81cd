#include "lmdb_builder/customers/company_match.hpp"

#include <utility>

#include "bizrec/enrich/enrich.hpp"

namespace bizrec::builder {
namespace {

/// The reason why the website names no business. If it names one: the reason why the profile names none. "" if each
/// link of the query names a business.
std::string_view reason_of(const search::EnrichQuery& query) noexcept {
    if (query.has_website && query.website.kind == identity::Kind::none) {
        return query.website.reason;
    }
    return query.has_profile && query.profile.kind == identity::Kind::none ? query.profile.reason : std::string_view();
}

void prefetch_keys(const store::Generation& generation, const search::EnrichQuery& query) noexcept {
    search::IdentityLookup lookup;
    if (query.has_website) {
        lookup.prepare(generation, query.website);
    }
    if (query.has_profile) {
        lookup.prepare(generation, query.profile);
    }
}

void prefetch_lists(const search::InputMatch& match) noexcept {
    for (std::size_t i = 0; i < match.source_count; ++i) {
        const search::Postings& list = match.sources[i].list;
        __builtin_prefetch(list.best != nullptr ? list.best : list.docids);
    }
}

/// Prefetches the first document of each list. Call it some time after prefetch_lists(), because it reads the lists.
void prefetch_first_documents(const store::Generation& generation, const search::InputMatch& match) noexcept {
    for (std::size_t i = 0; i < match.source_count; ++i) {
        const search::Postings& list = match.sources[i].list;
        generation.prefetch_document(list.best != nullptr ? list.best[0] : list.docids[0]);
    }
}

}  // namespace

std::string_view status_name(MatchStatus status) noexcept {
    switch (status) {
        case MatchStatus::found:
            return "found";
        case MatchStatus::elsewhere:
            return "elsewhere";
        case MatchStatus::not_found:
            return "not_found";
        case MatchStatus::refused:
            break;
    }
    return "refused";
}

CompanyMatcher::CompanyMatcher(const store::Generation& generation, MatchOptions options)
    : generation_(&generation),
      options_(std::move(options)),
      reader_(generation),
      rows_(std::make_unique<std::array<Row, block_rows>>()) {}

void CompanyMatcher::answer(const Clues* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        (*rows_)[i].clues = rows + i;
        read((*rows_)[i]);
    }
    run_asked(count);
    ask_elsewhere(count);
    for (std::size_t i = 0; i < count; ++i) {
        set_match((*rows_)[i]);
    }
}

void CompanyMatcher::read(Row& row) {
    const Clues& clues = *row.clues;
    row.has_place = clues.has_place();
    row.is_refused = row.is_place_refused = row.is_asked = false;
    row.result.rows.clear();
    row.match.reason.clear();
    if (clues.text(Clue::website).empty() && clues.text(Clue::profile).empty()) {
        row.is_refused = true;
        row.match.reason = "no website and no profile";
    } else if (!read_query(row)) {
        row.is_refused = true;
        row.is_place_refused = reader_.error().field.compare(0, 8, "location") == 0;
        if (row.is_place_refused || row.match.reason.empty()) {
            row.match.reason = reader_.error().message;
        }
    } else {
        row.is_asked = true;
        prefetch_keys(*generation_, row.query);
    }
}

/// Reads the query of a row. Returns false if the row is refused. If only one of its two links cannot be read ("n/a"),
/// the query has the other link, and the row's reason says what is wrong with the unreadable one.
bool CompanyMatcher::read_query(Row& row) {
    const Clues& clues = *row.clues;
    if (reader_.read(clues, row.has_place, options_.default_country, row.query)) {
        return true;
    }
    const bool is_website_refused = reader_.error().field == "website";
    Clues other = clues;
    other.text(is_website_refused ? Clue::website : Clue::profile) = {};
    if ((!is_website_refused && reader_.error().field != "social_media_link") ||
        (other.text(Clue::website).empty() && other.text(Clue::profile).empty())) {
        return false;
    }
    row.match.reason = reader_.error().message;
    return reader_.read(other, row.has_place, options_.default_country, row.query);
}

template <class Step>
void CompanyMatcher::for_each_asked(std::size_t count, const Step& step) {
    for (std::size_t i = 0; i < count; ++i) {
        if (Row& row = (*rows_)[i]; row.is_asked) {
            step(row);
        }
    }
}

void CompanyMatcher::run_asked(std::size_t count) {
    Budget budget;
    for_each_asked(count, [&](Row& row) {
        search::prepare_enrich(*generation_, row.query, row.result, budget);
        prefetch_lists(row.result.scratch.by_website);
        prefetch_lists(row.result.scratch.by_profile);
    });
    for_each_asked(count, [this](Row& row) {
        prefetch_first_documents(*generation_, row.result.scratch.by_website);
        prefetch_first_documents(*generation_, row.result.scratch.by_profile);
    });
    for_each_asked(count, [&](Row& row) {
        search::run_enrich(*generation_, row.query, row.result, budget);
        row.is_asked = false;
    });
}

/// Runs the queries of some rows without a place: of those that have no match in their place, or whose place was
/// refused.
void CompanyMatcher::ask_elsewhere(std::size_t count) {
    if (options_.only_in_its_place) {
        return;
    }
    bool is_any_asked = false;
    for (std::size_t i = 0; i < count; ++i) {
        Row& row = (*rows_)[i];
        if (row.has_place && (row.is_refused ? row.is_place_refused : row.result.rows.empty())) {
            leave_place(row);
            is_any_asked = is_any_asked || row.is_asked;
        }
    }
    if (is_any_asked) {
        run_asked(count);
    }
}

/// Removes the place from a row's query. Refuses the row if the query has no link: read_query() checks this only for
/// queries whose place is accepted.
void CompanyMatcher::leave_place(Row& row) {
    api::ApiError error;
    row.query.locations.clear();
    row.is_refused = !api::has_link(row.query, error);
    row.is_asked = !row.is_refused;
    if (row.is_refused) {
        row.match.reason = error.message;
    } else if (row.is_place_refused) {
        // The keys of this query have not been looked up yet; those of queries that were not refused are in the cache
        // already.
        prefetch_keys(*generation_, row.query);
    }
}

void CompanyMatcher::set_match(Row& row) const {
    CompanyMatch& match = row.match;
    if (row.is_refused) {
        match.status = MatchStatus::refused;
    } else if (row.result.rows.empty()) {
        match.status = MatchStatus::not_found;
        match.reason = reason_of(row.query);
    } else {
        match.status = row.query.locations.empty() && row.has_place ? MatchStatus::elsewhere : MatchStatus::found;
        match.docid = row.result.rows.front().docid;
        match.score = row.result.rows.front().score;
        match.count = row.result.total;
        if (match.docid < generation_->documents()) {
            generation_->prefetch_row_bytes(match.docid);
        }
    }
}

}  // namespace bizrec::builder
