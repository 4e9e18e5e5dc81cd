#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/json_types.hpp"
#include "bizrec/format/rules.hpp"
#include "bizrec/identity/identity.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/raw_json.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class KnownFields;

/// What canonical content may differ in from what came in.
enum class Difference : std::uint8_t {
    renamed_fields,         ///< an alias has the name of the specification: "zipcode" is "zip_code"
    removed_nulls,          ///< members and elements; and a blank field whose alias takes its name
    lower_case_ids,         ///< store_id, brand_id
    country_codes,          ///< "Germany", "de" are "DE"
    ownership_types,        ///< "chain" is "CHAIN"
    reshaped_social_links,  ///< social_media_links is an array of {"platform", "url"}
};
inline constexpr std::size_t difference_count = static_cast<std::size_t>(Difference::reshaped_social_links) + 1;

/// "renamed_fields".
std::string_view difference_name(std::size_t difference) noexcept;

/// How often each, over all records.
using DifferenceCounts = std::array<std::uint64_t, difference_count>;

/// Writes records with the names and shapes of the specification (decisions.md section 9), so that generated clients
/// can rely on them. Every other token stays as it was, in its place. One object a thread; `rules` must outlive it.
class CanonicalContent {
public:
    explicit CanonicalContent(const format::Rules& rules) noexcept : normaliser_(rules.suffixes, rules.links) {}

    /// `object`: of record.json, which is minified and is overwritten; `fields`: its known ones. The rest of `record`
    /// is what was read from it.
    void rewrite(simdjson::dom::object object, const KnownFields& fields, Record& record);

    const DifferenceCounts& counts() const noexcept { return counts_; }

private:
    void append_member(std::string_view key, std::string_view raw, simdjson::dom::key_value_pair member,
                       const KnownFields& fields, const Record& record);
    void append_value(Field field, std::string_view raw, simdjson::dom::element value, const Record& record);
    void append_known(std::string_view text, std::string_view raw, Difference difference);
    void append_id(const format::Uuid& id, std::string_view raw);
    void append_links(std::string_view raw, simdjson::dom::element value, const Record& record);
    void append_without_nulls(std::string_view raw, simdjson::dom::element value);
    void append_members_without_nulls(std::string_view raw, simdjson::dom::object object);
    void append_elements_without_nulls(std::string_view raw, simdjson::dom::array array);
    bool is_removed(simdjson::dom::element value) noexcept;
    std::string platform_of(const ProfileLink& link);
    void separate(char opening);
    void count(Difference difference) noexcept { ++counts_[static_cast<std::size_t>(difference)]; }

    identity::Normaliser normaliser_;
    identity::Identity identity_;
    std::string out_;
    DifferenceCounts counts_{};
};

}  // namespace bizrec::builder
