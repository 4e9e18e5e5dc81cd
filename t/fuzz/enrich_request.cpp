// Any bytes are a good query within its bounds, or a refusal that is valid JSON; what is refused as JSON is explained.
#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/json_problem.hpp"
#include "bizrec/api/location_request.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_query(const search::EnrichQuery& query) {
    require(query.has_website || query.has_profile);
    require(!query.has_website || query.website.kind != identity::Kind::reject);
    require(!query.has_profile || query.profile.kind != identity::Kind::reject);
    require(query.limit >= 1 && query.limit <= search::enrich_limit);
    require(query.locations.size() <= api::locations_at_most);
    for (const search::LocationFilter& location : query.locations) {
        require(location.country.size() == 2);
        require(location.postal_codes.size() <= api::postal_codes_at_most);
        require(location.has_circle == location.centre.exists());
        require(!location.has_circle || (location.radius_metres >= 1 && location.radius_metres <= 500000));
    }
}

void check_refusal(const api::ApiError& error, std::string_view body) {
    require(error.status == 400 || error.status == 413 || error.status == 422);
    require((error.status == 422) == !error.field.empty());
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    require(parser.parse(api::render_error(error)).get(object) == simdjson::SUCCESS);
    require(!std::string_view(object["error"]).empty());
    if (error.status != 413) {
        const std::size_t start = body.find_first_not_of(" \t\r\n");
        const bool is_object = start != std::string_view::npos && body[start] == '{' &&
                               !api::find_json_problem(body, api::JsonBody::max_depth);
        require(is_object == (error.status == 422));
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
        check_refusal(error, body);
    }
    require(notes.ignored_fields.size() <= 10 && notes.applied_defaults.size() <= 10);
    for (const std::string& name : notes.ignored_fields) {
        require(name.find_first_of(std::string_view("\0\r\n, ", 5)) == std::string::npos);
    }
    return 0;
}
