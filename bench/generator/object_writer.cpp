#include "bench/generator/object_writer.hpp"

#include <charconv>

#include "bizrec/base/hex.hpp"

namespace bizrec::generator {
namespace {

bool needs_escape(char c) noexcept {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

void append_escaped(std::string& out, char c) {
    if (static_cast<unsigned char>(c) < 0x20) {
        out += "\\u00";
        out += hex_digits[static_cast<unsigned char>(c) >> 4U];
        out += hex_digits[static_cast<unsigned char>(c) & 0xFU];
    } else {
        out += '\\';
        out += c;
    }
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
    out += '"';
    std::size_t plain = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (needs_escape(text[at])) {
            out.append(text, plain, at - plain);
            append_escaped(out, text[at]);
            plain = at + 1;
        }
    }
    out.append(text, plain);
    out += '"';
}

void ObjectWriter::number(std::string_view name, std::int64_t value, unsigned decimals) {
    std::string& out = key(name);
    if (value < 0) {
        out += '-';
    }
    char digits[24];
    const auto magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    const std::string_view all(
        digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, magnitude).ptr - digits));
    const std::size_t whole = all.size() > decimals ? all.size() - decimals : 0;
    if (whole == 0) {
        out += '0';
    }
    out.append(all, 0, whole);
    if (decimals > 0) {
        out += '.';
        out.append(decimals - (all.size() - whole), '0');
        out.append(all, whole);
    }
}

std::string& ObjectWriter::key(std::string_view name) {
    if (has_fields_) {
        out_ += ',';
    }
    has_fields_ = true;
    append_string(out_, name);
    out_ += ':';
    return out_;
}

}  // namespace bizrec::generator
