#pragma once

#include <optional>
#include <string>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/signing_key.hpp"

/// Manifest and signature of an index that is being published. ManifestMaker makes them, or takes the files that come
/// with the index.
namespace bizrec::builder {

struct ManifestFiles {
    std::string manifest;   ///< the file's bytes
    std::string signature;  ///< the file's bytes, empty: none
};

struct ManifestOptions {
    std::string key_path;
    std::string trust_path;
};

/// The files that publishing would change in a folder.
struct ManifestChange {
    bool manifest = false;
    bool signature = false;
    bool stale_signature = false;  ///< the folder has a signature that does not fit the new manifest

    bool any() const noexcept { return manifest || signature || stale_signature; }
};

/// Makes the manifest and signature of an index, or takes those that come with it. Functions that can fail throw
/// BuildFailure.
class ManifestMaker {
public:
    /// Loads the keys. At most one of key_path and trust_path may be given.
    explicit ManifestMaker(const ManifestOptions& options);

    /// The files beside an index that are published with it, unchanged. With trusted keys: they must exist and be
    /// signed by one of the keys. With a signing key: none, because new ones are made. Otherwise: the files that exist,
    /// if the index has its published name. Returned files fit the index's name, size and seal.
    std::optional<ManifestFiles> carried_by(const store::OpenIndex& index) const;

    /// The files of an examined index: `carried`, otherwise new ones. Throws if `carried` do not fit `examined`.
    ManifestFiles of(const store::Manifest& examined, const std::optional<ManifestFiles>& carried,
                     const std::string& index) const;

    /// The signing key; null if nothing is signed.
    const SigningKey* signer() const noexcept { return signer_ ? &*signer_ : nullptr; }

    /// The files that publishing would change. `index`: path of the published index, whose manifest and signature may
    /// exist already.
    ManifestChange compared(const ManifestFiles& manifest_files, const std::string& index) const;

private:
    std::optional<SigningKey> signer_;
    std::optional<store::TrustedKeys> trusted_;
};

}  // namespace bizrec::builder
