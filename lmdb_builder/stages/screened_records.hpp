#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/runs/record_source.hpp"
#include "lmdb_builder/stages/screens.hpp"

namespace bizrec::builder {

/// Applies a list of suppressions and deletion hashes to records that were read without them. Listed records are
/// dropped, and listed parts and people are cut out, as a build would have done. Documents are made again only for
/// records that lose parts. The first complete walk tries the hashes on all records. Later walks try them only on the
/// records in which the first walk found people.
class ScreenedRecords : public RecordSource {
public:
    /// All arguments except `records` must outlive this object. `rules`: the rules by which the records were read.
    /// `counts`: overwritten at the end of each complete walk.
    ScreenedRecords(std::unique_ptr<RecordSource> records, const Screens& screens, const format::Rules& rules,
                    const PlaceCatalog& catalog, ScreenCounts& counts)
        : records_(std::move(records)), screens_(screens), rules_(rules), catalog_(catalog), counts_(counts) {}

    /// Only one cursor may walk at a time.
    std::unique_ptr<RecordCursor> read() const override;
    /// Includes the records that are dropped.
    std::uint64_t count() const noexcept override { return records_->count(); }
    std::uint64_t held_bytes() const noexcept override { return records_->held_bytes(); }

private:
    std::unique_ptr<RecordSource> records_;
    const Screens& screens_;
    const format::Rules& rules_;
    const PlaceCatalog& catalog_;
    ScreenCounts& counts_;
    // The ids of records with people, ascending. Empty before the end of the first complete walk.
    mutable std::optional<std::vector<format::Uuid>> found_ids_;
};

}  // namespace bizrec::builder
