#include "lmdb_builder/build/gather_batch.hpp"

#include "lmdb_builder/build/term_vector.hpp"

namespace bizrec::builder {

void GatherBatch::begin() {
    text_ = {};
    spot_count_ = 0;
    unusable_websites_.clear();
}

void GatherBatch::add(std::string_view terms, const Document& document) {
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
    spot.place.assign(document.place);
    spot.position = document.columns.position;
    if (!document.keys.unusable_website.empty()) {
        ++unusable_websites_[document.keys.unusable_website];
    }
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
