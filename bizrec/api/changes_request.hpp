#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::api {

inline constexpr std::uint32_t default_changes_limit = 50;
inline constexpr std::uint32_t max_changes_limit = 1000;
inline constexpr std::size_t max_changes_ids = 100;
inline constexpr std::size_t max_changes_fields = 100;
inline constexpr std::size_t changes_body_limit = 1024;  ///< bytes; nobody reads it

/// What a request for changes asks (decisions.md section 13).
struct ChangesQuery {
    std::string since, until;            ///< generations; `until` "": the one that is served
    std::optional<format::Uuid> behind;  ///< the last id of the page before
    std::uint32_t limit = default_changes_limit;
    bool has_content = false;         ///< rows have their records
    std::vector<format::Uuid> ids;    ///< ascending, each once; these alone; empty: all
    std::vector<std::string> fields;  ///< JSON Pointers: of changed records those that changed there; empty: all
    std::vector<search::LocationFilter> place;  ///< one, or none: everywhere
};

/// The cursor behind a row: UNTIL.ID. So all pages of a walk lead to one generation, whatever is served meanwhile.
std::string changes_cursor(std::string_view until, const format::Uuid& id);

/// Reads a query string. Keeps nothing but memory.
class ChangesParser {
public:
    /// `query`: overwritten. `arguments`: without "?", as it came; unknown parameters are noted as ignored, or refused
    /// where the request is `strict`. False: `error` is a 422 that names the parameter.
    bool parse(std::string_view arguments, const store::Generation& generation, bool strict, ChangesQuery& query,
               RequestNotes& notes, ApiError& error);
};

}  // namespace bizrec::api
