#include "presented_key.hpp"

#include <string_view>

#include "bizrec/base/hex.hpp"
#include "bizrec/store/sha256.hpp"
#include "header_list.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// KEY of "Bearer KEY"; empty for another scheme.
std::string_view bearer_token(std::string_view credentials) noexcept {
    constexpr std::string_view scheme = "Bearer";
    if (credentials.size() <= scheme.size() || credentials[scheme.size()] != ' ' ||
        !equal_ignoring_case(credentials.substr(0, scheme.size()), scheme)) {
        return {};
    }
    std::size_t begin = credentials.find_first_not_of(' ', scheme.size());
    return begin == credentials.npos ? std::string_view{} : credentials.substr(begin);
}

struct PresentedKey {
    std::string_view key;
    bool conflicting = false;

    void present(std::string_view candidate) noexcept {
        conflicting = conflicting || (!key.empty() && !candidate.empty() && key != candidate);
        key = candidate.empty() ? key : candidate;
    }
};

PresentedKey read_headers(ngx_http_request_t* r) noexcept {
    PresentedKey result;
    bool seen_api_key = false;
    any_header(r->headers_in.headers, [&](const ngx_table_elt_t& header) {
        if (equal_ignoring_case(view(header.key), "Authorization")) {
            result.present(bearer_token(view(header.value)));
        } else if (equal_ignoring_case(view(header.key), "X-API-Key")) {
            result.conflicting = result.conflicting || seen_api_key;  // even with equal values
            seen_api_key = true;
            result.present(view(header.value));
        }
        return false;
    });
    return result;
}

}  // namespace

std::optional<HexDigest> presented_key_digest(ngx_http_request_t* r) noexcept {
    PresentedKey presented = read_headers(r);
    if (presented.key.empty() || presented.conflicting) {
        return std::nullopt;
    }
    store::Sha256 digest;
    if (!store::sha256(presented.key.data(), presented.key.size(), digest)) {
        return std::nullopt;
    }
    HexDigest hex;
    static_assert(sizeof hex == 2 * sizeof digest);
    write_hex<sizeof digest>(digest.data(), hex.data());
    return hex;
}

}  // namespace bizrec::ngx
