#include "lmdb_builder/deltas/apply_delta.hpp"

#include <unistd.h>

#include <deque>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/small_file.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/deltas/rebuild.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/index_check.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* fetch_whole = ": fetch the whole packed index";

/// Throws the failure for deltas that are sound but do not apply to this index or machine.
[[noreturn]] void fail_unfit(const std::string& what) {
    throw BuildFailure(Error{what + fetch_whole, true});
}

/// Writes manifest and signature beside the index, before the index is renamed to its final name. The destructor
/// removes them again unless stay() was called: without stay(), the rename has failed.
class Beside {
public:
    explicit Beside(const std::string& index) : index_(index) {}
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    ~Beside() {
        if (!stays_) {
            for (const std::string& path : placed_) {
                remove_file(path);
            }
        }
    }

    void place(const DeltaHeader& header) {
        if (!header.signature.empty()) {
            place(store::signature_path_of(index_), header.signature);
        }
        place(store::manifest_path_of(index_), header.manifest);
        sync_folder_of_files(folder_of(index_));
    }
    void stay() noexcept { stays_ = true; }

private:
    void place(const std::string& path, const std::string& bytes) {
        const auto there = store::read_small_file(path, store::manifest_limit, "");
        if (there && there.value() == bytes) {
            return;
        }
        const std::string growing = path + ".applying";
        remove_file(growing);
        try {
            write_durable(growing, bytes);
            rename_file(growing, path);
        } catch (const BuildFailure&) {
            remove_file(growing);
            throw;
        }
        placed_.push_back(path);
    }

    const std::string& index_;
    std::vector<std::string> placed_;
    bool stays_ = false;
};

class Application {
public:
    Application(const ApplyOptions& options, const BuildProgress& progress)
        : options_(options), progress_(progress), build_(options.build) {
        for (const std::string& path : options.deltas) {
            deltas_.emplace_back(path);
            summary_.delta_bytes += deltas_.back().bytes();
        }
        check_trust();
        check_chain();
        std::error_code ignored;
        if (std::filesystem::is_directory(build_.output, ignored)) {
            build_.output += '/' + target().target.generation + std::string(store::index_suffix);
        }
        refuse_output_conflicts(options.deltas, {build_.output});
        named_ = store::generation_named_by(build_.output) == target().target.generation;
    }

    ApplySummary run() {
        summary_.output = build_.output;
        summary_.generation = target().target.generation;
        summary_.documents = target().target.documents;
        Beside beside(build_.output);
        if (is_there()) {
            summary_.was_there = true;
            const OutputFile sweeping(build_.output, true);  // removes files of a run that was killed after its rename
            place(beside);
        } else {
            build(beside);
        }
        beside.stay();
        summary_.has_manifest = named_ && !target().manifest.empty();
        summary_.has_signature = summary_.has_manifest && !target().signature.empty();
        return std::move(summary_);
    }

private:
    const DeltaHeader& target() const noexcept { return deltas_.back().header(); }

    void check_trust() const {
        if (options_.trust_path.empty()) {
            return;
        }
        const auto keys = must(store::TrustedKeys::load(options_.trust_path));
        for (const DeltaFile& delta : deltas_) {
            delta.check_signature(keys);
        }
        if (const Status believed = keys.check(target().manifest, target().signature); !believed) {
            deltas_.back().fail("has a manifest whose signature " + believed.error().message);
        }
    }

    void check_chain() const {
        for (std::size_t i = 1; i < deltas_.size(); ++i) {
            const DeltaEnd& before = deltas_[i - 1].header().target;
            const DeltaEnd& base = deltas_[i].header().base;
            if (before.sha256 != base.sha256) {
                throw BuildFailure("\"" + deltas_[i].name() + "\" is from generation " + base.generation + ", and \"" +
                                   deltas_[i - 1].name() + "\" leads to " + before.generation +
                                   ": name deltas in the order in which they follow each other");
            }
        }
    }

