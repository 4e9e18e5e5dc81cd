#include "bizrec/place_words/place_names.hpp"

#include <algorithm>

#include "bizrec/format/place_entry.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

namespace {

/// A city with the name of its region ranks before the rest of the region if at least one in this many of the region's
/// records is in the city. Georgia has a small town called Georgia, which must not come first.
constexpr std::uint64_t min_part_of_region = 32;

/// Adds the part of a range between `begin` and `end`.
void add_part(const place::Range& range, std::uint32_t begin, std::uint32_t end, place::Ranges& out) {
    const place::Range part{std::max(range.begin, begin), std::min(range.end, end)};
    if (part.begin < part.end) {
        out.push_back(part);
    }
}

}  // namespace

void PlaceNames::ask_endings(TokenSpan span) {
    begin(span);
    for (std::size_t i = span.first; i < span.end; ++i) {
        ask(i - span.first, {i, span.end});
    }
}

const PlaceNames::Name& PlaceNames::ask(TokenSpan span) {
    begin(span);
    ask(0, span);
    return names_.front();
}

void PlaceNames::begin(TokenSpan span) {
    tails_.clear();
    for (std::size_t i = span.first; i < span.end; ++i) {
        tails_.add(tokens_[i]);
    }
}

void PlaceNames::ask(std::size_t number, TokenSpan span) {
    const place::TailNames::Names names = tails_.of(number, tokens_.text(span));
    Name& name = names_[number];
    name.letters = names.city.size();
    if (name.letters == 0) {
        return;
    }
    // The three folded names are usually the same. A key is then made from the previous one by changing its kind.
    format::country_name_key(names.country, key_);
    name.country = format::hash_key(key_);
    names.state == names.country ? format::turn_into_query_state_key(key_) : format::query_state_key(names.state, key_);
    name.state = format::hash_key(key_);
    names.city == names.state ? format::turn_into_query_city_key(key_) : format::query_city_key(names.city, key_);
    name.city = format::hash_key(key_);
    name.may_be_country = may_exist(name.country);
    name.may_be_state = may_exist(name.state);
    name.may_be_city = may_exist(name.city);
}

bool PlaceNames::may_exist(const format::KeyHash& key) const noexcept {
    if (!context_->places().may_hold(key)) {
        return false;
    }
    context_->places().prefetch(key);
    return true;
}

bool PlaceNames::is_region(const Name& name) const noexcept {
    format::KeyEntry entry;
    return (name.may_be_state && context_->places().find(name.state, entry)) ||
           (name.may_be_country && context_->places().find(name.country, entry));
}

bool PlaceNames::find_city(const Name& name, format::KeyEntry& entry) const noexcept {
    return name.may_be_city && context_->places().find(name.city, entry);
}

void PlaceNames::add_region(const Name& name, NamedPlace& place) {
    if (name.may_be_country) {
        add_country(name, place);
    }
    if (name.may_be_state) {
        add_state(name, place);
    }
}

void PlaceNames::add_country(const Name& name, NamedPlace& place) {
    format::KeyEntry entry;
    if (!context_->places().find(name.country, entry)) {
        return;
    }
    if (const auto alpha2 = country_of(entry)) {
        format::country_key(*alpha2, key_);
        add(format::hash_key(key_), place);
    }
}

void PlaceNames::add(const format::KeyHash& key, NamedPlace& place) const {
    format::KeyEntry entry;
    if (context_->places().find(key, entry)) {
        add(entry, place);
    }
}

void PlaceNames::add(const format::KeyEntry& entry, NamedPlace& place) const {
    place.has_inferred = place.has_inferred || (entry.aux[0] & format::place_flag::has_inferred) != 0;
    format::append_ranges(entry, context_->documents(), place.inside);
    place::normalise(place.inside);
}

void PlaceNames::add_towns(const format::KeyEntry& city, NamedPlace& place) const {
    add(city, place);
    const place::Range largest = format::largest_town_of(city.aux[1]);
    if (largest.begin >= largest.end) {
        return;
    }
    for (const place::Range& range : place.inside) {
        add_part(range, 0, largest.begin, place.other_towns);
        add_part(range, largest.begin, largest.end, place.largest_town);
        add_part(range, largest.end, UINT32_MAX, place.other_towns);
    }
}

/// The city may have records outside the region's ranges: those that name only the city.
void PlaceNames::split_by_city(const Name& name, NamedPlace& place) const {
    format::KeyEntry entry;
    if (!find_city(name, entry)) {
        return;
    }
    const place::Ranges region = place.inside;
    place.inside.clear();
    add(entry, place);
    const place::Ranges city = place.inside;
    place::intersect(city, region, place.other_towns);
    if (place.other_towns.empty()) {  // "Washington": the city lies outside the region
        place.inside = region;
        return;
    }
    place.other_towns.clear();
    place.inside.insert(place.inside.end(), region.begin(), region.end());
    place::normalise(place.inside);
    if (place::documents_in(city) * min_part_of_region >= place::documents_in(region)) {
        place.largest_town = city;
        place::subtract(place.inside, city, place.other_towns);
    }
}

}  // namespace bizrec::search
