#include "bizrec/api/enrich_request.hpp"

#include <simdjson.h>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/location_request.hpp"
#include "bizrec/enrich/missing_dot.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::array<std::string_view, 6> enrich_fields = {"website", "social_media_link", "location",
                                                           "limit",   "estimate_total",    "cursor"};
enum EnrichField : std::size_t { website, social_media_link, location, limit, estimate_total, cursor };

constexpr TextLimit link_limit = {2048, TextLimit::Unit::bytes};

void reset(search::EnrichQuery& query) {
    query.has_website = false;
    query.has_profile = false;
    query.limit = search::enrich_limit;
    query.estimate_total = false;
    query.has_cursor = false;
}

constexpr std::string_view name_of(LinkField field) noexcept {
    return enrich_fields[field == LinkField::website ? website : social_media_link];
}

inline bool add_link(const store::Generation& generation, LinkField field, std::string_view text,
                     search::EnrichQuery& query, ApiError& error) {
    const bool is_website = field == LinkField::website;
    identity::Identity& link = is_website ? query.website : query.profile;
    if (is_website) {
        query.has_website = true;
        generation.normaliser().website(text, link);
    } else {
        query.has_profile = true;
        generation.normaliser().profile(text, link);
    }
    if (link.kind == identity::Kind::reject) {
        search::restore_portal(generation, link);
    } else if (search::may_miss_dot(link)) {
        search::restore_missing_dot(generation, link);
    }
    return link.kind != identity::Kind::reject || refuse_link(error, {name_of(field)}, link, text);
}

// Reads one body into one query.
class Reader {
public:
    Reader(const store::Generation& generation, bool strict, search::EnrichQuery& query, RequestNotes& notes,
           ApiError& error)
        : generation_(generation),
          strict_(strict),
          query_(query),
          notes_(notes),
          error_(error),
          locations_(generation, strict, notes, error) {}

    bool read(dom::object body) {
        bool has_location = false;
        for (const auto member : body) {
            const std::size_t field = known_.find(member.key);
            if (!(field == known_.unknown
                      ? meet_unknown_field(member.key, FieldPath::none, known_, strict_, notes_, error_)
                      : read_once(field, member.value))) {
                return false;
            }
            has_location = has_location || field == location;
        }
        if (!has_location) {
            query_.locations.clear();
        }
        return has_link(query_, error_);
    }

    // Call it when the whole body is read: drops the applied defaults that the previous request has left in the notes.
    void finish() { locations_.finish(); }

private:
    bool read_once(std::size_t field, dom::element value) {
        if (!known_.mark(field)) {
            return refuse_field(error_, {enrich_fields[field]}, "the field stands twice in the body");
        }
        switch (field) {
            case website:
            case social_media_link:
                return read_link(field, value);
            case location:
                return locations_.read(value, query_.locations);
            case limit:
                return read_limit(value, {enrich_fields[field]}, search::enrich_limit, query_.limit, error_) !=
                       Reading::refused;
            case cursor:
                return read_cursor(value, {enrich_fields[field]}, query_, error_);
            default:
                return read_boolean(value, {enrich_fields[field]}, query_.estimate_total, error_) != Reading::refused;
        }
    }

    bool read_link(std::size_t field, dom::element value) {
        std::string_view text;
        const Reading reading = read_text(value, {enrich_fields[field]}, link_limit, text, error_);
        if (reading != Reading::given) {
            return reading == Reading::omitted;
        }
        return add_link(generation_, field == website ? LinkField::website : LinkField::social_media_link, text, query_,
                        error_);
    }

    KnownFields<enrich_fields.size()> known_{enrich_fields};
    const store::Generation& generation_;
    bool strict_;
    search::EnrichQuery& query_;
    RequestNotes& notes_;
    ApiError& error_;
    LocationReader locations_;
};

}  // namespace

bool read_link_text(const store::Generation& generation, LinkField field, std::string_view came,
                    search::EnrichQuery& query, ApiError& error) {
    std::string_view text;
    const Reading reading = check_text(came, {name_of(field)}, link_limit, text, error);
    return reading == Reading::given ? add_link(generation, field, text, query, error) : reading == Reading::omitted;
}

bool refuse_missing_link(ApiError& error) {
    error = ApiError{422, "invalid_field", "website or social_media_link is required", "website"};
    return false;
}

bool EnrichRequestParser::parse(std::string_view body, bool strict, const store::Generation& generation,
                                search::EnrichQuery& query, RequestNotes& notes, ApiError& error) {
    dom::object object;
    if (!body_.read(body, object, error)) {
        reset(query);
        notes.ignored_fields.clear();
        notes.applied_defaults.clear();
        return false;
    }
    return parse(object, strict, generation, query, notes, error);
}

bool EnrichRequestParser::parse(dom::object body, bool strict, const store::Generation& generation,
                                search::EnrichQuery& query, RequestNotes& notes, ApiError& error) {
    reset(query);
    notes.ignored_fields.clear();
    Reader reader(generation, strict, query, notes, error);
    const bool good = reader.read(body);
    reader.finish();
    return good;
}

}  // namespace bizrec::api
