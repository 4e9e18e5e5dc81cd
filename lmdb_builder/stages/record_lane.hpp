#pragma once

#include <string>

#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

/// Appends the record's sort key, as RecordCursor describes it.
void append_record_key(const Record& record, std::string& to);

/// Adds one worker's checked records to the sorter, keyed by id, then by info_refreshed_at, so that the last entry of
/// an id is the newest.
class RecordLane {
public:
    /// `rules`, `catalog` and `records` must outlive this object. `lane`: the sorter's lane for this worker.
    RecordLane(const format::Rules& rules, const PlaceCatalog& catalog, ExternalSorter& records, unsigned lane)
        : maker_(rules, catalog), records_(&records), lane_(lane) {}

    /// Returns the document made of the record; valid until the next call. Throws BuildFailure.
    const Document& add(const Record& record);

private:
    DocumentMaker maker_;
    ExternalSorter* records_;
    unsigned lane_;
    Document document_;
    std::string key_;
    TextBuffer bytes_;
};

}  // namespace bizrec::builder
