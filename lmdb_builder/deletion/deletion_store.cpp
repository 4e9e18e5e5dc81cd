#include "lmdb_builder/deletion/deletion_store.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/base/ascii.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/system/failure.hpp"

// The file's layout, little-endian:
//
//   "bizrec-hashes 1\n"
//   u32 version of the rules of the last match, u32 files imported
//   for each type: u64 entries
//   for each file: u8 bytes of its name, the name, 32 bytes of its SHA-256
//   for each type: its hashes, 32 bytes each, ascending; a u8 status for each; a u8 length of id for each; the ids
//   32 bytes: SHA-256 of all bytes before it
namespace bizrec::builder {
namespace {

constexpr std::string_view store_magic = "bizrec-hashes 1\n";
constexpr std::size_t entry_bytes = sizeof(IdentifierHash) + 2;  // a hash, a status and the length of an id

template <class Number>
void append_number(std::string& to, Number number) {
    to.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append_hash(std::string& to, const store::Sha256& hash) {
    to.append(reinterpret_cast<const char*>(hash.data()), hash.size());
}

bool is_status(std::uint8_t status) noexcept {
    return status == 0 || (status >= 2 && status <= 5);
}

/// Reads bytes from front to back; rest_ is the unread part.
class StoreReader {
public:
    explicit StoreReader(std::string_view bytes) : rest_(bytes) {}

    std::size_t left() const noexcept { return rest_.size(); }

    /// Takes the next `size` bytes. Returns false, and takes none, if fewer are left.
    bool take(std::uint64_t size, std::string_view& out) {
        if (size > rest_.size()) {
            return false;
        }
        out = rest_.substr(0, static_cast<std::size_t>(size));
        rest_.remove_prefix(out.size());
        return true;
    }

    template <class Number>
    bool take(Number& number) {
        std::string_view bytes;
        if (!take(sizeof number, bytes)) {
            return false;
        }
        std::memcpy(&number, bytes.data(), sizeof number);
        return true;
    }

    bool take(store::Sha256& hash) {
        std::string_view bytes;
        if (!take(hash.size(), bytes)) {
            return false;
        }
        std::memcpy(hash.data(), bytes.data(), hash.size());
        return true;
    }

private:
    std::string_view rest_;
};

bool read_entries(StoreReader& reader, std::uint64_t count, std::vector<DeletionEntry>& entries) {
    std::string_view hashes, statuses, lengths;
    if (count > reader.left() / entry_bytes || !reader.take(count * sizeof(IdentifierHash), hashes) ||
        !reader.take(count, statuses) || !reader.take(count, lengths)) {
        return false;
    }
    entries.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        DeletionEntry& entry = entries[i];
        std::memcpy(entry.hash.data(), hashes.data() + i * sizeof entry.hash, sizeof entry.hash);
        const auto status = static_cast<std::uint8_t>(statuses[i]);
        std::string_view id;
        if (!is_status(status) || !reader.take(static_cast<std::uint8_t>(lengths[i]), id) || !is_deletion_id(id)) {
            return false;
        }
        entry.status = static_cast<DeletionStatus>(status);
        entry.id = id;
        if (i != 0 && !(entries[i - 1] < entry)) {
            return false;
        }
    }
    return true;
}

bool read_store(StoreReader& reader, DeletionStore& store) {
    std::uint32_t files = 0;
    std::array<std::uint64_t, hash_types> counts{};
    if (!reader.take(store.matched_rules) || !reader.take(files)) {
        return false;
    }
    for (std::uint64_t& count : counts) {
        if (!reader.take(count)) {
            return false;
        }
    }
    for (std::uint32_t i = 0; i < files; ++i) {
        std::uint8_t size = 0;
        std::string_view name;
        ImportedFile file;
        if (!reader.take(size) || !reader.take(size, name) || !reader.take(file.digest)) {
            return false;
        }
        file.name = name;
        store.imported.push_back(std::move(file));
    }
    for (std::size_t type = 0; type < hash_types; ++type) {
        if (!read_entries(reader, counts[type], store.entries[type])) {
            return false;
        }
    }
    return reader.left() == 0;
}

}  // namespace

bool operator<(const DeletionEntry& a, const DeletionEntry& b) noexcept {
    const int order = std::memcmp(a.hash.data(), b.hash.data(), a.hash.size());
    return order != 0 ? order < 0 : a.id < b.id;
}

bool is_deletion_id(std::string_view text) noexcept {
    return !text.empty() && text.size() <= max_deletion_id_bytes && is_visible_ascii(text) &&
           text.find_first_of("\",") == std::string_view::npos;
}

std::uint64_t DeletionStore::size() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& of_type : entries) {
        sum += of_type.size();
    }
    return sum;
}

std::string serialise_store(const DeletionStore& store) {
    std::string bytes(store_magic);
    append_number(bytes, store.matched_rules);
    append_number(bytes, static_cast<std::uint32_t>(store.imported.size()));
    for (const auto& of_type : store.entries) {
        append_number(bytes, std::uint64_t{of_type.size()});
    }
    for (const ImportedFile& file : store.imported) {
        append_number(bytes, static_cast<std::uint8_t>(file.name.size()));
        bytes += file.name;
        append_hash(bytes, file.digest);
    }
    for (const auto& of_type : store.entries) {
        for (const DeletionEntry& entry : of_type) {
            append_hash(bytes, entry.hash);
        }
        for (const DeletionEntry& entry : of_type) {
            append_number(bytes, static_cast<std::uint8_t>(entry.status));
        }
        for (const DeletionEntry& entry : of_type) {
            append_number(bytes, static_cast<std::uint8_t>(entry.id.size()));
        }
        for (const DeletionEntry& entry : of_type) {
            bytes += entry.id;
        }
    }
    store::Sha256 digest{};
    if (!store::sha256(bytes.data(), bytes.size(), digest)) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
    append_hash(bytes, digest);
    return bytes;
}

Result<DeletionStore> parse_store(std::string_view bytes) {
    if (bytes.substr(0, store_magic.size()) != store_magic) {
        return Error{"is no store of deletion hashes, or one of another version of this program"};
    }
    const Error damaged{"is damaged: restore it from a backup, or import all downloads again into a new folder"};
    store::Sha256 digest{};
    if (bytes.size() < store_magic.size() + digest.size()) {
        return damaged;
    }
    const std::string_view covered = bytes.substr(0, bytes.size() - digest.size());
    if (!store::sha256(covered.data(), covered.size(), digest) ||
        std::memcmp(digest.data(), bytes.data() + covered.size(), digest.size()) != 0) {
        return damaged;
    }
    StoreReader reader(covered.substr(store_magic.size()));
    DeletionStore store;
    return read_store(reader, store) ? Result<DeletionStore>(std::move(store)) : Result<DeletionStore>(damaged);
}

}  // namespace bizrec::builder
