#include "lmdb_builder/customers/member_text.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

/// Longer numbers may be written in another way than a parser's.
constexpr std::size_t few_digits = 18;

bool is_plain_integer(std::string_view value) noexcept {
    const std::string_view digits = value.substr(value[0] == '-' ? 1 : 0);
    return !digits.empty() && digits.size() <= few_digits && digits != "0" &&
           std::all_of(digits.begin(), digits.end(), is_digit);
}

/// False where an element is no string. `written` gets them all where there are several.
bool join_strings(const RawMember& list, std::string_view& text, std::string& written) {
    text = {};
    std::size_t at = 1, elements = 0;
    const auto is_string = [&](const std::uint32_t* quotes) {
        return at < list.value.size() && list.value[at] == '"' && *quotes - *list.quotes + 1 == at;
    };
    for (const std::uint32_t* quotes = list.quotes; is_string(quotes); quotes += 2) {
        const std::string_view element = list.value.substr(at + 1, quotes[1] - *quotes - 1);
        at += element.size() + 3;  // with its quotes, and what follows them
        if (element.empty()) {
            continue;
        }
        if (++elements == 1) {
            text = element;
            continue;
        }
        if (elements == 2) {
            written.assign(text);
        }
        written.append("; ").append(element);
        text = written;
    }
    return at == list.value.size();
}

}  // namespace

void append_value_text(simdjson::dom::element value, std::string& out) {
    switch (value.type()) {
        case simdjson::dom::element_type::STRING:
            out += std::string_view(value);
            break;
        case simdjson::dom::element_type::NULL_VALUE:
            break;
        case simdjson::dom::element_type::ARRAY: {
            const std::size_t begin = out.size();
            for (const simdjson::dom::element each : simdjson::dom::array(value)) {
                const std::size_t before = out.size();
                out += before == begin ? "" : "; ";
                const std::size_t text = out.size();
                append_value_text(each, out);
                out.resize(out.size() == text ? before : out.size());
            }
            break;
        }
        default:
            out += simdjson::minify(value);
    }
}

std::string_view MemberText::read(const RawMember& member, bool escapes, std::string& written) {
    const std::string_view value = member.value;
    if (escapes && value.find('\\') != std::string_view::npos) {
        return parse(value, written);
    }
    if (value[0] == '"') {
        return value.substr(1, value.size() - 2);
    }
    if (std::string_view text; value[0] == '[' && join_strings(member, text, written)) {
        return text;
    }
    return is_plain_integer(value) || value == "true" || value == "false" ? value : parse(value, written);
}

std::string_view MemberText::parse(std::string_view value, std::string& written) {
    simdjson::dom::element element;
    written.clear();
    if (parser_.parse(value.data(), value.size(), false).get(element) == simdjson::SUCCESS) {
        append_value_text(element, written);
    }
    return written;
}

}  // namespace bizrec::builder
