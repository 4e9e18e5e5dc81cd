#include "bizrec/api/record_ids.hpp"

#include <simdjson.h>

#include <algorithm>
#include <string>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/percent.hpp"

namespace bizrec::api {
namespace {

constexpr std::array<std::string_view, 1> body_fields = {"id"};
constexpr std::string_view blanks = " \t\r\n";

class IdReader {
public:
    IdReader(bool strict, std::vector<format::Uuid>& ids, RequestNotes& notes, ApiError& error)
        : strict_(strict), ids_(ids), notes_(notes), error_(error) {}

    bool read_arguments(std::string_view arguments) {
        for (std::size_t begin = 0; begin < arguments.size();) {
            const std::size_t end = std::min(arguments.find('&', begin), arguments.size());
            if (end > begin && !read_argument(arguments.substr(begin, end - begin))) {
                return false;
            }
            begin = end + 1;
        }
        return true;
    }

    bool read_array(simdjson::dom::array array) {
        came_ = array.size();
        if (came_ > max_record_ids) {
            return check_count();
        }
        FieldPath path{body_fields[0], FieldPath::none, 0};
        for (const simdjson::dom::element element : array) {
            std::string_view text;
            const TextLimit any_length = {records_body_limit, TextLimit::Unit::bytes};
            const Reading reading = read_text(element, path, any_length, text, error_);
            if (reading == Reading::refused || (reading == Reading::given && !add(text, path))) {
                return false;
            }
            ++path.element;
        }
        return true;
    }

    bool any() const noexcept { return came_ != 0; }

    bool check_count() {
        const std::string most = std::to_string(max_record_ids);
        if (came_ > max_record_ids) {
            return refuse_field(error_, {body_fields[0]},
                                "expected at most " + most + " ids, got " + std::to_string(came_));
        }
        return !ids_.empty() || refuse_field(error_, {body_fields[0]},
                                             "is required: one to " + most +
                                                 " ids of records, as ?id=ID,ID or as a JSON array in the body");
    }

private:
    bool read_argument(std::string_view argument) {
        const std::size_t equals = std::min(argument.find('='), argument.size());
        const std::string name = identity::percent_decode(argument.substr(0, equals));
        if (known_.find(name) == known_.unknown) {
            return meet_unknown_field(name, FieldPath::none, known_, strict_, notes_, error_);
        }
        const std::string value = identity::percent_decode(argument.substr(std::min(equals + 1, argument.size())));
        for (std::size_t begin = 0; begin <= value.size();) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            const std::string_view text = trim(std::string_view(value).substr(begin, end - begin), blanks);
            if (!text.empty()) {
                const FieldPath path{body_fields[0], FieldPath::none, static_cast<std::int32_t>(came_++)};
                if (came_ <= max_record_ids && !add(text, path)) {
                    return false;
                }
            }
            begin = end + 1;
        }
        return true;
    }

    bool add(std::string_view text, const FieldPath& path) {
        format::Uuid id;
        if (!format::read_uuid(text, id)) {
            return refuse_field(error_, path,
                                "expected the id of a record such as \"c5321d02-aad7-86d3-8125-3495fa319e60\", got " +
                                    quote_start(text));
        }
        if (std::find(ids_.begin(), ids_.end(), id) == ids_.end()) {
            ids_.push_back(id);
        }
        return true;
    }

    KnownFields<body_fields.size()> known_{body_fields};
    bool strict_;
    std::vector<format::Uuid>& ids_;
    RequestNotes& notes_;
    ApiError& error_;
    std::size_t came_ = 0;
};

}  // namespace

bool RecordIdsParser::parse(std::string_view arguments, std::string_view body, bool strict,
                            std::vector<format::Uuid>& ids, RequestNotes& notes, ApiError& error) {
    ids.clear();
    notes.ignored_fields.clear();
    IdReader reader(strict, ids, notes, error);
    if (!reader.read_arguments(arguments)) {
        return false;
    }
    if (body.find_first_not_of(blanks) != std::string_view::npos) {
        if (reader.any()) {
            return refuse_field(error, {body_fields[0]},
                                "stands in the query string and in the body; send one of them");
        }
        simdjson::dom::array array;
        if (!json_.read(body, array, error) || !reader.read_array(array)) {
            return false;
        }
    }
    return reader.check_count();
}

}  // namespace bizrec::api
