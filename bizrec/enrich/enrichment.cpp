#include "bizrec/enrich/enrichment.hpp"

#include <algorithm>

#include "bizrec/enrich/best_of.hpp"
#include "bizrec/enrich/later_rows.hpp"

namespace bizrec::search {

namespace {

constexpr EnrichRow website_only{0, 0, true, false};
constexpr EnrichRow profile_only{0, 0, false, true};
constexpr EnrichRow both_inputs{0, 0, true, true};

bool is_both(const EnrichRow& flags) noexcept {
    return flags.by_website && flags.by_profile;
}

/// Finds the evidence that one input gives for its documents. Call evidence() with ascending docids of the input's
/// list.
class EvidenceCursor {
public:
    explicit EvidenceCursor(const InputMatch& input) noexcept : input_(input) {
        for (std::size_t i = 1; i < input.source_count; ++i) {
            cursors_[i] = MembershipCursor(input.sources[i].list);
        }
    }
    Evidence evidence(std::uint32_t docid, std::uint64_t& visited) noexcept {
        for (std::size_t i = input_.source_count - 1; i > 0; --i) {
            if (cursors_[i].contains(docid, visited)) {
                return input_.sources[i].evidence;
            }
        }
        return input_.sources[0].evidence;
    }

private:
    const InputMatch& input_;
    MembershipCursor cursors_[3];
};

}  // namespace

std::uint64_t Enrichment::run(const InputMatch& website, const InputMatch& profile, bool same) {
    const RowScorer scorer(generation_, places_, website, profile);
    if (website.empty() || profile.empty()) {
        return run_part(website.empty() ? Part{profile, profile_only, Evidence::key, scorer}
                                        : Part{website, website_only, Evidence::key, scorer});
    }
    if (same) {
        const Evidence least = std::max(website.sources[0].evidence, profile.sources[0].evidence);
        run_part({website, both_inputs, least, scorer});
        return run_part({profile, both_inputs, least, scorer});
    }
    const std::uint64_t common = run_common(website, profile);
    const std::uint64_t sum = run_part({website, website_only, Evidence::key, scorer}) +
                              run_part({profile, profile_only, Evidence::key, scorer});
    return sum - std::min(sum, common);
}

std::uint64_t Enrichment::run_part(const Part& part) {
    if (part.input.empty() || places_.all().empty()) {
        return 0;
    }
    std::uint64_t total = 0;
    if (!places_.near_circles().empty()) {
        total += offer_circles(part);
    }
    offer_named(part);
    return total + count_inside(part.input.all(), places_.named_anyhow(), visited_, end_);
}

void Enrichment::offer_named(const Part& part) {
    for (std::size_t i = part.input.source_count; i-- > 0 && part.input.sources[i].evidence >= part.least;) {
        for (const PlaceFit fit : named_fits) {
            if (!places_.named(fit).empty()) {
                offer_stratum(part, i, fit);
            }
        }
    }
}

void Enrichment::offer_stratum(const Part& part, std::size_t source, PlaceFit fit) {
    const auto& [list, evidence] = part.input.sources[source];
    top_.drop_worse();
    if (!goes_on() || !top_.admits(enrich_score(is_both(part.flags), evidence, fit, 0, max_quality))) {
        return;
    }
    EnrichRow row = part.flags;
    row.score = enrich_score(is_both(part.flags), evidence, fit, 0, 0);
    if (start_.is_first()) {
        offer_best(generation_, list, places_.named(fit), limit_, row, top_, visited_, end_);
    } else if (row.score <= start_.score) {
        LaterRows later{generation_, start_, limit_, row, is_exact(part, source) ? nullptr : &part.scorer, end_};
        later.offer(list, places_.named(fit), top_, visited_, tests_);
    }
}

bool Enrichment::is_exact(const Part& part, std::size_t source) const noexcept {
    return source + 1 == part.input.source_count && part.scorer.has_one_input() && places_.has_one_fit();
}

/// Calls `offer` for each document from `first` to `last`. Returns false if the steps are used up.
template <class Offer>
bool Enrichment::offer_each(const std::uint32_t* first, const std::uint32_t* last, const Offer& offer) const {
    return std::all_of(first, last, [&](std::uint32_t docid) {
        offer(docid);
        return goes_on();
    });
}

std::uint64_t Enrichment::offer_circles(const Part& part) {
    EvidenceCursor evidence(part.input);
    std::uint64_t only_here = 0;
    const auto offer = [&](std::uint32_t docid) {
        ++visited_;
        EnrichRow row = part.flags;
        unsigned band = 0;
        if (docid >= generation_.documents() || !places_.in_circle(generation_, docid, band, tests_)) {
            return;
        }
        ++tests_;
        only_here += contains(places_.named_anyhow(), docid) ? 0U : 1U;
        if (start_.is_first()) {
            row.docid = docid;
            row.score = enrich_score(is_both(part.flags), evidence.evidence(docid, visited_), PlaceFit::circle, band,
                                     generation_.quality[docid]);
            top_.offer(row);
        } else if (part.scorer.score(docid, row, visited_, tests_) && start_.admits(row)) {
            top_.offer(row);
        }
    };
    for_each_stretch(
        part.input.all(), places_.near_circles(), visited_,
        [&](const std::uint32_t* first, const std::uint32_t* last) { return offer_each(first, last, offer); });
    return only_here;
}

std::uint64_t Enrichment::run_common(const InputMatch& website, const InputMatch& profile) {
    const bool swap = profile.all().count < website.all().count;
    const InputMatch& fewer = swap ? profile : website;
    const InputMatch& more = swap ? website : profile;
    EvidenceCursor evidence_of_fewer(fewer), evidence_of_more(more);
    MembershipCursor in_more(more.all());
    std::uint64_t common = 0;
    const auto offer = [&](std::uint32_t docid) {
        ++visited_;
        Placement placement;
        if (!in_more.contains(docid, visited_) || docid >= generation_.documents() ||
            !places_.locate(generation_, docid, placement, tests_)) {
            return;
        }
        ++common;
        const Evidence evidence =
            std::max(evidence_of_fewer.evidence(docid, visited_), evidence_of_more.evidence(docid, visited_));
        EnrichRow row = both_inputs;
        row.docid = docid;
        row.score = enrich_score(true, evidence, placement.fit, placement.band, generation_.quality[docid]);
        if (start_.admits(row)) {
            top_.offer(row);
        }
    };
    for_each_stretch(fewer.all(), places_.all(), visited_, [&](const std::uint32_t* first, const std::uint32_t* last) {
        return offer_each(first, last, offer);
    });
    return common;
}

}  // namespace bizrec::search
