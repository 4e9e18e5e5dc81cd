#include "bizrec/api/changes_request.hpp"

#include <algorithm>
#include <array>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/location_request.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/format/json_cut.hpp"
#include "bizrec/identity/percent.hpp"
#include "bizrec/store/manifest.hpp"

namespace bizrec::api {
namespace {

constexpr std::string_view blanks = " \t\r\n";

enum class Parameter : std::size_t {
    since,
    until,
    limit,
    cursor,
    include,
    id,
    fields,
    country,
    state,
    city,
    root_domain
};
constexpr std::array<std::string_view, 11> parameter_names = {
    "since", "until", "limit", "cursor", "include", "id", "fields", "country", "state", "city", "root_domain"};

constexpr std::string_view name_of(Parameter parameter) noexcept {
    return parameter_names[static_cast<std::size_t>(parameter)];
}

constexpr std::string_view generation_example = "the name of a generation such as \"cef2441186e04449\"";

class ChangesReader {
public:
    ChangesReader(const store::Generation& generation, bool strict, RootDomains& domains, ChangesQuery& query,
                  RequestNotes& notes, ApiError& error, Budget& budget)
        : generation_(generation),
          strict_(strict),
          domains_(domains),
          query_(query),
          notes_(notes),
          error_(error),
          budget_(budget) {
        domains_.begin();
    }

    bool read(std::string_view arguments) {
        for (std::size_t begin = 0; begin < arguments.size();) {
            const std::size_t end = std::min(arguments.find('&', begin), arguments.size());
            if (end > begin && !read_argument(arguments.substr(begin, end - begin))) {
                return false;
            }
            begin = end + 1;
        }
        return finish();
    }

private:
    bool refuse(Parameter parameter, std::string_view problem) {
        return refuse_field(error_, {name_of(parameter)}, problem);
    }
    bool refuse_value(Parameter parameter, std::string_view expected, std::string_view got) {
        return refuse(parameter, std::string("expected ") + std::string(expected) + ", got " + quote_start(got));
    }

    bool read_argument(std::string_view argument) {
        const std::size_t equals = std::min(argument.find('='), argument.size());
        const std::string name = identity::percent_decode(argument.substr(0, equals));
        const std::size_t known = known_.find(name);
        if (known == known_.unknown) {
            return meet_unknown_field(name, FieldPath::none, known_, strict_, notes_, error_);
        }
        const std::string decoded = identity::percent_decode(argument.substr(std::min(equals + 1, argument.size())));
        const std::string_view value = trim(decoded, blanks);
        const auto parameter = static_cast<Parameter>(known);
        if (value.empty()) {
            return true;  // as if the parameter were missing
        }
        const bool may_stand_twice = parameter == Parameter::id || parameter == Parameter::fields ||
                                     parameter == Parameter::include || parameter == Parameter::root_domain;
        if (!known_.mark(known) && !may_stand_twice) {
            return refuse(parameter, "stands twice");
        }
        return take(parameter, value);
    }

    bool take(Parameter parameter, std::string_view value) {
        switch (parameter) {
            case Parameter::since:
                return take_generation(parameter, value, query_.since);
            case Parameter::until:
                return take_generation(parameter, value, query_.until);
            case Parameter::limit:
                return take_limit(value);
            case Parameter::cursor:
                return take_cursor(value);
            case Parameter::include:
            case Parameter::id:
            case Parameter::fields:
            case Parameter::root_domain:
                return take_list(parameter, value);
            case Parameter::country:
            case Parameter::state:
            case Parameter::city:
                break;
        }
        return take_place(parameter, value);
    }

    bool take_generation(Parameter parameter, std::string_view value, std::string& to) {
        to = value;
        return store::is_generation(value) || refuse_value(parameter, generation_example, value);
    }

    bool take_limit(std::string_view value) {
        std::int64_t rows = 0;
        if (!read_whole_number(value, rows)) {
            return refuse_value(Parameter::limit, "a whole number", value);
        }
        if (rows > max_changes_limit) {
            return refuse(Parameter::limit, "maximum limit is " + std::to_string(max_changes_limit) +
                                                ", got the number " + std::to_string(rows));
        }
        query_.limit = rows < 1 ? default_changes_limit : static_cast<std::uint32_t>(rows);
        return true;
    }

    bool take_cursor(std::string_view value) {
        const std::size_t dot = std::min(value.find('.'), value.size());
        cursor_until_ = value.substr(0, dot);
        format::Uuid behind{};
        if (!store::is_generation(cursor_until_) || dot == value.size() ||
            !format::read_uuid(value.substr(dot + 1), behind)) {
            return refuse_value(Parameter::cursor, "the cursor of the page before", value);
        }
        query_.behind = behind;
        return true;
    }

