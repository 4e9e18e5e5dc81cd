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

/// The fields of a source's records, with counts.
struct FieldCounts {
    std::uint64_t records = 0;                       ///< records whose fields were counted
    std::array<std::uint64_t, field_count> given{};  ///< number of records with each known field, neither null nor ""
    UnreadFields unread;

    void add(const KnownFields& record);
    void add(const FieldCounts& others);
};

/// A field that the builder does not read.
struct UnreadField {
    std::string name;
    std::uint64_t records = 0;
    std::optional<Field> meant;  ///< a known field that the name may stand for
};

/// Fields with a guess first, then the most frequent ones. A guess is dropped if the two fields together occur more
/// often than there are records: then some record has both, so the name must mean something else.
std::vector<UnreadField> unread_fields(const FieldCounts& counts);

/// The known field that a name may stand for. The name may differ in case, "_", "-", "." and spaces; be a usual name
/// elsewhere ("url", "postcode"); or have a few typing errors.
std::optional<Field> guess_field(std::string_view name);

/// The hint in the message of a failed build or import, for the first guesses: "; nothing reads the field
/// \"store_uuid\": did you mean store_id?"; "" without guesses.
std::string unread_hint(const FieldCounts& counts);

}  // namespace bizrec::builder
