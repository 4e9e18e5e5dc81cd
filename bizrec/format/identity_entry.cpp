#include "bizrec/format/identity_entry.hpp"

#include "bizrec/base/xxh.hpp"

namespace bizrec::format {
namespace {

/// Hashes the pieces of a key as one text without building the key, because this is on the request path.
std::uint64_t fingerprint(std::string_view prefix, std::string_view host, std::string_view path) noexcept {
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, prefix.data(), prefix.size());
    XXH3_128bits_update(&state, host.data(), host.size());
    if (!path.empty()) {
        XXH3_128bits_update(&state, path.data(), path.size());
    }
    const std::uint64_t low = XXH3_128bits_digest(&state).low64;
    return low == 0 ? 1 : low;
}

}  // namespace

std::uint64_t host_fingerprint(std::string_view host) noexcept {
    return fingerprint("h:", host, {});
}

std::uint64_t page_fingerprint(std::string_view host, std::string_view path) noexcept {
    return fingerprint("p:", host, path);
}

void host_key(std::string_view host, std::string& out) {
    out.assign("h:");
    out += host;
}

void page_key(std::string_view host, std::string_view path, std::string& out) {
    host_key(host, out);
    make_page_key(path, out);
}

void make_page_key(std::string_view path, std::string& key) {
    key.front() = 'p';
    key += path;
}

}  // namespace bizrec::format
