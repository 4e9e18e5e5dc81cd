#include "lmdb_builder/stages/gather_batch.hpp"

#include <algorithm>

#include "lmdb_builder/document/term_vector.hpp"

namespace bizrec::builder {
namespace {

/// Keys of profiles ("facebook:joes") and map places ("google_place:ChIJ…") contain a colon; keys of domains do not.
bool is_profile(const std::string& key) noexcept {
    return key.find(':') != std::string::npos && !is_map_place(key);
}

void count_facts(const Document& document, FactCounts& facts) {
    const DocumentKeys& keys = document.keys;
    const auto any = [&keys](bool (*is)(const std::string&) noexcept) {
        return is(keys.website) || is(keys.root_domain) || std::any_of(keys.domains.begin(), keys.domains.end(), is) ||
               std::any_of(keys.others.begin(), keys.others.end(), is);
    };
    ++facts.records;
    facts.add(Fact::name, !document.name.empty());
    facts.add(Fact::website, (document.columns.flags & format::flag::has_website) != 0);
    facts.add(Fact::profile, any(is_profile));
    facts.add(Fact::map_place, any(is_map_place));
    facts.add(Fact::country, !document.place.country.empty());
    facts.add(Fact::state, !document.place.state.empty());
    facts.add(Fact::city, !document.place.city.empty());
    facts.add(Fact::postal_code, !document.place.postal_code.empty());
    facts.add(Fact::coordinates, document.columns.position.exists());
}

}  // namespace

void GatherBatch::begin() {
    text_ = {};
    facts_ = {};
    spot_count_ = 0;
    unusable_websites_.clear();
}

void GatherBatch::add(std::string_view terms, const Document& document, const DocumentPlace& place) {
    const format::FieldLengths lengths = TermVectorReader(terms).lengths();
    ++text_.documents;
    for (std::size_t field = 0; field < format::text_field_count; ++field) {
        text_.words[field] += lengths[field];
    }
    if (spot_count_ == spots_.size()) {
        spots_.emplace_back();
    }
    Spot& spot = spots_[spot_count_++];
    spot.id = document.columns.id;
    spot.place.assign(place);
    spot.position = document.columns.position;
    if (!document.keys.unusable_website.empty()) {
        ++unusable_websites_[document.keys.unusable_website];
    }
    count_facts(document, facts_);
}

void GatherBatch::add_to(format::TextStatistics& text, PlaceStatistics& places,
                         std::map<std::string, std::uint64_t>& unusable_websites, ContentSample& sample) const {
    text.documents += text_.documents;
    for (std::size_t field = 0; field < format::text_field_count; ++field) {
        text.words[field] += text_.words[field];
    }
    for (std::size_t i = 0; i < spot_count_; ++i) {
        places.add(spots_[i].place, spots_[i].position);
        sample.add(spots_[i].id, json_of(winners[i]));
    }
    for (const auto& [reason, count] : unusable_websites_) {
        unusable_websites[reason] += count;
    }
}

}  // namespace bizrec::builder
