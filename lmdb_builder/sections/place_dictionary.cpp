#include "lmdb_builder/sections/place_dictionary.hpp"

#include <vector>

#include "bizrec/format/place_entry.hpp"
#include "lmdb_builder/sections/key_section.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t alpha2_length = 2;

/// True where the range list was empty: a new place.
bool extend_ranges(place::Ranges& ranges, std::uint32_t docid) {
    const bool is_new = ranges.empty();
    if (!is_new && ranges.back().end == docid) {
        ++ranges.back().end;
    } else {
        ranges.push_back({docid, docid + 1});
    }
    return is_new;
}

std::uint32_t country_number(const std::string& alpha2) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[0])) << 8 |
           static_cast<std::uint32_t>(static_cast<unsigned char>(alpha2[1]));
}

}  // namespace

void PlaceDictionary::add(std::uint32_t docid, const DocumentPlace& place) {
    if (place.country.size() != alpha2_length) {
        return;  // every look-up of a place names a country
    }
    format::country_key(place.country, key_);
    countries_ += extend_ranges(table_[key_], docid) ? 1 : 0;
    if (!place.state.empty()) {
        key_.assign(place.country).append(place.state);
        extend_ranges(states_[key_], docid);
    }
    if (!place.city.empty()) {
        format::city_key(place.country, place.city, key_);
        cities_ += extend_ranges(table_[key_], docid) ? 1 : 0;
    }
    if (!place.postal_code.empty()) {
        format::postal_code_key(place.country, place.postal_code, key_);
        postal_codes_ += extend_ranges(table_[key_], docid) ? 1 : 0;
    }
}

// Two states may share a form ("Washington" of the catalogue and a text of its own): the form then means both.
void PlaceDictionary::name_states(format::Meta& meta) {
    for (const auto& [state, ranges] : states_) {
        const std::string alpha2 = state.substr(0, alpha2_length);
        for (const std::string& form : catalog_->state_forms(alpha2, state.substr(alpha2_length))) {
            format::state_key(alpha2, form, key_);
            place::Ranges& all = table_[key_];
            all.insert(all.end(), ranges.begin(), ranges.end());
            place::normalise(all);
        }
    }
    meta.states = states_.size();
}

void PlaceDictionary::write(Workers& workers, store::IndexWriter& writer, format::Meta& meta) {
    meta.countries = countries_;
    meta.cities = cities_;
    meta.postal_codes = postal_codes_;
    name_states(meta);
    std::vector<SectionKey> keys;
    keys.reserve(table_.size());
    for (const auto& [key, ranges] : table_) {
        static_assert(sizeof(place::Range) == 2 * sizeof(std::uint32_t));
        keys.push_back(
            {format::hash_key(key), &ranges.front().begin, static_cast<std::uint32_t>(ranges.size() * 2), {0, 0}});
    }
    std::unordered_map<std::string, std::uint32_t> names;
    for (const auto& [folded, alpha2] : catalog_->country_names()) {
        format::country_name_key(folded, key_);
        names.try_emplace(key_, country_number(alpha2));
    }
    for (const auto& [key, number] : names) {
        keys.push_back({format::hash_key(key), &number, 1, {0, 0}});
    }
    write_key_section(workers, writer, format::Section::places, std::move(keys));
}

}  // namespace bizrec::builder
