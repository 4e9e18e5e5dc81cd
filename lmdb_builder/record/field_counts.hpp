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
    std::array<std::uint64_t, field_count> given{};  ///< number of records with each known field, not null or blank
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

/// Returns the unread fields. Those with a guess (`meant`) come first; with and without a guess, the most frequent
/// fields come first. A guess is dropped if the field and the guessed one together occur more often than there are
/// records: then some record has both, so the name must mean something else.
std::vector<UnreadField> unread_fields(const FieldCounts& counts);

/// The known field that a name may stand for; nullopt if there is none. The name may differ from the field's in case,
/// in spaces, and in the characters "_-.:/"; be a usual name elsewhere ("url", "postcode"); or have typing errors, at
/// most one for every four letters.
std::optional<Field> guess_field(std::string_view name);

/// The hint in the message of a failed build or import, for the first three guesses at most: "; nothing reads the field
/// \"store_uuid\" (did you mean store_id?)"; "" without guesses.
std::string unread_hint(const FieldCounts& counts);

}  // namespace bizrec::builder
