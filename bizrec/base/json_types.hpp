#pragma once

/// Forward declarations of simdjson's types, for headers. Compiling simdjson.h takes two seconds, so only sources that
/// read values include it.

// These classes are in plain namespaces from simdjson 3.0 (Debian 12) to 4. Its versioned namespaces hold only On
// Demand, whose types cannot be declared like this.
namespace simdjson::dom {
class array;
class element;
class key_value_pair;
class object;
class parser;
}  // namespace simdjson::dom
