#pragma once

#include <string>
#include <vector>

#include "bizrec/api/changes_request.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/format/changes_layout.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::api {

/// The change of one record.
struct ChangeRow {
    format::Uuid id{};
    format::ChangeKind kind = format::ChangeKind::removed;
    bool is_suppressed = false;              ///< the record is suppressed as a whole; ignore `kind`
    bool is_hidden = false;                  ///< only suppressed parts of a changed record have changed
    std::vector<std::string> pointers = {};  ///< for a changed record: the fields that changed, without suppressed ones
};

/// Decides which changes a request asks for, except by their ids.
class ChangeFilter {
public:
    /// Both must outlive this. `generation`: the newer one; null is allowed if the query has neither a place nor
    /// domains.
    ChangeFilter(const store::Generation* generation, const ChangesQuery& query) noexcept
        : generation_(generation), query_(query) {}

    /// Call it before passes(). Returns false if the budget has stopped it.
    bool begin(Budget& budget);
    bool reads_index() const noexcept { return !query_.place.empty() || !query_.domains.empty(); }
    bool passes(const ChangeRow& row) const;

private:
    bool passes_index_filter(const ChangeRow& row) const;
    bool find_brands(Budget& budget);

    const store::Generation* generation_;
    const ChangesQuery& query_;
    search::PlaceFilter place_;
    place::Ranges brands_;  // the documents of query_.domains
};

}  // namespace bizrec::api
