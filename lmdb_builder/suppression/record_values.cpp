#include "lmdb_builder/suppression/record_values.hpp"

#include <simdjson.h>

#include <algorithm>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/record_json.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t phone_digits = 10;     // only the last digits of a number are compared
constexpr std::size_t min_phone_digits = 7;  // fewer digits match too many numbers
constexpr std::size_t max_phone_characters = 40;

bool is_address_character(char c) noexcept {
    constexpr std::string_view others = ".!#$%&'*+/=?^_`{|}~-";
    return is_digit(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 ||
           others.find(c) != std::string_view::npos;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return out;
}

std::string digits_of(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_digit);
    return digits.size() > phone_digits ? digits.substr(digits.size() - phone_digits) : digits;
}

/// The text before an extension such as "x 12", "ext. 12" or "# 12"; the whole text if there is none.
std::string_view without_extension(std::string_view text) {
    constexpr std::string_view markers[] = {"extension", "ext", "x", "#"};
    constexpr std::size_t max_extension_digits = 6;
    const std::string folded = lower(text);
    for (const std::string_view marker : markers) {
        const std::size_t at = folded.rfind(marker);
        if (at == std::string::npos || digits_of(text.substr(0, at)).size() < min_phone_digits) {
            continue;
        }
        const std::string_view rest = text.substr(at + marker.size());
        const std::size_t digits = digits_of(rest).size();
        if (digits != 0 && digits <= max_extension_digits &&
            rest.find_first_not_of("0123456789 .:") == std::string_view::npos) {
            return text.substr(0, at);
        }
    }
    return text;
}

bool is_number(std::string_view text, const std::string& digits) {
    constexpr std::string_view written = "0123456789 +-()./\t:telxTELX";
    const std::string_view number = without_extension(text);
    return number.size() <= max_phone_characters && digits_of(number) == digits &&
           number.find_first_not_of(written) == std::string_view::npos;
}

/// Whether the text is a list of numbers that has this one, or only this one.
bool has_number(std::string_view text, const std::string& digits) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(",;|\n", begin), text.size());
        if (is_number(text.substr(begin, end - begin), digits)) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

class Walk {
public:
    explicit Walk(const Identifier& identifier) : kind_(identifier.kind), sought_(compared_text(identifier)) {}

    void visit(simdjson::dom::element value, const std::string& pointer) {
        if (value.is_object()) {
            const simdjson::dom::object members = value.get_object().value_unsafe();
            for (const auto& member : members) {
                const std::string place = pointer + "/" + escaped(member.key);
                test(member.key, place);
                visit(member.value, place);
            }
        } else if (value.is_array()) {
            std::size_t position = 0;
            const simdjson::dom::array elements = value.get_array().value_unsafe();
            for (const simdjson::dom::element element : elements) {
                visit(element, pointer + "/" + std::to_string(position++));
            }
        } else if (value.is_string()) {
            test(value.get_string().value_unsafe(), pointer);
        } else if (value.is_number() && kind_ == Identifier::Kind::phone) {
            test(simdjson::minify(value), pointer);
        }
    }

    std::vector<std::string> found;

private:
    void test(std::string_view text, const std::string& pointer) {
        if (kind_ == Identifier::Kind::email ? holds_address({text}, sought_) : has_number(text, sought_)) {
            found.push_back(pointer);
        }
    }

    static std::string escaped(std::string_view key) {
        std::string out;
        for (const char c : key) {
            out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        }
        return out;
    }

    Identifier::Kind kind_;
    std::string sought_;
};

}  // namespace

std::string compared_text(const Identifier& identifier) {
    return identifier.kind == Identifier::Kind::email ? lower(identifier.text) : digits_of(identifier.text);
}

bool holds_address(const TextPiece& piece, const std::string& address) {
    const std::string folded = lower(piece.text);
    for (std::size_t at = folded.find(address); at != std::string::npos; at = folded.find(address, at + 1)) {
        const std::size_t end = at + address.size();
        const bool is_known = (at > 0 || piece.is_begin) && (end + 1 < folded.size() || piece.is_end);
        const bool begins = at == 0 || !is_address_character(folded[at - 1]);
        const bool is_longer =
            end < folded.size() &&
            (is_digit(folded[end]) || (folded[end] >= 'a' && folded[end] <= 'z') || folded[end] == '-');
        const bool has_more_labels = end + 1 < folded.size() && folded[end] == '.' &&
                                     is_address_character(folded[end + 1]) && folded[end + 1] != '.';
        if (is_known && begins && !is_longer && !has_more_labels) {
            return true;
        }
    }
    return false;
}

std::string problem_of(const Identifier& identifier) {
    if (identifier.kind == Identifier::Kind::phone) {
        return digits_of(identifier.text).size() < min_phone_digits
                   ? "--phone: expected a number of at least seven digits"
                   : "";
    }
    const std::size_t at = identifier.text.find('@');
    const bool is_whole = at != std::string::npos && at != 0 && at + 1 < identifier.text.size() &&
                          identifier.text.find_first_of(" \t\r\n") == std::string::npos;
    return is_whole ? "" : "--email: expected a whole address, as in jane@example.com";
}

std::vector<std::string> places_of(const Identifier& identifier, const std::string& record_json) {
    format::RecordJson reader;
    simdjson::dom::element root;
    format::RecordFault fault;
    std::string padded = record_json;
    padded.resize(record_json.size() + format::RecordJson::padding);
    if (!reader.parse({padded.data(), record_json.size()}, root, fault)) {
        return {};
    }
    Walk walk(identifier);
    walk.visit(root, "");
    return std::move(walk.found);
}

}  // namespace bizrec::builder