    /// Whether the output exists, is undamaged, and has the target's hash in its seal.
    bool is_there() const {
        if (::access(build_.output.c_str(), F_OK) != 0) {
            return false;
        }
        const auto seal = store::check_seal(build_.output);
        return seal && store::hex(seal.value().sha256) == target().target.sha256;
    }

    void build(Beside& beside) {
        const auto base =
            must(store::Generation::open(must(store::resolve_index(options_.base)), store::Generation::Check::hash));
        const DeltaEnd& from = deltas_.front().header().base;
        if (store::hex(base->seal().sha256) != from.sha256) {
            fail_unfit("\"" + deltas_.front().name() + "\" is from generation " + from.generation + ", and " +
                       options_.base + " is " + base->name());
        }
        const LocalTables tables = tables_for(*base);
        build_.as_of = target().as_of;
        build_.infer_places = target().infer_places;
        build_.accepts = [&](const store::Seal& seal) {
            if (store::hex(seal.sha256) != target().target.sha256) {
                fail_unfit("what \"" + deltas_.back().name() + "\" gives on this machine is generation " +
                           seal.generation() + ", and not the publisher's " + target().target.generation);
            }
            place(beside);
            return true;
        };
        std::vector<const DeltaFile*> chain;
        for (const DeltaFile& delta : deltas_) {
            chain.push_back(&delta);
        }
        summary_.build = rebuild(build_, tables, *base, chain, progress_);
        summary_.index_bytes = summary_.build.index_bytes;
    }

    /// The rules and tables that decide the index's bytes. Fails if this machine has others than the publisher had.
    LocalTables tables_for(const store::Generation& base) const {
        std::string rules = format::write_rules(base.rules()), city_names;
        for (const DeltaFile& delta : deltas_) {
            const DeltaCursor cursor(delta);
            rules = cursor.rules().empty() ? rules : cursor.rules();
            city_names = cursor.city_names();
        }
        LocalTables tables = local_tables(build_, rules, target().tables.suffix_list_version, city_names);
        const std::string conflict = rules_conflict(target().tables, tables.header);
        if (!conflict.empty()) {
            fail_unfit("\"" + deltas_.back().name() + "\" and this machine " + conflict + "; until then");
        }
        if (tables.cities != target().cities) {
            fail_unfit("\"" + deltas_.back().name() + "\" and this machine have different names of cities (" +
                       target().cities + ", " + tables.cities +
                       "): install the same version of the package libgweather-4-common on both, with its translations "
                       "in /usr/share/locale; until then");
        }
        return tables;
    }

    /// Checks the finished index against the manifest, and writes the manifest beside the output. Does so only if the
    /// output has its published name, because a file of another name does not show which generation it is.
    void place(Beside& beside) const {
        if (!named_ || target().manifest.empty()) {
            return;
        }
        const std::string path = summary_.was_there ? build_.output : build_.output + ".building/index";
        const auto index = must(store::OpenIndex::open(path));
        const auto manifest = must(store::parse_manifest(target().manifest));
        must(store::check_file_sha256(manifest, path,
                                      hash_index(index, [](const char*, std::uint64_t, std::uint64_t) {})));
        beside.place(target());
    }

    const ApplyOptions& options_;
    const BuildProgress& progress_;
    BuildOptions build_;
    std::deque<DeltaFile> deltas_;
    bool named_ = false;
    ApplySummary summary_;
};

}  // namespace

void use_tables(const std::string& folder, BuildOptions& build) {
    build.iso_codes_dir = folder + "/iso-codes/json";
    build.locale_dir = folder + "/locale";
    build.locations_path = folder + "/libgweather-4/Locations.xml";
}

Result<ApplySummary> apply_deltas(const ApplyOptions& options, const BuildProgress& progress) {
    try {
        return Application(options, progress).run();
    } catch (const BuildFailure& failure) {
        return failure.error();
    } catch (const std::bad_alloc&) {
        return Error{"out of memory: give --memory a smaller size"};
    }
}

}  // namespace bizrec::builder
