#include "bizrec/format/record_json.hpp"

#include <simdjson.h>

#include <algorithm>
#include <new>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::format {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t shown_digits = 40;
static_assert(RecordJson::padding >= simdjson::SIMDJSON_PADDING);

/// Walks the tokens of a text that may be JSON. Counts its levels, finds the first number beyond the range of a double,
/// and copies the text in a form that simdjson accepts: with ".0" after integers beyond 64 bits, and 0 in place of
/// numbers beyond that range. simdjson then decides whether the copy is JSON.
class Widener {
public:
    Widener(std::string_view json, std::size_t max_depth, std::string& out)
        : json_(json), max_depth_(max_depth), out_(&out) {
        out.clear();
    }

    void run() {
        while (at_ < json_.size()) {
            const char c = json_[at_];
            if (c == '"') {
                string();
            } else if (c == '-' || is_digit(c)) {
                number();
            } else {
                bracket(c);
                copy(at_ + 1);
            }
        }
    }

    std::size_t depth() const noexcept { return deepest_; }
    std::string_view deep_member() const noexcept { return deep_member_; }
    /// The first number that is not finite as a double; "" if there is none.
    std::string_view number_beyond() const noexcept { return number_beyond_; }
    std::string_view number_member() const noexcept { return number_member_; }

private:
    void copy(std::size_t end) {
        out_->append(json_, at_, end - at_);
        at_ = end;
    }

    void string() {
        std::size_t end = at_ + 1;
        while (end < json_.size() && json_[end] != '"') {
            end += json_[end] == '\\' ? 2 : 1;
        }
        end = std::min(end + 1, json_.size());
        if (depth_ == 1 && before_ != ':') {
            member_ = json_.substr(at_ + 1, end - at_ - (end - at_ >= 2 ? 2 : 1));
        }
        before_ = '"';
        copy(end);
    }

    void bracket(char c) {
        if (c == '{' || c == '[') {
            ++depth_;
            if (depth_ > max_depth_ && deepest_ <= max_depth_) {
                deep_member_ = member_;
            }
            deepest_ = std::max(deepest_, depth_);
        } else if ((c == '}' || c == ']') && depth_ > 0) {
            --depth_;
        }
        if (c > ' ') {
            before_ = c;
        }
    }

    // Copies the run of characters that a number may have. A run that is no number stays unchanged, so that simdjson
    // refuses it.
    void number() {
        const std::size_t end = std::min(json_.find_first_not_of("0123456789+-.eE", at_), json_.size());
        const std::string_view token = json_.substr(at_, end - at_);
        before_ = '0';
        copy(end);
        if (!is_number(token)) {
            return;
        }
        if (!fits_double(token)) {
            number_member_ = number_beyond_.empty() ? member_ : number_member_;
            number_beyond_ = number_beyond_.empty() ? token : number_beyond_;
            out_->replace(out_->size() - token.size(), token.size(), "0");
        } else if (token.find_first_of(".eE") == std::string_view::npos && !fits_64_bits(token)) {
            out_->append(".0");
        }
    }

    static std::size_t skip_digits(std::string_view text, std::size_t at) noexcept {
        while (at < text.size() && is_digit(text[at])) {
            ++at;
        }
        return at;
    }

    // Whether the token is a number by the grammar of RFC 8259, section 6.
    static bool is_number(std::string_view token) noexcept {
        const std::size_t first = token[0] == '-' ? 1 : 0;
        std::size_t at = skip_digits(token, first);
        if (at == first || (token[first] == '0' && at > first + 1)) {
            return false;
        }
        if (at < token.size() && token[at] == '.') {
            const std::size_t fraction = ++at;
            at = skip_digits(token, at);
            if (at == fraction) {
                return false;
            }
        }
        if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
            ++at;
            at += at < token.size() && (token[at] == '+' || token[at] == '-') ? 1 : 0;
            const std::size_t exponent = at;
            at = skip_digits(token, at);
            if (at == exponent) {
                return false;
            }
        }
        return at == token.size();
    }

    std::string_view json_;
    std::size_t max_depth_;
    std::string* out_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::size_t deepest_ = 0;
    char before_ = '\0';  // '"' after a string, '0' after a number, otherwise the last character that is not a blank
    std::string_view member_, deep_member_, number_beyond_, number_member_;
};

