#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/suppression_screen.hpp"
#include "lmdb_builder/runs/record_source.hpp"

namespace bizrec::builder {

/// Counts of the listed records in one walk.
struct ScreenCounts {
    std::uint64_t suppressed = 0, cut = 0;
    std::map<std::string, std::uint64_t> rejected;  ///< by RejectReason::code: the rest of such a record is invalid
};

/// Applies a list of suppressions to records that were read without it. Listed records are dropped, and listed parts
/// are cut out, as a build with that list would have done. Only records with listed parts are parsed again.
class ScreenedRecords : public RecordSource {
public:
    /// All arguments except `records` must outlive this. `rules`: the rules by which the records were read. `counts`:
    /// overwritten at the end of each complete walk.
    ScreenedRecords(std::unique_ptr<RecordSource> records, const SuppressionScreen& screen, const format::Rules& rules,
                    const PlaceCatalog& catalog, ScreenCounts& counts)
        : records_(std::move(records)), screen_(screen), rules_(rules), catalog_(catalog), counts_(counts) {}

    std::unique_ptr<RecordCursor> read() const override;
    /// Includes the records that are dropped.
    std::uint64_t count() const noexcept override { return records_->count(); }
    std::uint64_t held_bytes() const noexcept override { return records_->held_bytes(); }

private:
    std::unique_ptr<RecordSource> records_;
    const SuppressionScreen& screen_;
    const format::Rules& rules_;
    const PlaceCatalog& catalog_;
    ScreenCounts& counts_;
};

}  // namespace bizrec::builder
