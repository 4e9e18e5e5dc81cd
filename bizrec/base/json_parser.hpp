#pragma once

#include <memory>

#include "bizrec/base/json_types.hpp"

namespace bizrec {

struct DeleteJsonParser {
    void operator()(simdjson::dom::parser* parser) const noexcept;
};

/// A parser as a member of a class whose header does without simdjson's.
using JsonParser = std::unique_ptr<simdjson::dom::parser, DeleteJsonParser>;

JsonParser make_json_parser();

}  // namespace bizrec
