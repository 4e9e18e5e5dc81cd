#include "bizrec/base/base64url.hpp"

#include <openssl/evp.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec {
namespace {

constexpr std::size_t group_bytes = 3, group_characters = 4;

unsigned char* octets(std::string& text) noexcept {
    return reinterpret_cast<unsigned char*>(text.data());
}

/// Replaces '-' and '_' by '+' and '/'. Returns false if the text has a character outside the alphabet. OpenSSL's
/// decoder must not get such a text: it would skip white space at both ends and take '-' for the end of the text.
bool to_standard_alphabet(std::string& text) noexcept {
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    return std::all_of(text.begin(), text.end(), [](char c) { return is_alnum(c) || c == '+' || c == '/'; });
}

}  // namespace

std::string encode_base64url(std::string_view bytes) {
    // One byte more, because EVP_EncodeBlock() appends a NUL.
    std::string text((bytes.size() + group_bytes - 1) / group_bytes * group_characters + 1, '\0');
    const int size = EVP_EncodeBlock(octets(text), reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    text.erase(std::min(text.find('='), text.size()));
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return text;
}

bool decode_base64url(std::string_view text, std::string& out) {
    out.assign(text.substr(0, text.find_last_not_of('=') + 1));
    const std::size_t missing = (group_characters - out.size() % group_characters) % group_characters;
    if (missing == group_characters - 1 || !to_standard_alphabet(out)) {
        out.clear();
        return false;
    }
    out.append(missing, '=');
    std::string bytes(out.size() / group_characters * group_bytes, '\0');
    const int size = EVP_DecodeBlock(octets(bytes), octets(out), static_cast<int>(out.size()));
    bytes.resize(size < 0 ? 0 : static_cast<std::size_t>(size) - missing);
    out = std::move(bytes);
    return size >= 0;
}

}  // namespace bizrec
