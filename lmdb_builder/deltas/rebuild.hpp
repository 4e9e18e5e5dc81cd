#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/rule_source.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/stages/build_index.hpp"

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

/// The rules and this machine's tables: everything that decides an index's bytes, except its records.
struct LocalTables {
    RuleSource rules;
    std::shared_ptr<const PlaceCatalog> catalog;
    RunHeader header;    ///< local_run_header() of `rules`; its max_record is ""
    std::string cities;  ///< city_digest() of this machine's tables
};

/// `rules`: the bytes of the index's section `rules`. `city_names`: "" stands for the compiled-in names. Throws
/// BuildFailure.
LocalTables local_tables(const BuildOptions& options, std::string_view rules, std::string suffix_list_version,
                         std::string city_names);

/// Builds an index from the base's records after the deltas are applied in order. Ignores the inputs, rules, rejects
/// and shards of `options`, but calls `accepts`. Memory in addition to that of a build: one bit per document of the
/// base. Throws BuildFailure.
BuildSummary rebuild(const BuildOptions& options, const LocalTables& tables, const store::Generation& base,
                     const std::vector<const DeltaFile*>& deltas, const BuildProgress& progress);

}  // namespace bizrec::builder
