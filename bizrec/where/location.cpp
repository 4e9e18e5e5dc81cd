#include "bizrec/where/location.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/postings/work.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::search {

namespace {

using format::KeyEntry;
using store::Generation;

/// Memory that is reused from look-up to look-up.
struct Scratch {
    std::string folded, key;
    place::Ranges part, both;
    Budget* budget = nullptr;  // of the current request

    /// Charges the budget for folding a name. Returns false if the budget is used up: then the name must not be folded.
    bool take_folding(std::string_view name) const noexcept {
        const std::size_t bytes = name.size() + (all_ascii(name) ? 0 : text::growth_of_ligatures(name));
        return budget->take(WorkKind::fold, bytes * 2 * text_byte_work);
    }
};

Scratch& scratch() {
    return thread_scratch<Scratch>();
}

/// Appends the ranges of the place whose key is memory.key. Returns false if there is no such place.
bool append_place(const Generation& generation, const Scratch& memory, place::Ranges& out) {
    KeyEntry entry;
    memory.budget->take(WorkKind::look_up, key_work);
    if (!generation.places().find(memory.key, entry)) {
        return false;
    }
    format::append_ranges(entry, generation.documents(), out);
    return true;
}

void country_ranges(const Generation& generation, std::string_view country, Scratch& memory, place::Ranges& out) {
    format::country_key(country, memory.key);
    append_place(generation, memory, out);
}

/// Appends the ranges of a state. Looks up the unchanged name first, because the word for a unit may belong to the name
/// ("New Territories"); then the name without that word.
void state_ranges(const Generation& generation, const LocationFilter& filter, Scratch& memory, place::Ranges& out) {
    if (!memory.take_folding(filter.state)) {
        return;
    }
    place::fold_state(filter.state, memory.folded);
    if (memory.folded.empty()) {
        return;
    }
    format::state_key(filter.country, memory.folded, memory.key);
    if (append_place(generation, memory, out)) {
        return;
    }
    if (!memory.take_folding(filter.state)) {
        return;
    }
    place::fold_state_without_unit(filter.state, memory.folded);
    if (memory.folded.empty()) {
        return;
    }
    format::state_key(filter.country, memory.folded, memory.key);
    append_place(generation, memory, out);
}

bool append_city(const Generation& generation, std::string_view country, std::string_view city, Scratch& memory,
                 place::Ranges& out) {
    if (!memory.take_folding(city)) {
        return false;
    }
    place::fold_city(city, memory.folded);
    if (memory.folded.empty()) {
        return false;
    }
    format::city_key(country, memory.folded, memory.key);
    if (append_place(generation, memory, out)) {
        return true;
    }
    // The name may be an alias of the city. Take all cities of that name or alias. The caller keeps those in the
    // country.
    format::query_city_key(memory.folded, memory.key);
    return append_place(generation, memory, out);
}

/// Appends the ranges of a city whose text also names its state: "Portland, OR", "Chicago, Illinois, USA". A part after
/// a comma is skipped if it is the country's name. Any other part is a state, to which the city is narrowed.
void append_city_in_state(const Generation& generation, const LocationFilter& filter, Scratch& memory,
                          place::Ranges& out) {
    std::string_view rest = filter.city;
    const auto next_part = [&rest] {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        return trim_blanks(part);
    };
    if (!append_city(generation, filter.country, next_part(), memory, out)) {
        return;
    }
    place::normalise(out);
    LocationFilter state;
    state.country = filter.country;
    while (!rest.empty() && !out.empty()) {
        state.state = next_part();
        if (!memory.take_folding(state.state) || !memory.budget->take(WorkKind::look_up, key_work)) {
            return;
        }
        if (state.state.empty() || resolve_country(generation, state.state) == filter.country) {
            continue;
        }
        place::Ranges ranges;
        state_ranges(generation, state, memory, ranges);
        memory.budget->take(WorkKind::places, out.size() + ranges.size() * bit_length(ranges.size()));
        place::normalise(ranges);
        place::intersect(out, ranges, memory.both);
        out = memory.both;
    }
}

/// Appends the ranges of a city. If its text has a comma, appends the ranges of both its meanings: some records have
/// the whole text "Orlando, FL" as their city, others have Orlando.
void city_ranges(const Generation& generation, const LocationFilter& filter, Scratch& memory, place::Ranges& out) {
    append_city(generation, filter.country, filter.city, memory, out);
    if (filter.city.find(',') != std::string::npos) {
        place::Ranges in_state;
        append_city_in_state(generation, filter, memory, in_state);
        out.insert(out.end(), in_state.begin(), in_state.end());
    }
}

void postal_code_ranges(const Generation& generation, const LocationFilter& filter, Scratch& memory,
                        place::Ranges& out) {
    for (const std::string& code : filter.postal_codes) {
        if (!memory.take_folding(code)) {
            return;
        }
        place::fold_postal_code(code, filter.country, memory.folded);
        if (memory.folded.empty()) {
            continue;
        }
        format::postal_code_key(filter.country, memory.folded, memory.key);
        append_place(generation, memory, out);
    }
}

/// Intersects `ranges` with memory.part.
void narrow(place::Ranges& ranges, Scratch& memory) {
    memory.budget->take(WorkKind::places, ranges.size() + memory.part.size() * bit_length(memory.part.size()));
    place::normalise(memory.part);
    place::intersect(ranges, memory.part, memory.both);
    ranges = memory.both;  // copied, because a swap would take the grown memory away
}

/// Adds [begin, end). Extends the last range if it ends at `begin`.
void extend(place::Ranges& ranges, std::uint32_t begin, std::uint32_t end) {
    if (!ranges.empty() && ranges.back().end == begin) {
        ranges.back().end = end;
    } else {
        ranges.push_back({begin, end});
    }
}

/// Appends to `out` the documents of one range whose box touches `target`. Group boxes make most tests of single boxes
/// unnecessary. Returns the number of box tests.
std::uint64_t collect_boxes(const Generation& generation, place::Range range, const place::Box& target,
                            place::Ranges& out) {
    std::uint64_t tests = 0;
    const std::uint32_t boxes_end = std::min((range.end - 1) / format::documents_per_box + 1, generation.box_count());
    std::uint32_t box = range.begin / format::documents_per_box;
    while (box < boxes_end) {
        ++tests;
        const std::uint32_t group = box / format::boxes_per_group;
        const std::uint32_t group_end = std::min((group + 1) * format::boxes_per_group, boxes_end);
        if (group < generation.box_group_count() && !place::overlap(generation.box_groups()[group], target)) {
            box = group_end;
            continue;
        }
        tests += group_end - box;
        for (; box < group_end; ++box) {
            if (!place::overlap(generation.boxes()[box], target)) {
                continue;
            }
            const std::uint32_t first = box * format::documents_per_box;
            const std::uint32_t last = std::min(range.end - first, format::documents_per_box) + first;
            extend(out, std::max(first, range.begin), last);
        }
    }
    return tests;
}

void narrow_to_circle(const Generation& generation, const LocationFilter& filter, Scratch& memory,
                      place::Ranges& ranges) {
    const place::Box target = place::bounding_box(filter.centre, filter.radius_metres);
    memory.both.clear();
    for (const place::Range& range : ranges) {
        if (!memory.budget->take(WorkKind::places, collect_boxes(generation, range, target, memory.both))) {
            break;
        }
    }
    ranges = memory.both;  // copied, because a swap would take the grown memory away
}

PlaceFit fit_of(const LocationFilter& filter) noexcept {
    if (filter.has_circle) {
        return PlaceFit::circle;
    }
    if (!filter.postal_codes.empty()) {
        return PlaceFit::postal_code;
    }
    if (!filter.city.empty()) {
        return PlaceFit::city;
    }
    return filter.state.empty() ? PlaceFit::country : PlaceFit::state;
}

using PartRanges = void (*)(const Generation&, const LocationFilter&, Scratch&, place::Ranges&);

void narrow_to_part(const Generation& generation, const LocationFilter& filter, PartRanges part_ranges, Scratch& memory,
                    place::Ranges& ranges) {
    if (ranges.empty() || memory.budget->stopped()) {
        return;
    }
    memory.part.clear();
    part_ranges(generation, filter, memory, memory.part);
    narrow(ranges, memory);
}

}  // namespace

