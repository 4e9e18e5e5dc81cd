#pragma once

#include <memory>

// Compiling simdjson.h takes two seconds, so only sources that read values include it, and headers use these
// declarations. The classes are in plain namespaces from simdjson 3.0 (Debian 12) to 4. Its versioned namespaces hold
// only On Demand, whose types cannot be declared like this.
namespace simdjson::dom {
class array;
class element;
class key_value_pair;
class object;
class parser;
}  // namespace simdjson::dom

namespace bizrec {

struct DeleteJsonParser {
    void operator()(simdjson::dom::parser* parser) const noexcept;
};

/// A parser that can be a member of a class whose header does not include simdjson.
using JsonParser = std::unique_ptr<simdjson::dom::parser, DeleteJsonParser>;

JsonParser make_json_parser();

}  // namespace bizrec
