#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/format/rules.hpp"
#include "bizrec/identity/identity.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Walks over a valid, minified JSON object or array token by token, so that copied tokens stay unchanged. Parsers only
/// give values, not the text of numbers and escapes.
class RawJson {
public:
    /// `text`: one object or array.
    explicit RawJson(std::string_view text) noexcept : text_(text) {}

    /// The next key of an object, with its quotes; call value() next.
    std::string_view key() noexcept;
    /// The next value or element.
    std::string_view value() noexcept;

private:
    std::string_view token(std::size_t end) noexcept;

    std::string_view text_;
    std::size_t at_ = 1;  // after the opening bracket
};

class KnownFields;

/// The ways in which canonical content may differ from the input.
enum class Difference : std::uint8_t {
    renamed_fields,         ///< an alias is replaced by the specification's name: "zipcode" by "zip_code"
    removed_nulls,          ///< null members and elements; also a blank "zip_code" that "zipcode" replaces
    lower_case_ids,         ///< store_id and brand_id get lower-case letters
    country_codes,          ///< "Germany" and "de" become "DE"
    ownership_types,        ///< "chain" becomes "CHAIN"
    reshaped_social_links,  ///< social_media_links becomes an array of {"platform", "url"}
};
inline constexpr std::size_t difference_count = static_cast<std::size_t>(Difference::reshaped_social_links) + 1;

/// Text such as "renamed_fields".
std::string_view difference_name(std::size_t difference) noexcept;

/// How often each difference was made; one record may count several times.
using DifferenceCounts = std::array<std::uint64_t, difference_count>;

/// Writes records with the names and shapes of the specification (docs/records.md), so that clients generated from the
/// specification can rely on them. All other tokens stay unchanged, in their places. Use one object per thread; `rules`
/// must outlive it.
class CanonicalContent {
public:
    explicit CanonicalContent(const format::Rules& rules) noexcept : normaliser_(rules.suffixes, rules.links) {}

    /// Rewrites record.json, which must be minified. `object`: its parsed form. `fields`: the known fields of `object`.
    /// The other members of `record` hold the values that were read from it.
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
