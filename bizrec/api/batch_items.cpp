#include "bizrec/api/batch_items.hpp"

#include <simdjson.h>

#include <string>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/known_fields.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::array<std::string_view, 1> batch_fields = {"items"};
constexpr const char* expected_items = "an array of 1 to 100 bodies of enrichments";
static_assert(max_batch_items == 100);

bool read_items(dom::element value, std::vector<dom::element>& items, ApiError& error) {
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) {
        return refuse_value(error, {batch_fields[0]}, expected_items, value);
    }
    // simdjson's own count saturates at 2^24 − 1, far beyond what a body of 1 MiB holds.
    const std::size_t came = array.size();
    if (came == 0 || came > max_batch_items) {
        return refuse_field(error, {batch_fields[0]},
                            std::string("expected ") + expected_items + ", got " + std::to_string(came));
    }
    for (const dom::element item : array) {
        items.push_back(item);
    }
    return true;
}

}  // namespace

bool BatchItemsParser::parse(std::string_view body, bool strict, std::vector<dom::element>& items, RequestNotes& notes,
                             ApiError& error) {
    items.clear();
    notes.ignored_fields.clear();
    dom::object object;
    if (!json_.read(body, object, error)) {
        return false;
    }
    KnownFields<batch_fields.size()> known{batch_fields};
    for (const auto member : object) {
        const std::size_t field = known.find(member.key);
        if (field == known.unknown) {
            if (!meet_unknown_field(member.key, FieldPath::none, known, strict, notes, error)) {
                return false;
            }
        } else if (!known.mark(field)) {
            return refuse_field(error, {batch_fields[0]}, "the field stands twice in the body");
        } else if (!read_items(member.value, items, error)) {
            return false;
        }
    }
    return !items.empty() || refuse_field(error, {batch_fields[0]}, std::string("is required: ") + expected_items);
}

}  // namespace bizrec::api
