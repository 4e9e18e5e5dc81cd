#include "bizrec/lookup/filters.hpp"

#include "bizrec/base/reuse.hpp"

namespace bizrec::search {

void SearchFilters::begin(const SearchQuery& request) {
    request_ = &request;
    is_to_mark_ = false;
    had_lists_ = has_lists_;
    has_lists_ = !request.tags.empty() || !request.include_keywords.empty() || !request.exclude_keywords.empty() ||
                 !request.excluded_domains.empty();
    test_.clear();
    test_.set_bounds(request.bounds);
    resolver_.begin(*context_, request.locations, CircleRanges::of_boxes);
}

void SearchFilters::ask() {
    if (has_lists_ || had_lists_) {
        tags_.ask(request_->tags);
        boosts_.ask(request_->include_keywords);
        excluded_.ask(request_->excluded_domains);
        excluded_keywords_.ask(request_->exclude_keywords);
    }
    if (request_->by_included_domains) {
        included_.ask(request_->included_domains);
    }
    resolver_.resolve(context_.budget(), places_);
}

void SearchFilters::read() {
    if (has_lists_ || had_lists_) {
        tags_.read();
        boosts_.read();
        excluded_.read();
        excluded_keywords_.read();
    }
    if (request_->by_included_domains &&
        !context_.budget().stopped()) {  // domains become places, because every executor can stay inside places
        included_.read();
        included_.copy_ranges(context_->documents(), included_ranges_);
        places_.narrow(included_ranges_);
    }
    if (!excluded_.lists().empty() || !excluded_keywords_.keywords().empty()) {
        test_.expect_exclusions();
        is_to_mark_ = true;
    }
}

bool SearchFilters::is_impossible() const noexcept {
    return (!request_->tags.empty() && tags_.tags().empty()) || places_.all().empty();
}

void SearchFilters::fill(RankConditions& conditions) {
    conditions.places = request_->locations.empty() && !request_->by_included_domains ? nullptr : &places_;
    conditions.test = test_.is_trivial() ? nullptr : &test_;
    conditions.any_of.clear();
    tags_.add_lists(conditions.any_of);
    clear_for_reuse(conditions.boosts, spare_boosts_);
    for (const KeywordSets::Keyword& keyword : boosts_.keywords()) {
        Boost& boost = add_boost(conditions, BoostReason::keyword, request_->include_keywords[keyword.source]);
        boosts_.copy_lists(keyword, boost.lists);
        boost.evidence = boosts_.boost_evidence(keyword);
    }
}

Boost& SearchFilters::add_boost(RankConditions& conditions, BoostReason reason, std::string_view text) {
    Boost& boost = add_reused(conditions.boosts, spare_boosts_);
    boost.lists.clear();
    boost.reason = reason;
    boost.text = text;
    return boost;
}

void SearchFilters::want_flags(std::uint8_t wanted, std::uint8_t unwanted) {
    ColumnBounds bounds = request_->bounds;
    bounds.flags.wanted |= wanted;
    bounds.flags.unwanted |= unwanted;
    test_.set_bounds(bounds);
}

std::uint64_t SearchFilters::mark_exclusions() {
    if (!is_to_mark_) {
        return 0;
    }
    is_to_mark_ = false;
    const std::uint32_t documents = context_->documents();
    std::uint64_t steps = 0;
    const auto take = [&](std::uint64_t more) {
        steps += more;
        return context_.budget().take(WorkKind::postings, more);
    };
    if (!take(documents / 64)) {
        return steps;
    }
    for (const Postings& list : excluded_.lists()) {
        if (!take(list.count)) {
            return steps;
        }
        test_.exclude(list.docids, list.count, documents);
    }
    for (const KeywordSets::Keyword& keyword : excluded_keywords_.keywords()) {
        if (!take(std::uint64_t{excluded_keywords_.min_documents(keyword)} * keyword.count + format::block_postings)) {
            return steps;
        }
        excluded_keywords_.copy_lists(keyword, keyword_lists_);
        test_.exclude_all_of(keyword_lists_, documents);
    }
    return steps;
}

}  // namespace bizrec::search
