#include "bizrec/api/json_body.hpp"

#include <simdjson.h>
#include <algorithm>
#include <cstring>
#include <new>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/json_problem.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/base/json_text.hpp"

namespace bizrec::api {
namespace {

/// End of the string that begins at `begin`, including its quotes.
std::size_t end_of_string(std::string_view json, std::size_t begin) noexcept {
    std::size_t at = begin + 1;
    while (at < json.size() && json[at] != '"') {
        at += json[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, json.size());
}

bool is_wide(std::string_view token) noexcept {
    const std::string_view digits = token.substr(token[0] == '-' ? 1 : 0);
    return !digits.empty() && digits[0] != '0' && std::all_of(digits.begin(), digits.end(), is_digit) &&
           !fits_64_bits(token) && fits_double(token);
}

}  // namespace

bool widen_integers(std::string_view json, std::string& out) {
    out.clear();
    std::size_t copied = 0;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = end_of_string(json, at);
        } else if (json[at] != '-' && !is_digit(json[at])) {
            ++at;
        } else {
            const std::size_t end = std::min(json.find_first_not_of("0123456789+-.eE", at), json.size());
            if (is_wide(json.substr(at, end - at))) {
                out.append(json, copied, end - copied).append(".0");
                copied = end;
            }
            at = end;
        }
    }
    out.append(json, copied, json.size() - copied);
    return copied != 0;
}

namespace {

namespace dom = simdjson::dom;

constexpr std::size_t first_room = 65536;

// Whether containers are nested in more than `levels` levels. simdjson's own limit is not exact, because it counts an
// empty container one level less than a filled one; that limit only keeps this recursion shallow.
bool is_deeper_than(dom::element value, std::size_t levels) {
    if (value.is_object()) {
        if (levels == 0) {
            return true;
        }
        for (const auto member : dom::object(value)) {
            if (is_deeper_than(member.value, levels - 1)) {
                return true;
            }
        }
    } else if (value.is_array()) {
        if (levels == 0) {
            return true;
        }
        for (const dom::element element : dom::array(value)) {
            if (is_deeper_than(element, levels - 1)) {
                return true;
            }
        }
    }
    return false;
}

bool refuse(ApiError& error, std::string message) {
    error = ApiError{400, "invalid_json", std::move(message), {}};
    return false;
}

bool refuse_malformed(std::string_view body, const char* expected, ApiError& error) {
    if (body.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return refuse(error, std::string(body.empty() ? "the body is empty; expected "
                                                      : "the body holds only white space; expected ") +
                                 expected);
    }
    const auto problem = find_json_problem(body, JsonBody::max_depth);
    if (!problem) {
        return refuse(error, "the body is not valid JSON");
    }
    const std::string size = std::to_string(body.size());
    return refuse(error, "the body is not valid JSON: " + problem->what +
                             (problem->offset < body.size()
                                  ? " (at byte " + std::to_string(problem->offset + 1) + " of " + size + ")"
                                  : " (after byte " + size + ", the last)"));
}

bool refuse_kind(dom::element root, const char* expected, ApiError& error) {
    return refuse(error, "the body is " + describe(root) + "; expected " + expected);
}

}  // namespace

JsonBody::JsonBody(std::size_t limit) : limit_(limit) {
    make_room(std::min(limit, first_room));
}

void JsonBody::make_room(std::size_t bytes) {
    if (bytes <= room_) {
        return;
    }
    room_ = 0;
    buffer_.reset();
    buffer_.reset(new char[bytes + simdjson::SIMDJSON_PADDING]);
    if (parser_->allocate(bytes, max_depth + 1) != simdjson::SUCCESS) {
        throw std::bad_alloc();
    }
    room_ = bytes;
}

void JsonBody::release_large() noexcept {
    if (room_ > first_room) {
        room_ = 0;
        buffer_.reset();
        *parser_ = dom::parser();
        widened_ = std::string();
    }
}

bool JsonBody::read(std::string_view body, dom::object& object, ApiError& error) {
    constexpr const char* expected = "one JSON object";
    dom::element root;
    return read_value(body, root, expected, error) &&
           (root.get(object) == simdjson::SUCCESS || refuse_kind(root, expected, error));
}

bool JsonBody::read(std::string_view body, dom::array& array, ApiError& error) {
    constexpr const char* expected = "one JSON array";
    dom::element root;
    return read_value(body, root, expected, error) &&
           (root.get(array) == simdjson::SUCCESS || refuse_kind(root, expected, error));
}

bool JsonBody::read_value(std::string_view body, dom::element& root, const char* expected, ApiError& error) {
    if (body.size() > limit_) {
        error = too_large_error(limit_);
        return false;
    }
    make_room(std::min(limit_, std::max(first_room, body.size())));
    body.copy(buffer_.get(), body.size());
    std::memset(buffer_.get() + body.size(), 0, simdjson::SIMDJSON_PADDING);
    simdjson::error_code parsed = parser_->parse(buffer_.get(), body.size(), false).get(root);
    if (parsed != simdjson::SUCCESS && parsed != simdjson::MEMALLOC && widen_integers(body, widened_)) {
        parsed = parser_->parse(widened_).get(root);
    }
    if (parsed == simdjson::MEMALLOC) {
        throw std::bad_alloc();
    }
    return (parsed == simdjson::SUCCESS && !has_byte_order_mark(body) && !is_deeper_than(root, max_depth)) ||
           refuse_malformed(body, expected, error);
}

}  // namespace bizrec::api
