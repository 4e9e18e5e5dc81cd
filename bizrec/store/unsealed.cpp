#include "bizrec/store/unsealed.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "bizrec/format/run_magic.hpp"
#include "bizrec/store/seal_page.hpp"

/// Reads LMDB's own meta pages, only to give a good message (layout: lmdb 0.9, mdb.c, MDB_meta).
namespace bizrec::store {
namespace {

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

}  // namespace

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

}  // namespace bizrec::store
