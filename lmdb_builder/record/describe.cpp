#include "lmdb_builder/record/describe.hpp"

#include <simdjson.h>

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

std::string describe(simdjson::dom::element value) {
    switch (value.type()) {
        case simdjson::dom::element_type::STRING:
            return "the string \"" + text::visible_start(value.get_string().value_unsafe()) + '"';
        case simdjson::dom::element_type::ARRAY:
            return "an array";
        case simdjson::dom::element_type::OBJECT:
            return "an object";
        case simdjson::dom::element_type::BOOL:
            return value.get_bool().value_unsafe() ? "true" : "false";
        case simdjson::dom::element_type::NULL_VALUE:
            return "null";
        default:
            return "the number " + simdjson::minify(value);
    }
}

}  // namespace bizrec::builder
