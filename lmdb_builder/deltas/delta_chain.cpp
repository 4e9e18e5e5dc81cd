#include "lmdb_builder/deltas/delta_chain.hpp"

#include <utility>

namespace bizrec::builder {

DeltaChain::DeltaChain(const std::vector<const DeltaFile*>& deltas) {
    for (const DeltaFile* delta : deltas) {
        links_.push_back(std::make_unique<Link>(*delta));
    }
}

bool DeltaChain::next(DeltaChange& change) {
    Link* last = nullptr;
    for (const auto& link : links_) {
        if (link->more && (last == nullptr || link->change.id <= last->change.id)) {
            last = link.get();
        }
    }
    if (last == nullptr) {
        return false;
    }
    std::swap(change, last->change);
    for (const auto& link : links_) {
        if (link.get() == last || (link->more && link->change.id == change.id)) {
            link->more = link->cursor.next(link->change);
        }
    }
    return true;
}

}  // namespace bizrec::builder
