// Any bytes are a good query within its bounds, or a refusal that is valid JSON; what is refused as JSON is explained.
#include <cstdint>
#include <string_view>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/json_problem.hpp"
#include "bizrec/api/location_request.hpp"
#include "t/fuzz/request_checks.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;
using bizrec::fuzz::require;

void check_query(const search::EnrichQuery& query) {
    require(query.has_website || query.has_profile);
    require(!query.has_website || query.website.kind != identity::Kind::reject);
    require(!query.has_profile || query.profile.kind != identity::Kind::reject);
    require(query.limit >= 1 && query.limit <= search::enrich_limit);
    require(query.locations.size() <= api::max_location_objects);
    for (const search::LocationFilter& location : query.locations) {
        require(location.country.size() == 2);
        require(location.postal_codes.size() <= api::max_postal_codes);
        require(location.has_circle == location.centre.exists());
        require(!location.has_circle || (location.radius_metres >= 1 && location.radius_metres <= 500000));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::EnrichRequestParser parser;
    static search::EnrichQuery query;
    static api::RequestNotes notes;
    if (size == 0) {
        return 0;
    }
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    api::ApiError error;
    if (parser.parse(body, (data[0] & 1) != 0, *generation, query, notes, error)) {
        check_query(query);
    } else {
        fuzz::check_refusal(error, body);
    }
    fuzz::check_notes(notes);
    return 0;
}
