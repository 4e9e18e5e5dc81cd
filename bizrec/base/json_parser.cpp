#include "bizrec/base/json_parser.hpp"

#include <simdjson.h>

namespace bizrec {

void DeleteJsonParser::operator()(simdjson::dom::parser* parser) const noexcept {
    delete parser;
}

JsonParser make_json_parser() {
    return JsonParser(new simdjson::dom::parser);
}

}  // namespace bizrec
