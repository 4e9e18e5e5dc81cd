#include "lmdb_builder/publish/index_check.hpp"

#include "bizrec/store/fd.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t hash_piece = std::uint64_t{16} << 20;  // bytes hashed between two calls of `report`

store::SealChecker hashed(store::SealChecker checker, const StageReport& report) {
    const std::uint64_t total = checker.seal().lmdb_bytes;
    for (std::uint64_t done = 0; !must(checker.step(hash_piece));) {
        done += hash_piece;
        report("hashing", done, total);
    }
    report("hashing", total, total);
    return checker;
}

}  // namespace

store::Sha256 hash_index(const store::OpenIndex& index, const StageReport& report) {
    return hashed(must(store::SealChecker::of(index)), report).file_sha256();
}

ExaminedIndex examine_index(const std::string& path, const StageReport& report) {
    const store::SealChecker checker = hashed(must(store::SealChecker::open(path)), report);
    const auto generation = must(store::Generation::open(path, store::Generation::Check::seal));
    if (!(generation->file() == checker.file())) {
        throw BuildFailure(path + ": changed while it was checked; is it still being written?");
    }
    const auto show = [](std::uint64_t done, std::uint64_t total, void* context) {
        (*static_cast<const StageReport*>(context))("verifying", done, total);
    };
    auto* const context = const_cast<StageReport*>(&report);  // the callback takes a void*
    const Status sound = store::verify_structure(*generation, show, context);
    if (!sound) {
        throw BuildFailure(sound.error().message);
    }
    return {store::make_manifest(generation->seal(), generation->meta(), checker.file_sha256()),
            coverage_of(*generation), checker.file()};
}

}  // namespace bizrec::builder
