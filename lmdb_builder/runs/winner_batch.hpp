#pragma once

#include <cstddef>
#include <string>

#include "lmdb_builder/document/encoded_documents.hpp"
#include "lmdb_builder/runs/record_source.hpp"

namespace bizrec::builder {

/// A batch of winners (WinnerCursor), encoded, so that a thread other than the merging one can decode them.
class WinnerBatch : public EncodedDocuments {
public:
    /// Takes winners until the batch has at least `batch_bytes`. Returns false if no winners are left.
    bool fill(WinnerCursor& winners, std::size_t batch_bytes) {
        clear();
        while (bytes() < batch_bytes && add([&winners](std::string& to) { return winners.append_next(to); })) {
        }
        return size() > 0;
    }
};

}  // namespace bizrec::builder