RecordFault json_fault(simdjson::error_code error, std::string_view json) {
    if (json.find('\0') != std::string_view::npos) {
        return {"", "nul_character", "expected one JSON object without NUL bytes"};
    }
    return {"", error == simdjson::UTF8_ERROR ? "invalid_utf8" : "invalid_json",
            std::string("expected one JSON object: ") + simdjson::error_message(error)};
}

RecordFault depth_fault(const Widener& widener, std::size_t max_depth) {
    return {text::visible_start(widener.deep_member()), "too_deep",
            "expected at most " + std::to_string(max_depth) + " levels of objects and arrays, got " +
                std::to_string(widener.depth())};
}

RecordFault number_fault(const Widener& widener) {
    const std::string_view number = widener.number_beyond();
    return {text::visible_start(widener.number_member()), "out_of_range",
            "expected a number within a double's range (up to 1.8e308), got " +
                std::string(number.substr(0, shown_digits)) +
                (number.size() > shown_digits ? "… (" + std::to_string(number.size()) + " characters)" : "")};
}

simdjson::error_code parse_with(dom::parser& parser, std::size_t max_depth, std::string_view json, dom::element& root) {
    // Only allocate() sets the parser's depth limit; parse() keeps it.
    if (parser.max_depth() != max_depth && parser.allocate(json.size(), max_depth) != simdjson::SUCCESS) {
        throw std::bad_alloc();
    }
    const auto error = parser.parse(json.data(), json.size(), false).get(root);
    if (error == simdjson::MEMALLOC) {
        throw std::bad_alloc();
    }
    return error;
}

}  // namespace

bool RecordJson::parse(std::string_view json, dom::element& root, RecordFault& fault) {
    if (has_byte_order_mark(json)) {
        fault = {"", "invalid_json", "expected one JSON object, got a byte order mark"};
        return false;
    }
    // simdjson counts an empty container one level less than a filled one. With the limit max_depth_ it refuses some
    // records of exactly the maximum depth, and accepts none that is deeper. parse_unusual() decides about the refused
    // ones.
    const auto error = parse_with(*usual_, max_depth_, json, root);
    if (error != simdjson::SUCCESS && !parse_unusual(json, error, root, fault)) {
        return false;
    }
    if (!root.is_object()) {
        fault = {"", "not_an_object", "expected one JSON object, got another value"};
        return false;
    }
    return true;
}

/// Handles what the usual parser refuses: text that is not JSON, is too deep, or has numbers that simdjson cannot hold.
bool RecordJson::parse_unusual(std::string_view json, int first_error, dom::element& root, RecordFault& fault) {
    widened_.reserve(json.size() + json.size() / 8 + padding);
    Widener widener(json, max_depth_, widened_);
    widener.run();
    auto error = static_cast<simdjson::error_code>(first_error);
    const bool is_deep = widener.depth() >= max_depth_;
    if (is_deep || widened_.size() != json.size() || !widener.number_beyond().empty()) {
        const std::size_t size = widened_.size();
        widened_.append(padding, '\0');
        if (deep_ == nullptr) {
            deep_ = make_json_parser();
        }
        error = parse_with(*deep_, std::max(simdjson::DEFAULT_MAX_DEPTH, max_depth_ + 1),
                           std::string_view(widened_).substr(0, size), root);
    }
    if (widener.depth() > max_depth_ && (error == simdjson::SUCCESS || error == simdjson::DEPTH_ERROR)) {
        fault = depth_fault(widener, max_depth_);
        return false;
    }
    if (error != simdjson::SUCCESS) {
        fault = json_fault(error, json);
        return false;
    }
    if (!widener.number_beyond().empty()) {
        fault = number_fault(widener);
        return false;
    }
    return true;
}

}  // namespace bizrec::format
