#include "lmdb_builder/suppression/deletion_report.hpp"

#include <algorithm>
#include <string_view>

namespace bizrec::builder {
namespace {

/// If an id has several hashes, the status with the smallest weight is reported. Untried is first, because there is no
/// answer before all hashes of the id were tried.
unsigned weight_of(DeletionStatus status) noexcept {
    switch (status) {
        case DeletionStatus::untried:
            return 0;
        case DeletionStatus::deleted:
            return 1;
        case DeletionStatus::opted_out:
            return 2;
        case DeletionStatus::exempt:
            return 3;
        default:
            return 4;
    }
}

/// `status`: not untried.
std::uint64_t& count_of(DeletionReport& report, DeletionStatus status) noexcept {
    return status == DeletionStatus::exempt      ? report.exempt
           : status == DeletionStatus::deleted   ? report.deleted
           : status == DeletionStatus::opted_out ? report.opted_out
                                                 : report.not_found;
}

}  // namespace

DeletionReport deletion_report(const DeletionStore& store, const HashType* type) {
    std::vector<const DeletionEntry*> entries;
    for (std::size_t i = 0; i < hash_types; ++i) {
        if (type == nullptr || static_cast<std::size_t>(*type) == i) {
            for (const DeletionEntry& entry : store.entries[i]) {
                entries.push_back(&entry);
            }
        }
    }
    std::sort(entries.begin(), entries.end(), [](const DeletionEntry* a, const DeletionEntry* b) {
        return a->id != b->id ? a->id < b->id : weight_of(a->status) < weight_of(b->status);
    });
    DeletionReport report;
    report.csv = "Id,Status\n";
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i != 0 && entries[i - 1]->id == entries[i]->id) {
            continue;
        }
        if (entries[i]->status == DeletionStatus::untried) {
            ++report.untried;
            continue;
        }
        ++report.ids;
        ++count_of(report, entries[i]->status);
        report.csv += entries[i]->id + "," + std::to_string(static_cast<unsigned>(entries[i]->status)) + "\n";
    }
    return report;
}

}  // namespace bizrec::builder
