#include "lmdb_builder/customers/company_match.hpp"

#include <simdjson.h>

#include "bizrec/format/content.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Why a link names no business: of the first one that does not.
std::string_view reason_of(const search::EnrichQuery& query) noexcept {
    if (query.has_website && query.website.kind == identity::Kind::none) {
        return query.website.reason;
    }
    return query.has_profile && query.profile.kind == identity::Kind::none ? query.profile.reason : std::string_view();
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

CompanyMatcher::Asked CompanyMatcher::ask(const Clues& clues, bool with_place) {
    write_request(clues, with_place, options_.default_country, body_);
    if (!parser_.parse(body_, false, *generation_, query_, notes_, error_)) {
        return Asked::refused;
    }
    search::enrich(*generation_, query_, result_);
    return result_.rows.empty() ? Asked::no_rows : Asked::rows;
}

void CompanyMatcher::take_best() {
    const search::EnrichRow& best = result_.rows.front();
    row_.clear();
    if (best.docid >= generation_->documents() || !generation_->append_row_head(best.docid, row_)) {
        throw BuildFailure("\"" + generation_->path() + "\" is damaged: `lmdb_builder verify` tells more");
    }
    match_.id.assign(row_, format::row_id_offset, format::uuid_characters);
    match_.record.reserve(row_.size() + simdjson::SIMDJSON_PADDING);
    match_.record.assign(row_, format::row_content_offset);
    match_.score = best.score;
    match_.count = result_.total;
}

const CompanyMatch& CompanyMatcher::match(const Clues& clues) {
    match_.status = MatchStatus::not_found;
    match_.score = 0;
    match_.count = 0;
    match_.reason.clear();
    match_.id.clear();
    match_.record.clear();
    if (clues.of(Clue::website).empty() && clues.of(Clue::profile).empty()) {
        match_.status = MatchStatus::refused;
        match_.reason = "no website and no profile";
        return match_;
    }
    const bool has_place = clues.has_place();
    Asked asked = ask(clues, has_place);
    const bool is_place_refused = asked == Asked::refused && error_.field.compare(0, 8, "location") == 0;
    if (is_place_refused) {
        match_.reason = error_.message;
    }
    const bool is_elsewhere = has_place && (is_place_refused || asked == Asked::no_rows);
    if (is_elsewhere && !options_.only_in_its_place) {
        asked = ask(clues, false);
    }
    if (asked == Asked::rows) {
        match_.status = is_elsewhere ? MatchStatus::elsewhere : MatchStatus::found;
        take_best();
    } else if (asked == Asked::refused) {
        match_.status = MatchStatus::refused;
        match_.reason = error_.message;
    } else {
        match_.reason = reason_of(query_);
    }
    return match_;
}

}  // namespace bizrec::builder
