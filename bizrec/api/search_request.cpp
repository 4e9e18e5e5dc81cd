#include "bizrec/api/search_request.hpp"

#include <simdjson.h>

#include <algorithm>

#include "bizrec/api/field_values.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/location_request.hpp"
#include "bizrec/api/operator_words.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/api/search_bounds.hpp"
#include "bizrec/api/text_list.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr TextLimit query_limit = {query_characters, TextLimit::Unit::code_points};
constexpr TextLimit list_text_limit = {search_list_text_characters, TextLimit::Unit::code_points};

// Reads one body into one query.
class SearchReader {
public:
    SearchReader(const store::Generation& generation, bool strict, RootDomains& domains, search::SearchQuery& query,
                 RequestNotes& notes, ApiError& error, Budget& budget)
        : generation_(generation),
          strict_(strict),
          domains_(domains),
          query_(query),
          notes_(notes),
          error_(error),
          budget_(budget),
          locations_(generation, strict, notes, error),
          bounds_(notes, error) {}

    bool read(dom::object body, std::uint32_t max_limit) {
        max_limit_ = max_limit;
        reset();
        for (const auto member : body) {
            const std::size_t field = known_.find(member.key);
            if (!(field == known_.unknown ? meet_unknown(member.key, member.value) : read_once(field, member.value))) {
                return false;
            }
        }
        clear_lists_not_given();
        return bounds_.finish(query_.bounds);
    }

    // Call it when the whole body is read: drops the applied defaults that the previous request has left in the notes.
    void finish() { locations_.finish(); }

private:
    void reset() {
        query_.query.clear();
        query_.store_name.clear();
        query_.limit = std::min(default_search_rows, max_limit_);
        query_.estimate_total = false;
        query_.has_cursor = false;
        query_.by_included_domains = false;
        query_.names_several = false;
    }

    // Clears the lists that the body does not give. The others were overwritten in place, so that memory is reused.
    void clear_lists_not_given() {
        const auto clear_unless = [&](SearchField field, auto& list) {
            if ((given_ >> static_cast<unsigned>(field) & 1U) == 0) {
                list.clear();
            }
        };
        clear_unless(SearchField::location, query_.locations);
        clear_unless(SearchField::tags, query_.tags);
        clear_unless(SearchField::include_keywords, query_.include_keywords);
        clear_unless(SearchField::exclude_keywords, query_.exclude_keywords);
        clear_unless(SearchField::include_root_domains, query_.included_domains);
        clear_unless(SearchField::exclude_root_domains, query_.excluded_domains);
    }

    bool meet_unknown(std::string_view key, dom::element value) {
        // `pagination` is refused even without `strict`. If it were ignored, a client that asks for page after page
        // until one is empty would get the first page again and again. A `null` or blank value asks for no page and is
        // ignored.
        if (key == "pagination" && !is_omitted(value)) {
            return refuse_field(error_, {key},
                                "is not supported; for the next page send the last row's \"cursor\" as \"cursor\", and "
                                "\"limit\" for the size of a page");
        }
        return meet_unknown_field(key, FieldPath::none, known_, strict_, notes_, error_);
    }

    bool read_once(std::size_t index, dom::element value) {
        if (!known_.mark(index)) {
            return refuse_field(error_, {search_field_names[index]}, "the field stands twice in the body");
        }
        const SearchFieldName& known = search_fields[index];
        return known.is_filter ? bounds_.read(known.number, value)
                               : read_field(static_cast<SearchField>(known.number), value);
    }

    bool read_field(SearchField field, dom::element value) {
        given_ |= 1U << static_cast<unsigned>(field);
        switch (field) {
            case SearchField::query:
                return read_words(field, value, query_.query);
            case SearchField::store_name:
                return read_words(field, value, query_.store_name);
            case SearchField::location:
                return locations_.read(value, query_.locations);
            case SearchField::limit:
                return read_limit(value, {name_of(field)}, max_limit_, query_.limit, error_) != Reading::refused;
            case SearchField::estimate_total:
                return read_boolean(value, {name_of(field)}, query_.estimate_total, error_) != Reading::refused;
            case SearchField::cursor:
                return read_cursor(value, {name_of(field)}, query_, error_);
            case SearchField::tags:
                return read_list(field, value, max_tags, query_.tags);
            case SearchField::include_keywords:
                return read_list(field, value, max_keywords, query_.include_keywords);
            case SearchField::exclude_keywords:
                return read_list(field, value, max_keywords, query_.exclude_keywords);
            case SearchField::include_root_domains: {
                const bool good = read_domains(field, max_included_domains, value, query_.included_domains);
                query_.by_included_domains = domains_.any_text();
                return good;
            }
            case SearchField::exclude_root_domains:
                return read_domains(field, max_excluded_domains, value, query_.excluded_domains);
        }
        return false;
    }

    bool read_words(SearchField field, dom::element value, std::string& out) {
        std::string_view text;
        const Reading reading = read_text(value, {name_of(field)}, query_limit, text, error_);
        out = text;
        query_.names_several = note_operator_words(text, notes_.ignored_words) || query_.names_several;
        return reading != Reading::refused;
    }

    bool read_domains(SearchField field, std::size_t at_most, dom::element value,
                      std::vector<search::RootDomain>& domains) {
        return domains_.read(field, at_most, value, generation_, domains, notes_, error_, budget_);
    }

    bool read_list(SearchField field, dom::element value, std::size_t at_most, std::vector<std::string>& out) {
        return read_text_list(value, {name_of(field)}, {at_most, list_text_limit}, out, notes_, error_);
    }

    KnownFields<search_field_names.size()> known_{search_field_names};
    const store::Generation& generation_;
    bool strict_;
    std::uint32_t max_limit_ = 0;
    std::uint32_t given_ = 0;  // bits of the SearchFields that were read
    RootDomains& domains_;
    search::SearchQuery& query_;
    RequestNotes& notes_;
    ApiError& error_;
    Budget& budget_;
    LocationReader locations_;
    SearchBounds bounds_;
};

}  // namespace

bool SearchRequestParser::parse(std::string_view body, bool strict, std::uint32_t max_limit,
                                const store::Generation& generation, search::SearchQuery& query, RequestNotes& notes,
                                ApiError& error, Budget& budget) {
    error.code = {};
    budget.take(WorkKind::parse, body.size() / body_bytes_a_step);
    notes.ignored_fields.clear();
    notes.ignored_words.clear();
    notes.identity_note.clear();
    dom::object object;
    bool good = body_.read(body, object, error);
    if (good) {
        SearchReader reader(generation, strict, domains_, query, notes, error, budget);
        good = reader.read(object, max_limit);
        reader.finish();
    } else {
        notes.applied_defaults.clear();
    }
    body_.release_large();
    return good;
}

}  // namespace bizrec::api
