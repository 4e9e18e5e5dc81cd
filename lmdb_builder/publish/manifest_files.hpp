#pragma once

#include <optional>
#include <string>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/signing_key.hpp"

/// Manifest and signature of an index that is being published: made here, or brought along by the index.
namespace bizrec::builder {

struct ManifestFiles {
    std::string manifest;   ///< the file's bytes
    std::string signature;  ///< the file's bytes, empty: none
};

struct ManifestOptions {
    std::string key_path;
    std::string trust_path;
};

/// What publishing would change in a folder.
struct ManifestChange {
    bool manifest = false;
    bool signature = false;
    bool stale_signature = false;  ///< one stands there that would not fit the new manifest

    bool any() const noexcept { return manifest || signature || stale_signature; }
};

/// All of these throw BuildFailure.
class ManifestMaker {
public:
    /// Loads the keys. At most one of the two may be given.
    explicit ManifestMaker(const ManifestOptions& options);

    /// The manifest_files that stand next to an index and travel along with it, unchanged: those that must be there and
    /// be signed by a trusted key, where such were given; none where manifest_files are made anew with a key; else
    /// those that are there, if the index has its published name. Whatever is taken fits the file's name, size and
    /// seal.
    std::optional<ManifestFiles> carried_by(const store::OpenIndex& index) const;

    /// The manifest_files of an examined index: `carried` if they are its own, else new ones.
    ManifestFiles of(const store::Manifest& examined, const std::optional<ManifestFiles>& carried,
                     const std::string& index) const;

    /// Null: nothing is signed.
    const SigningKey* signer() const noexcept { return signer_ ? &*signer_ : nullptr; }

    /// `index`: path of the published index, whose manifest_files may be there already.
    ManifestChange compared(const ManifestFiles& manifest_files, const std::string& index) const;

private:
    std::optional<SigningKey> signer_;
    std::optional<store::TrustedKeys> trusted_;
};

}  // namespace bizrec::builder
