#include "bizrec/api/change_filter.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/format/json_cut.hpp"
#include "bizrec/lookup/key_owners.hpp"
#include "bizrec/store/suppressed_field.hpp"
#include "bizrec/where/place_resolver.hpp"

namespace bizrec::api {
namespace {

bool holds(const place::Ranges& ranges, std::uint32_t docid) noexcept {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), docid,
                         [](std::uint32_t wanted, const place::Range& range) { return wanted < range.begin; });
    return after != ranges.begin() && docid < std::prev(after)->end;
}

/// Whether the record's place or brand may have changed.
bool may_have_moved(const std::vector<std::string>& pointers) {
    return std::any_of(pointers.begin(), pointers.end(), [](const std::string& pointer) {
        return pointer.empty() || store::use_of_field(format::first_token(pointer)) == store::FieldUse::everything;
    });
}

}  // namespace

bool ChangeFilter::begin(Budget& budget) {
    if (!query_.place.empty()) {
        search::PlaceResolver places;
        places.begin(*generation_, query_.place, search::CircleRanges::of_boxes);
        if (!places.resolve(budget, place_)) {
            return false;
        }
    }
    return query_.domains.empty() || find_brands(budget);
}

/// Sets brands_ to the documents of the requested domains. Returns false if the budget has stopped the search.
bool ChangeFilter::find_brands(Budget& budget) {
    search::QueryContext context;
    context.begin(*generation_, budget);
    search::KeyOwners owners(context);
    owners.ask(query_.domains);
    owners.read();
    owners.copy_ranges(generation_->documents(), brands_);
    return !budget.stopped();
}

/// Whether the request asks for the row. Removed and suppressed records are always asked for, because their place and
/// fields are not known any more.
bool ChangeFilter::passes(const ChangeRow& row) const {
    if (row.is_suppressed || row.kind == format::ChangeKind::removed) {
        return true;
    }
    if (row.is_hidden) {
        return false;
    }
    if (reads_index() && !passes_index_filter(row)) {
        return false;
    }
    if (query_.fields.empty() || row.kind == format::ChangeKind::added) {
        return true;
    }
    return std::any_of(row.pointers.begin(), row.pointers.end(), [this](const std::string& changed) {
        return std::any_of(query_.fields.begin(), query_.fields.end(),
                           [&changed](const std::string& asked) { return format::pointers_overlap(changed, asked); });
    });
}

/// Whether the record is in the requested place and of a requested brand. Also true if that cannot be known: the change
/// may have moved the record, its place or brand is suppressed, or the served generation lacks it.
bool ChangeFilter::passes_index_filter(const ChangeRow& row) const {
    const std::uint32_t docid = generation_->find_id(row.id);
    if (docid == format::no_docid) {
        return true;
    }
    const store::Suppression* const suppression = generation_->suppression();
    if ((suppression != nullptr && suppression->hides_from_enrichment(docid)) ||
        (row.kind == format::ChangeKind::changed && may_have_moved(row.pointers))) {
        return true;
    }
    if (!query_.domains.empty() && !holds(brands_, docid)) {
        return false;
    }
    if (query_.place.empty()) {
        return true;
    }
    search::Placement placement;
    std::uint64_t steps = 0;
    return place_.locate(*generation_, docid, placement, steps);
}

}  // namespace bizrec::api
