#pragma once

#include <string>

#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

/// The key of RecordCursor.
void append_record_key(const Record& record, std::string& to);

/// One worker's way from checked records into the sorter, keyed by id, then by info_refreshed_at, so that the last of
/// the entries with one id is the one that wins.
class RecordLane {
public:
    /// All three outlive it. `lane`: the sorter's, of this worker alone.
    RecordLane(const format::Rules& rules, const PlaceCatalog& catalog, ExternalSorter& records, unsigned lane)
        : maker_(rules, catalog), records_(&records), lane_(lane) {}

    /// What was made of the record; holds until the next call. Throws BuildFailure.
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
