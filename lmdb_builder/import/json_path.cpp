#include "lmdb_builder/import/json_path.hpp"

#include <simdjson.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/import/source_object.hpp"

namespace bizrec::builder {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t deepest_path = 16;  // maximum number of names and indexes

bool holds_something(dom::element value) noexcept {
    std::string_view text;
    return !value.is_null() && !(value.get_string().get(text) == simdjson::SUCCESS && text.empty());
}

}  // namespace

/// Adds the steps of a name with indexes after it: "addresses[0]".
Status JsonPath::add_member(std::string_view part) {
    const std::size_t bracket = std::min(part.find('['), part.size());
    if (bracket == 0) {
        return Error{"expected a name before each \".\" and \"[\""};
    }
    steps_.push_back({std::string(part.substr(0, bracket))});
    part.remove_prefix(bracket);
    while (!part.empty()) {
        const std::size_t end = part.find(']');
        const std::string_view digits = part.substr(1, end == std::string_view::npos ? end : end - 1);
        std::int64_t index = 0;
        const bool is_number = all_digits(digits) && read_whole_number(digits, index);
        if (part[0] != '[' || end == std::string_view::npos || !(digits == "*" || is_number)) {
            return Error{"expected a number from 0 or * between [ and ]"};
        }
        steps_.push_back({{}, is_number ? static_cast<std::size_t>(index) : every, true});
        part.remove_prefix(end + 1);
    }
    return ok();
}

Result<JsonPath> JsonPath::parse(std::string_view text) {
    JsonPath path;
    path.text_ = text;
    // "$." begins a JSONPath (RFC 9535)
    std::string_view rest = text.substr(0, 2) == "$." ? text.substr(2) : text;
    for (bool more = true; more;) {
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        const Status added = path.add_member(rest.substr(0, dot));
        if (!added) {
            return added.error();
        }
        more = dot < rest.size();
        rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    if (path.steps_.size() > deepest_path) {
        return Error{"expected at most " + std::to_string(deepest_path) + " names and indexes"};
    }
    return path;
}

void JsonPath::find(SourceObject& object, std::vector<dom::element>& values) const {
    SourceMember* member = object.find(text_);
    const bool is_whole = member != nullptr || is_member();
    if (member == nullptr) {
        member = object.find(steps_.front().name);
    }
    if (member == nullptr) {
        return;
    }
    member->used = member->used || is_whole;
    follow(member->value, is_whole ? steps_.size() : 1, values);
}

void JsonPath::follow(dom::element value, std::size_t step, std::vector<dom::element>& values) const {
    if (step == steps_.size()) {
        if (holds_something(value)) {
            values.push_back(value);
        }
        return;
    }
    dom::element below;
    dom::array list;
    if (!steps_[step].is_index) {
        if (value.at_key(steps_[step].name).get(below) == simdjson::SUCCESS) {
            follow(below, step + 1, values);
        }
    } else if (value.get_array().get(list) == simdjson::SUCCESS) {
        std::size_t index = 0;
        for (const dom::element element : list) {
            if (steps_[step].index == every || steps_[step].index == index) {
                follow(element, step + 1, values);
            }
            ++index;
        }
    }
}

}  // namespace bizrec::builder
