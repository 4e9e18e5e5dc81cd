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

/// What became of listed records in one walk.
struct ScreenCounts {
    std::uint64_t suppressed = 0, cut = 0;
    std::map<std::string, std::uint64_t> rejected;  ///< by RejectReason::code: what is left of them is no record
};

/// Records that were read before anybody asked for a list of suppressions: without those that it names, and others
/// without their listed parts, as a build with that list would have read them. Only the latter are parsed again.
class ScreenedRecords : public RecordSource {
public:
    /// All but the records outlive it. `rules`: those by which the records were read. `counts`: of the last walk that
    /// came to its end.
    ScreenedRecords(std::unique_ptr<RecordSource> records, const SuppressionScreen& screen, const format::Rules& rules,
                    const PlaceCatalog& catalog, ScreenCounts& counts)
        : records_(std::move(records)), screen_(screen), rules_(rules), catalog_(catalog), counts_(counts) {}

    std::unique_ptr<RecordCursor> read() const override;
    /// Those that are left out among them.
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