std::optional<std::string> resolve_country(const Generation& generation, std::string_view name) {
    Scratch& memory = scratch();
    place::fold_country(name, memory.folded);
    if (memory.folded.empty()) {
        return std::nullopt;
    }
    format::country_name_key(memory.folded, memory.key);
    KeyEntry entry;
    return generation.places().find(memory.key, entry) ? country_of(entry) : std::nullopt;
}

std::optional<std::string> country_of(const KeyEntry& entry) {
    if (entry.length != 1) {
        return std::nullopt;
    }
    const std::uint32_t first = entry.values[0] >> 8;
    const std::uint32_t second = entry.values[0] & 0xFFU;
    if (first < 'A' || first > 'Z' || second < 'A' || second > 'Z') {
        return std::nullopt;
    }
    return std::string{static_cast<char>(first), static_cast<char>(second)};
}

void resolve_location(const Generation& generation, const LocationFilter& filter, CircleRanges circle_ranges,
                      Budget& budget, ResolvedLocation& out) {
    Scratch& memory = scratch();
    memory.budget = &budget;
    out.fit = fit_of(filter);
    out.has_circle = filter.has_circle;
    out.centre = filter.centre;
    out.radius_metres = filter.radius_metres;
    out.ranges.clear();
    if (filter.country.empty()) {
        out.ranges.assign(generation.documents() == 0 ? 0 : 1, {0, generation.documents()});
    } else {
        country_ranges(generation, filter.country, memory, out.ranges);
        place::normalise(out.ranges);
    }
    if (!filter.state.empty()) {
        narrow_to_part(generation, filter, state_ranges, memory, out.ranges);
    }
    if (!filter.city.empty()) {
        narrow_to_part(generation, filter, city_ranges, memory, out.ranges);
    }
    if (!filter.postal_codes.empty()) {
        narrow_to_part(generation, filter, postal_code_ranges, memory, out.ranges);
    }
    if (filter.has_circle && circle_ranges == CircleRanges::of_boxes && !budget.stopped()) {
        narrow_to_circle(generation, filter, memory, out.ranges);
    }
}

}  // namespace bizrec::search
