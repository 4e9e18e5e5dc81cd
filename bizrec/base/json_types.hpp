#pragma once

/// Names of simdjson's types for headers. simdjson.h takes two seconds to read: a source that looks into values
/// includes it by itself.

// Classes in plain namespaces from 3.0 (Debian 12) to 4: its versioned ones hold On Demand alone, whose types cannot be
// named like this.
namespace simdjson::dom {
class array;
class element;
class key_value_pair;
class object;
class parser;
}  // namespace simdjson::dom
