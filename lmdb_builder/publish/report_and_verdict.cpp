#include "lmdb_builder/publish/report_and_verdict.hpp"

#include <unistd.h>

#include "bizrec/store/trust.hpp"
#include "bizrec/store/verdict.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// The verdict's bytes. Empty if the file at `path` is not the one that was hashed, or if the same verdict exists
/// already.
std::string verdict_on(const std::string& path, const store::FileIdentity& examined, const store::Sha256& file_sha256) {
    const store::OpenIndex index = must(store::OpenIndex::open(path));
    const store::FileIdentity& file = index.file.identity;
    if (file.device != examined.device || file.inode != examined.inode || file.size != examined.size) {
        return {};
    }
    if (const auto told = store::trusted_verdict(index); told && told.value() == file_sha256) {
        return {};  // the same verdict exists already
    }
    const auto signature = store::read_signature_text(path);
    return store::serialise_verdict(index, ::geteuid(), signature ? signature.value() : std::string(), file_sha256);
}

void put(const std::string& staged, const std::string& bytes, const std::string& path, const FilePlaced& placed) {
    remove_file(staged);  // a failed write of this run may have left it
    write_durable(staged, bytes);
    rename_file(staged, path);
    placed(path);
}

}  // namespace

std::string write_report(const StagingFolder& staging, const std::string& index, const GenerationReport& report,
                         const FilePlaced& placed) {
    const std::string text = serialise_report(report);
    const auto standing = read_report(index);
    if (standing && serialise_report(standing.value()) == text) {
        return {};
    }
    try {
        put(staging.report(), text, report_path_of(index), placed);
        return {};
    } catch (const BuildFailure& failure) {
        return "the report of the index: " + std::string(failure.what());
    }
}

std::string write_verdict(const StagingFolder& staging, const std::string& index, const store::FileIdentity& examined,
                          const store::Sha256& file_sha256, const FilePlaced& placed) {
    try {
        const std::string text = verdict_on(index, examined, file_sha256);
        if (!text.empty()) {
            put(staging.verdict(), text, store::verdict_path_of(index), placed);
        }
        return {};
    } catch (const BuildFailure& failure) {
        return "the verdict on the index, without which each start of a server hashes it: " +
               std::string(failure.what());
    }
}

}  // namespace bizrec::builder
