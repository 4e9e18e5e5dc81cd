#include "lmdb_builder/deltas/make_delta.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <new>
#include <optional>
#include <utility>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/deltas/delta_writer.hpp"
#include "lmdb_builder/publish/index_check.hpp"
#include "lmdb_builder/stages/build_steps.hpp"
#include "lmdb_builder/system/ending_signals.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

std::shared_ptr<const store::Generation> opened(const std::string& path, store::Generation::Check check) {
    return must(store::Generation::open(path, check));
}

DeltaEnd end_of(const store::Generation& index) {
    return {index.name(), store::hex(index.seal().sha256), index.documents()};
}

bool has_inferred_places(const store::Generation& index) {
    for (std::uint32_t docid = 0; docid < index.documents(); ++docid) {
        if ((index.flags[docid] & format::flag::inferred_place) != 0) {
            return true;
        }
    }
    return false;
}

std::string city_names_of(const std::string& rule_folder) {
    std::string text = rule_folder.empty() ? std::string() : load_rules("", rule_folder).city_names;
    return text == built_in_rules("city_names") ? std::string() : text;
}

}  // namespace

DeltaMaker::DeltaMaker(const std::string& target, DeltaOptions options, BuildProgress progress)
    : options_(std::move(options)), progress_(std::move(progress)), city_names_(city_names_of(options_.rule_folder)) {
    if (!options_.key_path.empty()) {
        key_ = must(SigningKey::load(options_.key_path));
    }
    const std::string path = must(store::resolve_index(target));
    target_ = opened(path, store::Generation::Check::seal);
    rules_ = format::write_rules(target_->rules());
    header_.target = end_of(*target_);
    header_.as_of = target_->meta().data_date;
    read_manifest();
    tables_ = local_tables(options_.build, rules_, target_->meta().suffix_list_version, city_names_);
    header_.tables = tables_.header;
    header_.cities = tables_.cities;
    if (options_.proves) {
        prove();
    } else {
        header_.infer_places = options_.build.infer_places;
    }
}

/// Makes the target's manifest. If the same manifest is beside the target with a signature, takes this signature;
/// otherwise signs the manifest if there is a key.
void DeltaMaker::read_manifest() {
    const auto index = must(store::OpenIndex::open(target_->path()));
    const store::Sha256 sha256 = hash_index(index, [this](const char* stage, std::uint64_t done, std::uint64_t total) {
        if (progress_) {
            progress_(stage, done, total, 0);
        }
    });
    target_bytes_ = index.file.identity.size;
    header_.manifest = store::serialise_manifest(store::make_manifest(target_->seal(), target_->meta(), sha256));
    const auto beside = store::read_manifest_bytes(target_->path());
    const auto signature = store::read_signature_of(target_->path());
    if (beside && signature && beside.value() == header_.manifest) {
        header_.signature = signature.value();
    } else if (key_) {
        header_.signature = must(key_->sign(header_.manifest));
    }
}

bool DeltaMaker::gives_target(bool infer_places) {
    BuildOptions options = options_.build;
    options.output += ".proof";
    options.overwrite = true;
    options.as_of = header_.as_of;
    options.infer_places = infer_places;
    bool gives = false;
    options.accepts = [&](const store::Seal& seal) {
        gives = seal.sha256 == target_->seal().sha256;
        return false;  // the index was built only for this comparison
    };
    rebuild(options, tables_, *target_, {}, progress_);
    return gives;
}

void DeltaMaker::prove() {
    for (const bool infers : {true, false}) {
        header_.infer_places = infers;
        if ((infers || !has_inferred_places(*target_)) && gives_target(infers)) {
            return;
        }
    }
    throw BuildFailure(
        target_->path() +
        ": its records, built again on this machine, do not give the same bytes, so no delta can: was it "
        "built by another version of lmdb_builder, with another release of the system, or with "
        "city_names.txt in --rules DIR (give delta the same)? Edges fetch the whole packed index");
}

DeltaSummary DeltaMaker::make(const std::string& base_path, const std::string& output_path, bool overwrite) const {
    const auto base = opened(must(store::resolve_index(base_path)), store::Generation::Check::hash);
    DeltaSummary summary;
    summary.header = header_;
    summary.header.base = end_of(*base);
    if (summary.header.base.sha256 == header_.target.sha256) {
        throw BuildFailure("\"" + base_path + "\" and \"" + target_->path() + "\" are both generation " + base->name() +
                           ": there is nothing to tell");
    }
    OutputFile output(output_path, overwrite);
    const std::string temp_folder = options_.build.temp_dir.empty() ? folder_of(output_path) : options_.build.temp_dir;
    DeltaWriter writer(temp_folder, format::write_rules(base->rules()) == rules_ ? std::string() : rules_, city_names_);
    summary.unchanged = must(walk_changes(*base, *target_, [&writer](const ChangedPair& pair) { writer.add(pair); }));
    const store::FileDescriptor file = output.create();
    summary.bytes = writer.finish(file.get(), output.temporary(), summary.header, key_ ? &*key_ : nullptr);
    output.publish();
    summary.target_bytes = target_bytes_;
    summary.is_signed = key_.has_value();
    return summary;
}

Result<DeltaSummary> make_delta(const std::string& base, const std::string& target, const DeltaOptions& options,
                                const BuildProgress& progress) {
    try {
        refuse_output_conflicts({base, target}, {options.build.output});
        // An unusable output fails here, before the work.
        const OutputFile reserved(options.build.output, options.build.overwrite);
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
    try {
        // A wrong path of the base is told at once, not after the target has been built again.
        opened(must(store::resolve_index(base)), store::Generation::Check::seal);
        std::optional<EndingNoteOf> note(std::in_place, options.build.output);
        const DeltaMaker maker(target, options, progress);
        note.reset();  // make() writes the output, and says when it is there
        return maker.make(base, options.build.output, options.build.overwrite);
    } catch (const BuildFailure& failure) {
        return failure.error();
    } catch (const std::bad_alloc&) {
        return Error{"out of memory: give --memory a smaller size"};
    }
}

}  // namespace bizrec::builder
