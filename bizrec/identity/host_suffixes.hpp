#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/base/ascii.hpp"

/// Walks the suffixes of a host name from the shortest to the longest ("com", "example.com", …). One pass from the
/// right hashes all of them, so a look-up per suffix is cheap.
namespace bizrec::identity {

/// FNV-1a over the bytes from the last to the first. The result is mixed so that its low bits can choose a slot.
class BackwardHash {
public:
    void add(char c) noexcept { state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u; }
    std::uint64_t value() const noexcept { return state_ ^ (state_ >> 29) ^ (state_ >> 47); }

private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

inline std::uint64_t backward_hash(std::string_view text) noexcept {
    BackwardHash hash;
    for (std::size_t i = text.size(); i > 0; --i)
        hash.add(text[i - 1]);
    return hash.value();
}

/// The top byte of a hash, with its lowest bit set. A table keeps these bytes in a separate array, so that a look-up
/// reads few slots of other keys. In that array, 0 marks a free slot.
inline std::uint8_t slot_mark(std::uint64_t hash) noexcept {
    return static_cast<std::uint8_t>(hash >> 56 | 1);
}

/// Calls visit(suffix, hash) for each suffix of `host` that begins at a label, shortest first, until it returns false.
template <class Visit>
void for_each_suffix(std::string_view host, Visit&& visit) {
    BackwardHash hash;
    for (std::size_t i = host.size(); i > 0; --i) {
        if (host[i - 1] == '.' && !visit(host.substr(i), hash.value()))
            return;
        hash.add(host[i - 1]);
    }
    visit(host, hash.value());
}

/// The suffixes of a host that begin at a label. They are hashed once for all the tables that the host is looked up in.
class HostSuffixes {
public:
    /// `host` must outlive this object. Only the 128 shortest suffixes are kept, which is enough: a valid host of 253
    /// octets has at most 127 labels.
    explicit HostSuffixes(std::string_view host) noexcept : host_(host) {
        for_each_suffix(host, [this](std::string_view suffix, std::uint64_t hash) {
            all_[count_++] = {hash, host_.size() - suffix.size()};
            return count_ < all_.size();
        });
    }

    std::string_view host() const noexcept { return host_; }

    /// Calls visit(suffix, hash), shortest first, until it returns false.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = 0; i < count_ && visit(host_.substr(all_[i].begin), all_[i].hash); ++i) {
        }
    }

private:
    struct Suffix {
        std::uint64_t hash;
        std::size_t begin;  ///< in the host
    };

    std::string_view host_;
    std::size_t count_ = 0;
    std::array<Suffix, 128> all_;  // only the first count_ are set
};

/// Returns `suffix` (a part of `host` that begins at a label) with the label before it, or `host` if there is no label
/// before it.
inline std::string_view with_one_label_more(std::string_view host, std::string_view suffix) noexcept {
    if (suffix.size() + 1 >= host.size())
        return host;
    const std::size_t dot = host.rfind('.', host.size() - suffix.size() - 2);
    return dot == std::string_view::npos ? host : host.substr(dot + 1);
}

inline std::string_view first_label(std::string_view host) noexcept {
    return host.substr(0, host.find('.'));
}

/// Drops leading "www." labels, as long as the rest still holds the registrable domain.
inline std::string_view without_www(std::string_view host, std::string_view registrable) noexcept {
    while (starts_with(host, "www.") && host.size() - 4 >= registrable.size())
        host.remove_prefix(4);
    return host;
}

/// Returns `host` without its first label, or an empty string if it has only one label.
inline std::string_view without_first_label(std::string_view host) noexcept {
    const std::size_t dot = host.find('.');
    return dot == std::string_view::npos ? std::string_view() : host.substr(dot + 1);
}

}  // namespace bizrec::identity
