#include "lmdb_builder/publish/manifest_files.hpp"

#include <unistd.h>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

bool is_there(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

/// The bytes of a manifest or signature file; empty if it cannot be read.
std::string paper_or_nothing(const Result<std::string>& bytes) {
    return bytes ? bytes.value() : std::string();
}

}  // namespace

ManifestMaker::ManifestMaker(const ManifestOptions& options) {
    if (!options.key_path.empty()) {
        signer_ = must(SigningKey::load(options.key_path));
    }
    if (!options.trust_path.empty()) {
        trusted_ = must(store::TrustedKeys::load(options.trust_path));
    }
}

std::optional<ManifestFiles> ManifestMaker::carried_by(const store::OpenIndex& index) const {
    if (trusted_) {
        ManifestFiles manifest_files;
        // Serialised from the checked manifest, so that the checked bytes are published even if the file is exchanged
        // meanwhile. Each manifest has exactly one text.
        manifest_files.manifest = store::serialise_manifest(must(store::read_trusted_manifest(index, *trusted_)));
        manifest_files.signature = must(store::read_signature_of(index.path));
        if (const Status believed = trusted_->check(manifest_files.manifest, manifest_files.signature); !believed) {
            throw BuildFailure(store::signature_path_of(index.path) + ": " + believed.error().message);
        }
        return manifest_files;
    }
    const bool published_name = !store::generation_named_by(index.path).empty();
    if (signer_ || !published_name || !is_there(store::manifest_path_of(index.path))) {
        return std::nullopt;
    }
    ManifestFiles manifest_files;
    manifest_files.manifest = store::serialise_manifest(must(store::read_manifest(index)));
    if (is_there(store::signature_path_of(index.path))) {
        manifest_files.signature = must(store::read_signature_of(index.path));
    }
    return manifest_files;
}

ManifestFiles ManifestMaker::of(const store::Manifest& examined, const std::optional<ManifestFiles>& carried,
                                const std::string& index) const {
    ManifestFiles manifest_files;
    manifest_files.manifest = store::serialise_manifest(examined);
    if (carried) {
        const auto manifest = must(store::parse_manifest(carried->manifest));
        must(store::check_file_sha256(manifest, index, examined.sha256));
        if (carried->manifest != manifest_files.manifest) {
            throw BuildFailure(store::manifest_path_of(index) + ": tells other counts than " + index +
                               " has: publish the index anew, with --key if it was signed");
        }
        manifest_files.signature = carried->signature;
    } else if (signer_) {
        manifest_files.signature = must(signer_->sign(manifest_files.manifest));
    }
    return manifest_files;
}

ManifestChange ManifestMaker::compared(const ManifestFiles& manifest_files, const std::string& index) const {
    const std::string signature = paper_or_nothing(store::read_signature_text(index));
    ManifestChange change;
    change.manifest = manifest_files.manifest != paper_or_nothing(store::read_manifest_bytes(index));
    change.signature = !manifest_files.signature.empty() && manifest_files.signature != signature;
    change.stale_signature =
        change.manifest && manifest_files.signature.empty() && is_there(store::signature_path_of(index));
    return change;
}

}  // namespace bizrec::builder
