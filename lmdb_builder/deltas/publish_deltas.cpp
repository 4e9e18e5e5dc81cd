#include "lmdb_builder/deltas/publish_deltas.hpp"

#include <unistd.h>

#include <new>
#include <optional>

#include "lmdb_builder/deltas/make_delta.hpp"
#include "lmdb_builder/publish/current_file_writer.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/signing_key.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/system/ending_signals.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::vector<PublishedFile> make_deltas(const std::string& path, const std::string& generation,
                                       const std::string& key_path, const BuildOptions& build,
                                       const BuildProgress& progress) {
    const PublishedFolder folder(path);
    const FolderLock lock(folder.path(), true);
    Generations bases;
    for (const std::string& base : folder.generations()) {
        if (base != generation && ::access(folder.delta(base, generation).c_str(), F_OK) != 0) {
            bases.push_back(base);
        }
    }
    std::vector<PublishedFile> made;
    if (bases.empty()) {
        return made;
    }
    DeltaOptions options;
    options.build = build;
    options.build.output =
        folder.path() + "/.delta";  // the name is always the same, so the next run removes the file of a killed one
    options.key_path = key_path;
    std::optional<EndingNoteOf> note(std::in_place, folder.delta(bases.front(), generation));
    const DeltaMaker maker(folder.index(generation), options, progress);
    for (const std::string& base : bases) {
        const std::string file = folder.delta(base, generation);
        note.reset();
        note.emplace(file);
        const DeltaSummary summary = maker.make(folder.index(base), options.build.output, true);
        rename_file(options.build.output, file);
        sync_folder_of_files(folder.path());
        made.push_back({file, summary.bytes});
    }
    note.reset();
    if (!key_path.empty() && folder.current() == generation && standing_current_file(folder)) {
        write_current_file(folder, StagingFolder(folder.path()), generation, must(SigningKey::load(key_path)));
    }
    return made;
}

}  // namespace

Result<std::vector<PublishedFile>> publish_deltas(const std::string& folder, const std::string& generation,
                                                  const std::string& key_path, const BuildOptions& build,
                                                  const BuildProgress& progress) {
    try {
        return make_deltas(folder, generation, key_path, build, progress);
    } catch (const BuildFailure& failure) {
        return failure.error();
    } catch (const std::bad_alloc&) {
        return Error{"out of memory"};
    }
}

}  // namespace bizrec::builder
