#include "lmdb_builder/publish/publish_index.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/file_system.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/current_file_writer.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/index_check.hpp"
#include "lmdb_builder/publish/manifest_files.hpp"
#include "lmdb_builder/publish/packed_file.hpp"
#include "lmdb_builder/publish/publish_checks.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/report_and_verdict.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Remembers the files that this run has put into the folder. The destructor removes them, unless `current` names the
/// generation.
class Placement {
public:
    Placement(const PublishedFolder& folder, const std::string& generation)
        : folder_(folder), generation_(generation) {}
    Placement(const Placement&) = delete;
    Placement& operator=(const Placement&) = delete;
    ~Placement() {
        if (is_current()) {
            return;
        }
        for (auto path = placed_.rbegin(); path != placed_.rend(); ++path) {
            remove_file(*path);
        }
    }
    void placed(const std::string& path) { placed_.push_back(path); }

private:
    bool is_current() const noexcept {
        try {
            return folder_.current() == generation_;
        } catch (const std::exception&) {
            return true;  // unknown: keep the files, they do no harm
        }
    }

    const PublishedFolder& folder_;
    const std::string& generation_;
    std::vector<std::string> placed_;
};

bool is_in_folder(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0;
}

std::string source_path_of(const PublishOptions& options) {
    struct stat status {};
    if (options.move && ::lstat(options.index.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) {
        throw BuildFailure("\"" + options.index + "\" is a symbolic link: name the file that is to move");
    }
    return must(store::resolve_index(options.index));
}

std::string index_folder_of(const std::string& resolved) {
    return resolved.substr(0, resolved.rfind('/') + 1);
}

/// Whether two paths name the same entry of the same folder. Compares device and inode of the folders, because a bind
/// mount gives one folder two paths.
bool same_place(const std::string& a, const std::string& b) {
    const auto folder_a = store::identify_file(index_folder_of(a));
    const auto folder_b = store::identify_file(index_folder_of(b));
    return folder_a && folder_b && folder_a.value().device == folder_b.value().device &&
           folder_a.value().inode == folder_b.value().inode && a.substr(a.rfind('/')) == b.substr(b.rfind('/'));
}

/// Opens INDEX once. Name, bytes and checks refer to this file from here on, even if a build puts another one in its
/// place.
store::OpenIndex source_of(const PublishOptions& options) {
    return must(store::OpenIndex::open(source_path_of(options)));
}

class Publication {
public:
    Publication(const PublishOptions& options, const StageReport& report)
        : options_(options),
          report_(report),
          manifest_files_(ManifestOptions{options.key_path, options.trust_path}),
          folder_(options.folder, true),
          lock_(folder_.path(), options.wait),
          staging_(folder_.path()),
          source_(source_of(options)),
          generation_(source_.seal.generation()),
          target_(folder_.index(generation_)),
          in_place_(same_place(source_.path, target_)) {}

    PublishSummary run() {
        warn_if_any(store::file_system_warning(folder_.path()));
        summary_.file = target_;
        summary_.previous = folder_.current();
        folder_.sweep();
        const bool fresh = !folder_.holds(generation_);
        const auto carried = manifest_files_.carried_by(source_);
        ExaminedIndex examined = index_in_folder();
        summary_.manifest = std::move(examined.manifest);
        examined_ = examined.file;
        report_of_ = {generation_, examined.coverage, build_of(source_.path, generation_)};
        if (summary_.manifest.generation != generation_) {
            throw BuildFailure(source_.path + ": changed while it was published; is it still being written?");
        }
        const IndexToCheck index{source_.path, staged_ ? staging_.index() : target_, report_of_.coverage,
                                 carried.has_value()};
        compare_with_current(options_, folder_, index, summary_);
        refuse_suppressed(options_, folder_, index);
        const ManifestFiles manifest_files = manifest_files_.of(summary_.manifest, carried, source_.path);
        pack();
        Placement placement(folder_, generation_);
        place(manifest_files, placement, fresh);
        if (store::serialise_manifest(folder_.open(generation_).manifest) != manifest_files.manifest) {
            throw BuildFailure(store::manifest_path_of(target_) + ": was replaced while it was published; try again");
        }
        make_current();
        tell_edges();
        prune();
        leave_source(carried);
        if (summary_.transfer == PublishSummary::Transfer::moved) {
            // removing the source's name changed the file's ctime, which the verdict states: write the verdict again
            place_extras([](const std::string&) {});
        }
        summary_.signature = is_in_folder(store::signature_path_of(target_));
        return std::move(summary_);
    }

private:
    /// Examines the index in the folder if it is there already, otherwise a copy or link in the staging folder.
    ExaminedIndex index_in_folder() {
        if (in_place_) {
            return examine_index(target_, report_);
        }
        if (const auto standing = standing_index()) {
            return *standing;
        }
        bring();
        try {
            return examine_index(staging_.index(), report_);
        } catch (const BuildFailure& failure) {
            examine_index(source_.path, report_);  // so that the error names the file that the user knows
            throw BuildFailure(source_.path + ": is sound, its copy in \"" + folder_.path() + "\" is not (" +
                               failure.what() + "): publish it again, and look after this machine's disk and memory");
        }
    }

    /// The file in the folder that has this generation's name already. Every byte is compared with INDEX by digest.
    /// None if there is no such file or it is damaged. Throws if the file is another sound index, which must not be
    /// replaced.
    std::optional<ExaminedIndex> standing_index() {
        if (!folder_.holds(generation_)) {
            return std::nullopt;
        }
        folder_.refuse_other_generation(generation_);
        std::optional<ExaminedIndex> standing;
        try {
            standing = examine_index(target_, report_);
        } catch (const BuildFailure& failure) {
            summary_.warnings.push_back(std::string(failure.what()) + "; it is replaced by " + source_.path);
            return std::nullopt;
        }
        if (standing->manifest.sha256 != hash_index(source_, report_)) {
            throw BuildFailure("\"" + target_ + "\" and \"" + source_.path +
                               "\" are both of this generation, and differ: move the one in the folder away, and "
                               "publish again");
        }
        return standing;
    }

    void bring() {
        // A link instead of a rename: if this process is killed, the index still has its old name.
        const bool linked = options_.move && link_index(source_, staging_.index());
        if (!linked) {
            copy_index(source_, staging_.index(), report_);
        }
        summary_.transfer = options_.move ? PublishSummary::Transfer::moved : PublishSummary::Transfer::copied;
        staged_ = true;
    }

    void pack() {
        const std::string& whole = staged_ ? staging_.index() : target_;
        if (manifest_files_.signer() == nullptr || !options_.pack || packed_file_of(folder_, generation_, standing_)) {
            return;
        }
        pack_index(must(store::OpenIndex::open(whole)), staging_.packed(), report_);
        packed_ = true;
    }

    /// Puts manifest and signature into the folder first, then the index, so that an index in the folder always has
    /// complete manifest files.
    void place(const ManifestFiles& manifest_files, Placement& placement, bool fresh) {
        const auto into_place = [&](const std::string& staged, const std::string& path) {
            rename_file(staged, path);
            if (fresh && !(in_place_ && path == target_)) {
                placement.placed(path);
            }
        };
        const ManifestChange change = manifest_files_.compared(manifest_files, target_);
        if (change.signature) {
            write_durable(staging_.signature(), manifest_files.signature);
            into_place(staging_.signature(), store::signature_path_of(target_));
        }
        if (change.manifest) {
            write_durable(staging_.manifest(), manifest_files.manifest);
            into_place(staging_.manifest(), store::manifest_path_of(target_));
        }
        if (change.stale_signature && !remove_file(store::signature_path_of(target_))) {
            fail_with_errno("remove \"" + store::signature_path_of(target_) + "\"");
        }
        if (packed_) {
            into_place(staging_.packed(), folder_.packed(generation_));
        }
        if (change.any() || packed_) {
            sync_folder_of_files(folder_.path());
        }
        if (staged_) {
            into_place(staging_.index(), target_);
            sync_folder_of_files(folder_.path());
        }
        place_extras([&](const std::string& path) {
            if (fresh) {
                placement.placed(path);
            }
        });
    }

    /// Writes the report, for people and for the next publish, and the verdict, for faster starts of servers on this
    /// machine. The index is complete without them, so failures are warnings.
    void place_extras(const FilePlaced& placed) {
        for (const std::string& warning :
             {write_report(staging_, target_, report_of_, placed),
              write_verdict(staging_, target_, examined_, summary_.manifest.sha256, placed)}) {
            if (!warning.empty()) {
                summary_.warnings.push_back(warning);
            }
        }
    }

    void make_current() {
        const std::string served = folder_.holds(summary_.previous) ? summary_.previous : std::string();
        const Generations history = after_publishing(folder_.history(), served, generation_);
        before_ = generation_before(history, generation_);
        folder_.write_history(history, staging_);
        summary_.switched = summary_.previous != generation_;
        if (summary_.switched) {
            folder_.switch_to(generation_, staging_);
        }
    }

    /// Writes current.json after the link. If the run is killed in between, edges that pull over HTTP keep the old
    /// generation until the same index is published again.
    void tell_edges() {
        if (manifest_files_.signer() == nullptr) {
            warn_if_any(stale_current_file(folder_, generation_, "publish this index again with --key"));
            return;
        }
        try {
            write_current_file(folder_, staging_, generation_, *manifest_files_.signer());
        } catch (const BuildFailure& failure) {
            summary_.warnings.push_back(std::string(failure.what()) +
                                        "; edges that pull over HTTP learn of the index once it is published again");
        }
    }

    void warn_if_any(const std::string& warning) {
        if (!warning.empty()) {
            summary_.warnings.push_back(warning);
        }
    }

    /// The generation that servers serve if they cannot read the new index (store::stand_ins). Empty if there is none.
    std::string newest_of_other_version() const {
        const Generations history = folder_.history();
        const auto is_other = [this](const std::string& generation) {
            const auto bytes = store::read_manifest_bytes(folder_.index(generation));
            const auto of = bytes ? store::parse_manifest(bytes.value()) : Result<store::Manifest>(bytes.error());
            return of && (of.value().format_version != summary_.manifest.format_version ||
                          of.value().identity_rules != summary_.manifest.identity_rules ||
                          of.value().analyser != summary_.manifest.analyser);
        };
        const auto found = std::find_if(history.rbegin(), history.rend(), is_other);
        return found == history.rend() ? std::string() : *found;
    }

    /// Removes the generations beyond `keep`. Failures are warnings, because the index is published already.
    void prune() {
        const std::string stand_in = options_.keep_stand_in ? newest_of_other_version() : std::string();
        for (const std::string& generation : beyond(folder_.generations(), generation_, before_, options_.keep)) {
            if (generation == stand_in) {
                summary_.stand_in = stand_in;
                continue;
            }
            try {
                folder_.remove(generation);
                summary_.removed.push_back(generation);
            } catch (const BuildFailure& failure) {
                summary_.warnings.emplace_back(failure.what());
            }
        }
    }

    void leave_source(const std::optional<ManifestFiles>& carried) {
        if (!options_.move || in_place_) {
            return;
        }
        const std::string stays = remove_same_file(source_.path, source_.file.identity);
        if (!stays.empty()) {
            summary_.warnings.push_back(stays);
            return;  // its manifest and signature stay, too
        }
        const auto manifest_files = carried ? std::vector<std::string>{store::manifest_path_of(source_.path),
                                                                       store::signature_path_of(source_.path)}
                                            : std::vector<std::string>();
        for (const std::string& path : manifest_files) {
            if (!remove_file(path)) {
                summary_.warnings.push_back(store::system_error(path, "cannot be removed", errno).message);
            }
        }
    }

    const PublishOptions& options_;
    const StageReport& report_;
    const ManifestMaker manifest_files_;
    const PublishedFolder folder_;
    const FolderLock lock_;
    const StagingFolder staging_;
    const store::OpenIndex source_;
    const std::string generation_;
    const std::string target_;
    const bool in_place_;
    bool staged_ = false;
    bool packed_ = false;  ///< staging has a packed file
    const std::optional<UncheckedCurrentFile> standing_ = standing_current_file(folder_);
    std::string before_;  ///< generation before the published one, empty: none
    GenerationReport report_of_;
    store::FileIdentity examined_;  ///< the file that was hashed; a rename has changed its ctime since
    PublishSummary summary_;
};

/// The error for a file that says that it is an index of another version. If trusted keys were given, this is believed
/// only if one of them has signed the file; otherwise the error is about the signature.
Error failure_of_version(const PublishOptions& options, const BuildFailure& failure) {
    try {
        if (!options.trust_path.empty()) {
            const auto keys = must(store::TrustedKeys::load(options.trust_path));
            must(store::read_trusted_manifest(source_path_of(options), keys));
        }
        return failure.error();
    } catch (const BuildFailure& other) {
        return other.error();
    }
}

}  // namespace

Result<PublishSummary> publish_index(const PublishOptions& options, const StageReport& report) {
    try {
        source_of(options);  // refuses a file that is no index before anything is created or waited for
        return Publication(options, report).run();
    } catch (const BuildFailure& failure) {
        return failure.error().is_of_other_version ? failure_of_version(options, failure) : failure.error();
    }
}

}  // namespace bizrec::builder
