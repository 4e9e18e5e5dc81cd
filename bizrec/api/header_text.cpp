#include "bizrec/api/header_text.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::api {
namespace {

bool stands_for_itself(char c) noexcept {
    return is_alnum(c) || std::string_view("!#$&'*+-.^_`|~[]").find(c) != std::string_view::npos;
}

}  // namespace

std::string header_name(std::string_view name) {
    if (name.empty()) {
        return "(empty)";
    }
    std::string clean;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const std::size_t width = stands_for_itself(c) ? 1 : 3;
        if (clean.size() + width > header_name_bytes) {
            clean += "...";
            break;
        }
        if (width == 1) {
            clean += c;
        } else {
            clean += {'%', upper_hex_digits[byte >> 4], upper_hex_digits[byte & 0xF]};
        }
    }
    return clean;
}

void add_header_name(std::vector<std::string>& names, std::string name) {
    if (names.size() < max_header_names && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
    }
}

void append_header_names(const std::vector<std::string>& names, std::string& out) {
    for (const std::string& name : names) {
        out += out.empty() ? "" : ", ";
        out += name;
    }
}

void append_header_text(std::string& out, std::string_view text) {
    for (const char c : text) {
        out += is_printable(c) ? c : '?';
    }
}

}  // namespace bizrec::api
