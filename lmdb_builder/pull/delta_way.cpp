#include "lmdb_builder/pull/delta_way.hpp"

#include "lmdb_builder/deltas/apply_delta.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "lmdb_builder/system/ending_signals.hpp"

namespace bizrec::builder {

void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const PullOptions& pull) {
    const EndingNoteOf note(pull.root + "/published/current");
    ApplyOptions options;
    options.base = base;
    options.deltas = deltas;
    options.trust_path = pull.trust_path;
    options.build.output = to + ".applied";  // not `to` itself, because its manifest and signature are there already
    options.build.overwrite = true;
    options.build.memory_bytes = pull.memory_bytes;
    options.build.threads = 1;  // leaves the other processors to requests
    if (!pull.tables.empty()) {
        use_tables(pull.tables, options.build);
    }
    const auto applied = apply_deltas(options);
    if (!applied) {
        if (applied.error().is_of_other_version) {
            throw WrongBytes(applied.error());
        }
        throw BuildFailure(applied.error().message);  // this machine's fault: no room, no memory, unreadable tables
    }
    rename_file(options.build.output, to);
}

}  // namespace bizrec::builder
