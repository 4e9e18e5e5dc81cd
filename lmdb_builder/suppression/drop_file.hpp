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

/// The parts of a name YYYYMMDD_BROKER_TYPE[_SUFFIX].csv.
struct DropFileName {
    std::string date;              ///< eight digits
    std::optional<HashType> type;  ///< none: the type Removed, whose rows name their own types
};
/// Parses the name of a file; folders in front of it are ignored. Fails if the name has another form, if its day is not
/// in the calendar, or if several of its words could be its TYPE. The message has no path: the caller puts the file's
/// name and a colon in front.
Result<DropFileName> parse_drop_name(std::string_view name);

/// Fails if the file's day is more than one day after `unix_now`. Such a day is a typing error or a wrong clock, and
/// once imported it would make every later download "older". The publisher's time zone may be a day ahead of UTC. The
/// message has no path, like those of parse_drop_name().
Status check_drop_day(const DropFileName& name, std::int64_t unix_now);

struct DropRow {
    HashType type = HashType::email;
    DeletionEntry entry;
};

struct DropFile {
    DropFileName name;
    std::vector<DropRow> rows;  ///< in the order of the file
    store::Sha256 digest{};     ///< of the file's bytes
};

/// Reads a file: a header, `ID,Hash` or `ID,Hash,ListType`, and rows. The first invalid row is an error "LINE: …"; the
/// caller puts the file's name and a colon in front.
Result<DropFile> read_drop_file(const DropFileName& name, ByteSource& source);

}  // namespace bizrec::builder
