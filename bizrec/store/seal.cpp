#include "bizrec/store/seal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "bizrec/format/run_magic.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_reader.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint64_t step_bytes = std::uint64_t{16} << 20;

// LMDB's own meta pages are read only to give a good message (layout: lmdb 0.9, mdb.c, MDB_meta).
constexpr std::size_t meta_offset = 16;  ///< after LMDB's page header
constexpr std::size_t last_page_offset = meta_offset + 120;
constexpr std::size_t transaction_offset = meta_offset + 128;
constexpr std::uint32_t lmdb_magic = 0xBEEFC0DE;

bool is_lmdb(const SealPage& page) noexcept {
    return load<std::uint32_t>(page, meta_offset) == lmdb_magic;
}

/// Bytes that LMDB's newest transaction needs; nullopt if the meta pages are invalid.
std::optional<std::uint64_t> bytes_needed(int fd, const SealPage& first) {
    SealPage second;
    if (!read_at(fd, second.data(), second.size(), format::page_bytes) || !is_lmdb(second)) {
        return std::nullopt;
    }
    const bool second_is_newer =
        load<std::uint64_t>(second, transaction_offset) > load<std::uint64_t>(first, transaction_offset);
    const auto last_page = load<std::uint64_t>(second_is_newer ? second : first, last_page_offset);
    if (last_page > UINT64_MAX / format::page_bytes - 1) {
        return std::nullopt;
    }
    return (last_page + 1) * format::page_bytes;
}

Error explain_lmdb(const std::string& path, const OpenFile& file, const SealPage& first) {
    const std::uint64_t size = file.identity.size;
    const auto needed = bytes_needed(file.fd.get(), first);
    if (needed && size != *needed) {
        const std::uint64_t expected = *needed + format::page_bytes;
        const std::string numbers =
            "it has " + std::to_string(size) + " bytes, expected " + std::to_string(expected) + ", and no sealing page";
        return size < expected
                   ? file_error(path, "is truncated: " + numbers +
                                          "; is it still being copied? Else copy it again, or rebuild it with "
                                          "lmdb_builder build")
                   : file_error(path, "is damaged: " + numbers +
                                          " at its end; copy it again, or rebuild it with lmdb_builder build");
    }
    return file_error(path,
                      "is incomplete: an LMDB file without its sealing page; is it still being built or copied? "
                      "Else rebuild it with lmdb_builder build");
}

/// Says why a file does not end in a sealing page: it is foreign, truncated or still being copied, unfinished, or
/// damaged.
Error explain_unsealed(const std::string& path, const OpenFile& file) {
    SealPage first{};
    const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(file.identity.size, first.size()));
    if (!read_at(file.fd.get(), first.data(), there, 0)) {
        return file_error(path, "cannot be read, or is changing; is it still being copied?");
    }
    if (is_lmdb(first)) {
        return explain_lmdb(path, file, first);
    }
    if (std::memcmp(first.data(), format::run_magic.data(), format::run_magic.size()) == 0) {
        return file_error(path,
                          "is a run of `build --shard`, no index: lmdb_builder merge makes an index of all its runs");
    }
    // The file may be a copy whose space was reserved before its bytes were written. It may also be the first bytes of
    // an LMDB file, which begins with the number of its first page: 0.
    if (std::all_of(first.begin(), first.end(), [](unsigned char byte) { return byte == 0; })) {
        return file_error(path,
                          "is incomplete: it begins with zeros; is it still being copied? Else copy it again, or "
                          "rebuild it with lmdb_builder build");
    }
    return file_error(path, "is no index of this program (foreign file); build one with lmdb_builder build");
}

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
