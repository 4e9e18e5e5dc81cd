#include "bizrec/api/header_text.hpp"

#include <algorithm>

namespace bizrec::api {
namespace {

bool stands_for_itself(char c) noexcept {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("!#$&'*+-.^_`|~[]").find(c) != std::string_view::npos;
}

}  // namespace

std::string header_name(std::string_view name) {
    constexpr char hex[] = "0123456789ABCDEF";
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
            clean += {'%', hex[byte >> 4], hex[byte & 0xF]};
        }
    }
    return clean;
}

void add_header_name(std::vector<std::string>& names, std::string name) {
    if (names.size() < header_names_at_most && std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
    }
}

void join_header_names(const std::vector<std::string>& names, std::string& out) {
    out.clear();
    for (const std::string& name : names) {
        out += out.empty() ? "" : ", ";
        out += name;
    }
}

void append_header_text(std::string& out, std::string_view text) {
    for (const char c : text) {
        out += c >= 0x20 && c < 0x7F ? c : '?';
    }
}

}  // namespace bizrec::api
