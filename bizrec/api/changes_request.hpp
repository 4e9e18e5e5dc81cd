#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/root_domains.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::api {

inline constexpr std::uint32_t default_changes_limit = 50;
inline constexpr std::uint32_t max_changes_limit = 1000;
inline constexpr std::size_t max_changes_ids = 100;
inline constexpr std::size_t max_changes_fields = 100;
inline constexpr std::size_t max_changes_domains = 100;
inline constexpr std::size_t changes_body_limit = 1024;  ///< maximum bytes of a body, which is not read

/// A parsed request for changes: docs/api.md, "What has changed".
struct ChangesQuery {
    std::string since, until;            ///< generations; `until` "": the served one
    std::optional<format::Uuid> behind;  ///< the last id of the page before; none on the first page
    std::uint32_t limit = default_changes_limit;
    bool has_content = false;       ///< rows contain their records
    std::vector<format::Uuid> ids;  ///< only these records; ascending, each once; empty: all
    /// JSON Pointers: a changed record counts only if one of these parts of it has changed. Empty: all changed records.
    std::vector<std::string> fields;
    std::vector<search::LocationFilter> place;  ///< at most one; empty: everywhere
    std::vector<search::RootDomain> domains;    ///< only records of these brands; sorted, each once; empty: all
};

/// The cursor after a row: UNTIL.ID. It names the generation, so that all pages lead to the same one, even if a newer
/// one is served meanwhile.
std::string changes_cursor(std::string_view until, const format::Uuid& id);

/// Reads a query string. Keeps only reusable memory between calls.
class ChangesParser {
public:
    /// `arguments`: without "?", not decoded. `query`: overwritten. Unknown parameters are noted as ignored, or refused
    /// if `strict`. Returns false with a 422 in `error` that names the parameter. Takes the steps for domains from
    /// `budget`, and goes on even if none are left.
    bool parse(std::string_view arguments, const store::Generation& generation, bool strict, ChangesQuery& query,
               RequestNotes& notes, ApiError& error, Budget& budget);

private:
    RootDomains domains_;
};

}  // namespace bizrec::api
