#include "lmdb_builder/record/field_reader.hpp"

#include <simdjson.h>

#include <cmath>
#include <utility>

#include "bizrec/base/date_time.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/record/known_fields.hpp"

namespace bizrec::builder {
namespace {

std::string name_of(const GivenField& given) {
    return std::string(field_name(given.field));
}

/// Reads a JSON number that is an integer >= 0 of up to 64 bits. False for any other value.
bool natural_value(simdjson::dom::element value, std::uint64_t& out) noexcept {
    if (value.get_uint64().get(out) == simdjson::SUCCESS) {
        return true;
    }
    double number = 0;
    constexpr double two_to_64 = 18446744073709551616.0;
    if (value.get_double().get(number) != simdjson::SUCCESS || number < 0 || number >= two_to_64 ||
        std::trunc(number) != number) {
        return false;
    }
    out = static_cast<std::uint64_t>(number);
    return true;
}

void append_given(std::string_view value, std::vector<std::string>& out) {
    if (!value.empty()) {
        out.emplace_back(value);
    }
}

}  // namespace

bool FieldReader::refuse(std::string_view code, std::string field, std::string_view expected,
                         simdjson::dom::element got) {
    reason_->field = std::move(field);
    reason_->code = code;
    reason_->detail = "expected " + std::string(expected) + ", got " + describe(got);
    return false;
}

bool FieldReader::refuse_string(StringFault fault, std::string field, std::string_view expected,
                                simdjson::dom::element got) {
    return fault == StringFault::nul ? refuse("nul_character", std::move(field), "text without a NUL character", got)
                                     : refuse("wrong_type", std::move(field), expected, got);
}

bool FieldReader::refuse_missing_id() {
    *reason_ = {"store_id", "missing_id", "expected a UUID in store_id or id, got neither"};
    return name_way_for_other_ids();
}

bool FieldReader::name_way_for_other_ids() {
    reason_->detail +=
        "; `lmdb_builder import json FILE` makes UUIDs of ids of any kind (--mapping says which member is the id)";
    return false;
}

StringFault FieldReader::string_value(simdjson::dom::element value, std::string_view& out) noexcept {
    out = {};
    if (value.is_null()) {
        return StringFault::none;
    }
    if (value.get_string().get(out) != simdjson::SUCCESS) {
        return StringFault::wrong_type;
    }
    if (out.find('\0') != std::string_view::npos) {
        return StringFault::nul;
    }
    out = text::is_blank(out) ? std::string_view() : out;
    return StringFault::none;
}

bool FieldReader::text(Names names, std::string& out) {
    const auto given = fields_->first_of(names);
    if (!given) {
        return true;
    }
    std::string_view value;
    const StringFault fault = string_value(given->value, value);
    if (fault != StringFault::none) {
        return refuse_string(fault, name_of(*given), "a string", given->value);
    }
    out = value;
    return true;
}

bool FieldReader::uuid(Names names, format::Uuid& out, bool& is_given) {
    const auto given = fields_->first_of(names);
    is_given = given.has_value();
    if (!given) {
        return true;
    }
    std::string_view value;
    if (given->value.get_string().get(value) != simdjson::SUCCESS) {
        return refuse("wrong_type", name_of(*given), "a UUID as a string", given->value);
    }
    if (!format::read_uuid(value, out)) {
        return refuse("malformed", name_of(*given), "a UUID of 32 hexadecimal digits in groups of 8-4-4-4-12",
                      given->value);
    }
    return true;
}

bool FieldReader::boolean(Names names, bool& out) {
    const auto given = fields_->first_of(names);
    if (given && given->value.get_bool().get(out) != simdjson::SUCCESS) {
        return refuse("wrong_type", name_of(*given), "true or false", given->value);
    }
    return true;
}

bool FieldReader::integer(Names names, std::uint64_t least, std::uint64_t most, std::uint64_t& out, bool& is_given) {
    const auto given = fields_->first_of(names);
    is_given = given.has_value();
    if (!given) {
        return true;
    }
    double number = 0;
    const bool whole = given->value.get_double().get(number) == simdjson::SUCCESS && std::trunc(number) == number;
    if (whole && natural_value(given->value, out) && out >= least && out <= most) {
        return true;
    }
    return refuse(whole ? "out_of_range" : "wrong_type", name_of(*given),
                  "an integer from " + std::to_string(least) + " to " + std::to_string(most), given->value);
}

bool FieldReader::number(Names names, int least, int most, double& out, bool& is_given) {
    const auto given = fields_->first_of(names);
    is_given = given.has_value();
    if (!given) {
        return true;
    }
    const bool is_number = given->value.get_double().get(out) == simdjson::SUCCESS;
    if (is_number && out >= least && out <= most) {
        return true;
    }
    return refuse(is_number ? "out_of_range" : "wrong_type", name_of(*given),
                  "a number from " + std::to_string(least) + " to " + std::to_string(most), given->value);
}

bool FieldReader::date_time(Names names, std::int64_t& out) {
    const auto given = fields_->first_of(names);
    if (!given) {
        return true;
    }
    constexpr std::string_view expected = "a date (2024-05-31) or date-time (2024-05-31T18:30:00Z)";
    std::string_view value;
    if (given->value.get_string().get(value) != simdjson::SUCCESS) {
        return refuse("wrong_type", name_of(*given), expected, given->value);
    }
    const auto seconds = text::parse_date_time(value);
    if (!seconds) {
        return refuse("malformed", name_of(*given), expected, given->value);
    }
    out = *seconds;
    return true;
}

template <class Each>
bool FieldReader::string_array(const GivenField& given, std::string_view expected, const Each& each) {
    simdjson::dom::array elements;
    if (given.value.get_array().get(elements) != simdjson::SUCCESS) {
        return refuse("wrong_type", name_of(given), expected, given.value);
    }
    std::size_t index = 0;
    for (const simdjson::dom::element element : elements) {
        std::string_view value;
        const StringFault fault = string_value(element, value);
        if (fault != StringFault::none) {
            return refuse_string(fault, name_of(given) + "[" + std::to_string(index) + "]", "a string", element);
        }
        ++index;
        each(value);
    }
    return true;
}

template <class Each>
bool FieldReader::string_or_array(Names names, const Each& each) {
    const auto given = fields_->first_of(names);
    if (!given) {
        return true;
    }
    constexpr std::string_view expected = "a string or an array of strings";
    if (!given->value.is_string()) {
        return string_array(*given, expected, each);
    }
    std::string_view value;
    const StringFault fault = string_value(given->value, value);
    if (fault != StringFault::none) {
        return refuse_string(fault, name_of(*given), expected, given->value);
    }
    each(value);
    return true;
}

bool FieldReader::text_or_list(Names names, bool& any) {
    return string_or_array(names, [&](std::string_view value) { any = any || !value.empty(); });
}

bool FieldReader::text_or_list(Names names, std::vector<std::string>& out) {
    return string_or_array(names, [&](std::string_view value) { append_given(value, out); });
}

bool FieldReader::list(Names names, std::vector<std::string>& out) {
    const auto given = fields_->first_of(names);
    return !given ||
           string_array(*given, "an array of strings", [&](std::string_view value) { append_given(value, out); });
}

}  // namespace bizrec::builder
