#pragma once

#include <optional>
#include <string>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/signing_key.hpp"

/// Manifest and signature of an index that is being published: made here, or brought along by the index.
namespace bizrec::builder {

struct Papers {
    std::string manifest;   ///< the file's bytes
    std::string signature;  ///< the file's bytes, empty: none
};

struct PapersOptions {
    std::string key_path;
    std::string trust_path;
};

/// What publishing would change in a folder.
struct PapersChange {
    bool manifest = false;
    bool signature = false;
    bool stale_signature = false;  ///< one stands there that would not fit the new manifest

    bool any() const noexcept { return manifest || signature || stale_signature; }
};

/// All of these throw BuildFailure.
class PapersMaker {
public:
    /// Loads the keys. At most one of the two may be given.
    explicit PapersMaker(const PapersOptions& options);

    /// The papers that stand beside an index and travel along with it, unchanged: those that must be there and be
    /// signed by a trusted key, where such were given; none where papers are made anew with a key; else those that are
    /// there, if the index has its published name. Whatever is taken fits the file's name, size and seal.
    std::optional<Papers> beside(const store::OpenIndex& index) const;

    /// The papers of an examined index: `carried` if they are its own, else new ones.
    Papers of(const store::Manifest& examined, const std::optional<Papers>& carried, const std::string& index) const;

    /// `index`: path of the published index, whose papers may be there already.
    PapersChange compared(const Papers& papers, const std::string& index) const;

private:
    std::optional<SigningKey> signer_;
    std::optional<store::TrustedKeys> trusted_;
};

}  // namespace bizrec::builder
