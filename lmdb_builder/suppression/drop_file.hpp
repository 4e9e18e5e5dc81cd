#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/deletion/deletion_store.hpp"
#include "lmdb_builder/input/byte_source.hpp"

/// A file of a download of California's deletion lists (DROP).
namespace bizrec::builder {

/// What YYYYMMDD_BROKER_TYPE[_SUFFIX].csv says.
struct DropFileName {
    std::string date;              ///< eight digits
    std::optional<HashType> type;  ///< none: Removed, whose rows name their types
};
/// None where `name` is no such name; folders before it do not count.
std::optional<DropFileName> parse_drop_name(std::string_view name);

struct DropRow {
    HashType type = HashType::email;
    DeletionEntry entry;
};

struct DropFile {
    DropFileName name;
    std::vector<DropRow> rows;  ///< as they come
    store::Sha256 digest{};     ///< of the file's bytes
};

/// Reads a file: a header, `ID,Hash` or `ID,Hash,ListType`, and rows. The first row that is no good is an error:
/// "LINE: …", to be put behind the file's name and a colon.
Result<DropFile> read_drop_file(const DropFileName& name, ByteSource& source);

}  // namespace bizrec::builder
