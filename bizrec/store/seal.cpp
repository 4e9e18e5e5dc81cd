#include "bizrec/store/seal.hpp"

#include <cerrno>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_reader.hpp"
#include "bizrec/store/unsealed.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint64_t step_bytes = std::uint64_t{16} << 20;

}  // namespace

std::string Seal::generation() const {
    return hex(sha256, 8);
}

Result<Seal> read_seal_of(const std::string& path, const OpenFile& file) {
    SealPage page;
    const std::uint64_t size = file.identity.size;
    if (size < 2 * page.size()) {
        return explain_unsealed(path, file);
    }
    if (!read_at(file.fd.get(), page.data(), page.size(), size - page.size())) {
        return errno == 0 ? file_error(path, "became shorter while it was read; is it still being copied?")
                          : system_error(path, "cannot be read", errno);
    }
    if (!has_seal_magic(page)) {
        return explain_unsealed(path, file);
    }
    return decode_seal(page, size, path);
}

Result<Seal> read_seal(const std::string& path) {
    const auto index = OpenIndex::open(path);
    if (!index) {
        return index.error();
    }
    return index.value().seal;
}

Result<Seal> check_seal(const std::string& path, void (*progress)(std::uint64_t, std::uint64_t, void*), void* context) {
    auto opened = SealChecker::open(path);
    if (!opened) {
        return opened.error();
    }
    SealChecker& checker = opened.value();
    const std::uint64_t total = checker.seal().lmdb_bytes;
    for (std::uint64_t done = 0;;) {
        const auto finished = checker.step(step_bytes);
        if (!finished) {
            return finished.error();
        }
        done = finished.value() ? total : done + step_bytes;
        if (progress != nullptr) {
            progress(done, total, context);
        }
        if (finished.value()) {
            return checker.seal();
        }
    }
}

}  // namespace bizrec::store
