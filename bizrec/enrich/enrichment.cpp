#include "bizrec/enrich/enrichment.hpp"

#include <algorithm>

#include "bizrec/enrich/best_of.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint8_t greatest_quality = 255;

constexpr EnrichRow website_only{0, 0, true, false};
constexpr EnrichRow profile_only{0, 0, false, true};
constexpr EnrichRow both_inputs{0, 0, true, true};

bool is_both(const EnrichRow& flags) noexcept {
    return flags.by_website && flags.by_profile;
}

/// The evidence for documents that come in ascending order.
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
    if (website.empty()) {
        return run_input(profile, profile_only);
    }
    if (profile.empty()) {
        return run_input(website, website_only);
    }
    if (same) {
        run_input(website, both_inputs);
        return run_input(profile, both_inputs);
    }
    const std::uint64_t common = run_common(website, profile);
    const std::uint64_t sum = run_input(website, website_only) + run_input(profile, profile_only);
    return sum - std::min(sum, common);
}

std::uint64_t Enrichment::run_input(const InputMatch& input, const EnrichRow& flags) {
    if (input.empty() || places_.all().empty()) {
        return 0;
    }
    std::uint64_t total = 0;
    if (!places_.near_circles().empty()) {
        total += offer_circles(input, flags);
    }
    offer_named(input, flags);
    return total + count_inside(input.all(), places_.named_anyhow(), visited_);
}

void Enrichment::offer_named(const InputMatch& input, const EnrichRow& flags) {
    for (std::size_t i = input.source_count; i-- > 0;) {
        const InputMatch::Source& source = input.sources[i];
        for (const PlaceFit fit : named_fits) {
            const place::Ranges& ranges = places_.named(fit);
            if (ranges.empty()) {
                continue;
            }
            top_.settle();
            if (!top_.admits(enrich_score(is_both(flags), source.evidence, fit, 0, greatest_quality))) {
                continue;
            }
            EnrichRow row = flags;
            row.score = enrich_score(is_both(flags), source.evidence, fit, 0, 0);
            offer_best(generation_, source.list, ranges, limit_, row, top_, visited_);
        }
    }
}

std::uint64_t Enrichment::offer_circles(const InputMatch& input, const EnrichRow& flags) {
    EvidenceCursor evidence(input);
    std::uint64_t only_here = 0;
    const auto offer = [&](std::uint32_t docid) {
        ++visited_;
        EnrichRow row = flags;
        unsigned band = 0;
        if (docid >= generation_.documents() || !places_.in_circle(generation_, docid, band, tests_)) {
            return;
        }
        ++tests_;
        only_here += contains(places_.named_anyhow(), docid) ? 0U : 1U;
        row.docid = docid;
        row.score = enrich_score(is_both(flags), evidence.evidence(docid, visited_), PlaceFit::circle, band,
                                 generation_.quality[docid]);
        top_.offer(row);
    };
    for_each_stretch(input.all(), places_.near_circles(), visited_,
                     [&](const std::uint32_t* first, const std::uint32_t* last) {
                         std::for_each(first, last, offer);
                         return true;
                     });
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
        top_.offer(row);
    };
    for_each_stretch(fewer.all(), places_.all(), visited_, [&](const std::uint32_t* first, const std::uint32_t* last) {
        std::for_each(first, last, offer);
        return true;
    });
    return common;
}

}  // namespace bizrec::search
