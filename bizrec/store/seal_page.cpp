#include "bizrec/store/seal_page.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/format/columns.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"

namespace bizrec::store {
namespace {

template <class T>
void save(SealPage& page, std::size_t offset, T value) noexcept {
    store_unaligned(page.data() + offset, value);
}

/// Refuses the formats that this program cannot read. The page may be intact and still of another version.
Status check_version(const Seal& seal, const std::string& path) {
    const std::string version = std::to_string(seal.format_version);
    if (seal.oldest_reader > format::newest_format_version) {
        return version_error(path, "has index format " + version + ", which needs a reader of format " +
                                       std::to_string(seal.oldest_reader) + " or newer; this program reads up to " +
                                       std::to_string(format::newest_format_version) +
                                       ": upgrade it, or rebuild the index with its own lmdb_builder build");
    }
    if (seal.format_version < format::oldest_readable_version) {
        return version_error(path, "has index format " + version + ", older than format " +
                                       std::to_string(format::oldest_readable_version) +
                                       ", the oldest that this program reads: rebuild it with lmdb_builder build");
    }
    return ok();
}

Status check_machine(const SealPage& page, const std::string& path) {
    if (load<std::uint32_t>(page, seal_field::endian_marker) != seal_field::endian_value) {
        return file_error(path, "was built for another byte order: rebuild it with lmdb_builder build");
    }
    const auto page_size = load<std::uint32_t>(page, seal_field::page_size);
    if (page_size != format::page_bytes) {
        return file_error(path, "was built with pages of " + std::to_string(page_size) + " bytes, expected " +
                                    std::to_string(format::page_bytes) + ": rebuild it with lmdb_builder build");
    }
    const bool zeros = std::all_of(page.begin() + seal_field::reserved, page.begin() + seal_field::page_sha256,
                                   [](unsigned char byte) { return byte == 0; });
    if (!zeros) {
        return version_error(path, "its sealing page uses reserved bytes: upgrade this program, or rebuild the index");
    }
    return ok();
}

}  // namespace

bool has_seal_magic(const SealPage& page) noexcept {
    return std::memcmp(page.data(), seal_field::magic, sizeof seal_field::magic - 1) == 0;
}

bool encode_seal(const Seal& seal, SealPage& page) noexcept {
    page.fill(0);
    std::memcpy(page.data(), seal_field::magic, sizeof seal_field::magic - 1);
    save(page, seal_field::format_version, seal.format_version);
    save(page, seal_field::oldest_reader, seal.oldest_reader);
    save(page, seal_field::endian_marker, seal_field::endian_value);
    save(page, seal_field::page_size, static_cast<std::uint32_t>(format::page_bytes));
    save(page, seal_field::lmdb_bytes, seal.lmdb_bytes);
    save(page, seal_field::lmdb_sha256, seal.sha256);
    Sha256 own;
    if (!sha256(page.data(), seal_field::page_sha256, own)) {
        return false;
    }
    save(page, seal_field::page_sha256, own);
    return true;
}

Result<Seal> decode_seal(const SealPage& page, std::uint64_t file_bytes, const std::string& path) {
    Sha256 own;
    if (!sha256(page.data(), seal_field::page_sha256, own)) {
        return file_error(path, "cannot be checked: OpenSSL offers no SHA-256");
    }
    if (load<Sha256>(page, seal_field::page_sha256) != own) {
        return file_error(path, "is damaged: its sealing page has hash " + hex(own, 8) + "…, expected " +
                                    hex(load<Sha256>(page, seal_field::page_sha256), 8) +
                                    "…; copy it again, or rebuild it with lmdb_builder build");
    }
    Seal seal;
    seal.format_version = load<std::uint32_t>(page, seal_field::format_version);
    seal.oldest_reader = load<std::uint32_t>(page, seal_field::oldest_reader);
    seal.lmdb_bytes = load<std::uint64_t>(page, seal_field::lmdb_bytes);
    seal.sha256 = load<Sha256>(page, seal_field::lmdb_sha256);
    if (const auto status = check_version(seal, path); !status) {
        return status.error();
    }
    if (const auto status = check_machine(page, path); !status) {
        return status.error();
    }
    if (file_bytes < format::page_bytes || seal.lmdb_bytes != file_bytes - format::page_bytes) {
        return file_error(path, "is damaged: it has " + std::to_string(file_bytes) +
                                    " bytes, its sealing page states " + std::to_string(seal.lmdb_bytes) +
                                    " before itself; copy it again");
    }
    return seal;
}

}  // namespace bizrec::store
