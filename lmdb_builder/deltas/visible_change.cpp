#include "lmdb_builder/deltas/visible_change.hpp"

#include "bizrec/format/json_cut.hpp"

namespace bizrec::builder {

bool make_visible(const store::SuppressionList& list, const std::string& target, DeltaChange& change) {
    if (list.has_whole(change.id)) {
        return false;
    }
    const auto [first, last] = list.entries_of(change.id);
    for (const std::string& part : store::suppressed_parts(first, last, target)) {
        format::cut_json(change.json, part);
    }
    return change.kind != ChangeKind::changed || store::remove_suppressed(list, change.id, target, change.pointers);
}

}  // namespace bizrec::builder
