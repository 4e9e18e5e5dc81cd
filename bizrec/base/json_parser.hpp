#pragma once

#include <memory>

#include "bizrec/base/json_types.hpp"

namespace bizrec {

struct DeleteJsonParser {
    void operator()(simdjson::dom::parser* parser) const noexcept;
};

/// A parser that can be a member of a class whose header does not include simdjson.
using JsonParser = std::unique_ptr<simdjson::dom::parser, DeleteJsonParser>;

JsonParser make_json_parser();

}  // namespace bizrec
