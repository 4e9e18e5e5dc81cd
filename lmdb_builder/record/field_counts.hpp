#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/unread_fields.hpp"

namespace bizrec::builder {

class KnownFields;

/// Which fields the records of a source have.
struct FieldCounts {
    std::uint64_t records = 0;                       ///< whose fields were counted
    std::array<std::uint64_t, field_count> given{};  ///< records that have each known field, neither null nor ""
    UnreadFields unread;

    void add(const KnownFields& record);
    void add(const FieldCounts& others);
};

/// A field that nothing reads.
struct UnreadField {
    std::string name;
    std::uint64_t records = 0;
    std::optional<Field> meant;  ///< a known field that the name may stand for
};

/// Those with a guess first, then the most frequent. A guess needs room: where more records have one of the two than
/// there are records, some record has both, and the name means something else.
std::vector<UnreadField> unread_fields(const FieldCounts& counts);

/// The known field that a name may stand for: the same but for case, "_", "-", "." and spaces; a usual name for it
/// elsewhere ("url", "postcode"); or one with few typing errors.
std::optional<Field> guess_field(std::string_view name);

/// "; nothing reads the field \"store_uuid\": did you mean store_id?" for the first guesses, "" without any: for the
/// message that a build or an import fails with.
std::string unread_hint(const FieldCounts& counts);

}  // namespace bizrec::builder
