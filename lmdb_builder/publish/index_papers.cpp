#include "lmdb_builder/publish/index_papers.hpp"

#include <unistd.h>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {
namespace {

bool is_there(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

/// The bytes of a paper; empty where there is none that can be read.
std::string paper_or_nothing(const Result<std::string>& bytes) {
    return bytes ? bytes.value() : std::string();
}

}  // namespace

PapersMaker::PapersMaker(const PapersOptions& options) {
    if (!options.key_path.empty()) {
        signer_ = must(SigningKey::load(options.key_path));
    }
    if (!options.trust_path.empty()) {
        trusted_ = must(store::TrustedKeys::load(options.trust_path));
    }
}

std::optional<Papers> PapersMaker::beside(const store::OpenIndex& index) const {
    if (trusted_) {
        Papers papers;
        // A manifest has one text: what was checked is what travels on, even if the file is exchanged meanwhile.
        papers.manifest = store::serialise_manifest(must(store::read_trusted_manifest(index, *trusted_)));
        papers.signature = must(store::read_signature_beside(index.path));
        if (const Status believed = trusted_->check(papers.manifest, papers.signature); !believed) {
            throw BuildFailure(store::signature_path_of(index.path) + ": " + believed.error().message);
        }
        return papers;
    }
    const bool published_name = !store::generation_named_by(index.path).empty();
    if (signer_ || !published_name || !is_there(store::manifest_path_of(index.path))) {
        return std::nullopt;
    }
    Papers papers;
    papers.manifest = store::serialise_manifest(must(store::read_manifest(index)));
    if (is_there(store::signature_path_of(index.path))) {
        papers.signature = must(store::read_signature_beside(index.path));
    }
    return papers;
}

Papers PapersMaker::of(const store::Manifest& examined, const std::optional<Papers>& carried,
                       const std::string& index) const {
    Papers papers;
    papers.manifest = store::serialise_manifest(examined);
    if (carried) {
        const auto manifest = must(store::parse_manifest(carried->manifest));
        must(store::check_file_sha256(manifest, index, examined.sha256));
        if (carried->manifest != papers.manifest) {
            throw BuildFailure(store::manifest_path_of(index) + ": tells other counts than " + index +
                               " has: publish the index anew, with --key if it was signed");
        }
        papers.signature = carried->signature;
    } else if (signer_) {
        papers.signature = must(signer_->sign(papers.manifest));
    }
    return papers;
}

PapersChange PapersMaker::compared(const Papers& papers, const std::string& index) const {
    const std::string signature = paper_or_nothing(store::read_signature_text(index));
    PapersChange change;
    change.manifest = papers.manifest != paper_or_nothing(store::read_manifest_bytes(index));
    change.signature = !papers.signature.empty() && papers.signature != signature;
    change.stale_signature = change.manifest && papers.signature.empty() && is_there(store::signature_path_of(index));
    return change;
}

}  // namespace bizrec::builder