    bool take_list(Parameter parameter, std::string_view value) {
        for (std::size_t begin = 0; begin <= value.size();) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            const std::string_view text = trim(value.substr(begin, end - begin), blanks);
            if (!text.empty() && !take_element(parameter, text)) {
                return false;
            }
            begin = end + 1;
        }
        return true;
    }

    bool take_element(Parameter parameter, std::string_view text) {
        if (parameter == Parameter::include) {
            query_.has_content = true;
            return text == "content" || refuse_value(Parameter::include, "\"content\"", text);
        }
        if (parameter == Parameter::fields) {
            query_.fields.emplace_back(text);
            return query_.fields.size() > max_changes_fields
                       ? refuse(Parameter::fields, "expected at most " + std::to_string(max_changes_fields) + " fields")
                       : format::is_json_pointer(text) ||
                             refuse_value(Parameter::fields, "a JSON Pointer such as \"/business_name\"", text);
        }
        if (parameter == Parameter::root_domain) {
            return take_domain(text);
        }
        if (!format::read_uuid(text, query_.ids.emplace_back())) {
            return refuse_value(Parameter::id, "the id of a record such as \"c5321d02-aad7-86d3-8125-3495fa319e60\"",
                                text);
        }
        return query_.ids.size() <= max_changes_ids ||
               refuse(Parameter::id, "expected at most " + std::to_string(max_changes_ids) + " ids");
    }

    bool take_domain(std::string_view text) {
        std::string_view website;
        if (check_text(text, {name_of(Parameter::root_domain)}, {root_domain_bytes, TextLimit::Unit::bytes}, website,
                       error_) != Reading::given) {
            return false;
        }
        return ++domain_count_ > max_changes_domains
                   ? refuse(Parameter::root_domain,
                            "expected at most " + std::to_string(max_changes_domains) + " domains")
                   : domains_.take(website, {name_of(Parameter::root_domain)}, generation_, error_, budget_);
    }

    bool take_place(Parameter parameter, std::string_view value) {
        std::string_view text;
        if (check_text(value, {name_of(parameter)}, place_name_limit, text, error_) != Reading::given) {
            return false;
        }
        if (query_.place.empty()) {
            query_.place.emplace_back();
        }
        search::LocationFilter& place = query_.place.front();
        if (parameter == Parameter::country) {
            return read_country_name(generation_, text, {name_of(parameter)}, place.country, error_);
        }
        (parameter == Parameter::state ? place.state : place.city) = text;
        return true;
    }

    bool finish() {
        if (query_.since.empty()) {
            return refuse(
                Parameter::since,
                "is required: the generation that you have, from the \"until\" or X-Index-Version of an answer");
        }
        if (!query_.place.empty() && !known_.is_marked(static_cast<std::size_t>(Parameter::country))) {
            return refuse(Parameter::country, "is required with state or city");
        }
        if (query_.behind && !query_.until.empty() && query_.until != cursor_until_) {
            return refuse(Parameter::until, "differs from the generation in the cursor; leave it out");
        }
        if (query_.behind) {
            query_.until = cursor_until_;
        }
        std::sort(query_.ids.begin(), query_.ids.end());
        domains_.finish(query_.domains);
        query_.ids.erase(std::unique(query_.ids.begin(), query_.ids.end()), query_.ids.end());
        return true;
    }

    KnownFields<parameter_names.size()> known_{parameter_names};
    const store::Generation& generation_;
    bool strict_;
    RootDomains& domains_;
    std::size_t domain_count_ = 0;
    ChangesQuery& query_;
    RequestNotes& notes_;
    ApiError& error_;
    Budget& budget_;
    std::string cursor_until_;
};

}  // namespace

std::string changes_cursor(std::string_view until, const format::Uuid& id) {
    std::string text(until);
    text += '.';
    text.resize(text.size() + format::uuid_characters);
    format::write_uuid(id, text.data() + text.size() - format::uuid_characters);
    return text;
}

bool ChangesParser::parse(std::string_view arguments, const store::Generation& generation, bool strict,
                          ChangesQuery& query, RequestNotes& notes, ApiError& error, Budget& budget) {
    query = {};
    notes.ignored_fields.clear();
    return ChangesReader(generation, strict, domains_, query, notes, error, budget).read(arguments);
}

}  // namespace bizrec::api
