#pragma once

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// A field and its value.
struct GivenField {
    Field field = Field::store_id;
    simdjson::dom::element value;
};

/// The known fields of one record. Holds views into the parser's document.
class KnownFields {
public:
    /// Collects the fields of a record. Returns false if a known name occurs twice; `reason` says which. It is unknown
    /// which value was meant, and JSON readers choose differently, so the index and the returned record could disagree.
    bool collect(simdjson::dom::object record, RejectReason& reason);

    /// The first of the names that has a value; null and blank text (text::is_blank) do not count.
    std::optional<GivenField> first_of(std::initializer_list<Field> names) const noexcept;

    /// Adds one to the element of `given` of each known field that has a value.
    void count(std::array<std::uint64_t, field_count>& given) const noexcept;
    /// A name of the business in one language, such as "name:en".
    struct NameInLanguage {
        std::string_view field;
        simdjson::dom::element value;
    };
    const std::vector<NameInLanguage>& names_by_language() const noexcept { return names_by_language_; }
    /// The unknown fields, in the record's order.
    const std::vector<std::string_view>& unread() const noexcept { return unread_; }

private:
    std::array<simdjson::dom::element, field_count> values_;
    std::array<bool, field_count> present_{};
    std::vector<NameInLanguage> names_by_language_;
    std::vector<std::string_view> unread_;
};

}  // namespace bizrec::builder
