#pragma once

#include <memory>
#include <vector>

#include "lmdb_builder/deltas/delta_file.hpp"

namespace bizrec::builder {

/// Reads consecutive deltas as one: each record once, with the change from the last delta that names it. Ids ascend.
class DeltaChain {
public:
    explicit DeltaChain(const std::vector<const DeltaFile*>& deltas);

    /// Returns false at the end. Throws BuildFailure.
    bool next(DeltaChange& change);

private:
    struct Link {
        explicit Link(const DeltaFile& delta) : cursor(delta), more(cursor.next(change)) {}
        DeltaCursor cursor;
        DeltaChange change;
        bool more;
    };

    std::vector<std::unique_ptr<Link>> links_;
};

}  // namespace bizrec::builder
