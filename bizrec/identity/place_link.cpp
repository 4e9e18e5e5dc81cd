#include "bizrec/identity/place_link.hpp"

#include <array>
#include <cstdint>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/base64url.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/identity/percent.hpp"

namespace bizrec::identity {

namespace {

void make_cid_key(std::uint64_t cid, std::string& key) {
    key = "google_cid:" + std::to_string(cid);
}

bool read_number(std::string_view text, int base, std::uint64_t& number) noexcept {
    return read_whole_number(text, number, base) && number != 0;
}

/// Reads the second number of "0x6b12ae37b47fdb37:0x8eaddfcd1b32ca52"; more text may follow it.
bool read_feature_id(std::string_view text, std::uint64_t& cid) noexcept {
    const std::size_t colon = text.find(":0x");
    if (!starts_with_ignoring_case(text, "0x") || colon == std::string_view::npos)
        return false;
    std::uint64_t first = 0;
    const std::string_view half = text.substr(2, colon - 2);
    if (!read_number(half, 16, first) && half != "0")
        return false;
    const std::string_view rest = text.substr(colon + 3);
    std::size_t digits = 0;
    while (digits < rest.size() && hex_value(rest[digits]) >= 0)
        ++digits;
    return digits <= 16 && read_number(rest.substr(0, digits), 16, cid);
}

/// Reads the CID from a place id, which encodes the protocol buffer { 1: message { 1: fixed64, 2: fixed64 } } in 20
/// bytes. The second number is the CID.
bool read_place_id(std::string_view id, std::uint64_t& cid) {
    std::string bytes;
    if (!starts_with(id, "ChIJ") || !decode_base64url(id, bytes) || bytes.size() != 20 || bytes[11] != '\x11')
        return false;
    cid = 0;
    for (std::size_t i = 0; i < 8; ++i)
        cid |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[12 + i])) << (8 * i);
    return cid != 0;
}

/// Whether the text may be a place id. Those that do not begin with "ChIJ" are long. Google's documentation gives no
/// maximum length; `longest` is a bound of our own.
bool is_place_id(std::string_view id) noexcept {
    const std::size_t shortest = starts_with(id, "ChIJ") ? 8 : 20;
    constexpr std::size_t longest = 255;
    if (id.size() < shortest || id.size() > longest)
        return false;
    for (char c : id)
        if (!is_alnum(c) && c != '-' && c != '_')
            return false;
    return true;
}

/// Returns the text up to the first delimiter, which ends an id in a parameter or in "!1s…!2s…" of a map's address.
std::string_view until_mark(std::string_view text) noexcept {
    return text.substr(0, text.find_first_of("!/?&#,"));
}

/// Reads the place id or feature id after "!19s", "!16s" or "!1s" from the data segment of a map's address, or from the
/// "pb" of an embedded map: "!19sChIJ…", "!1s0x…:0x…". Tries "!19s" first, because its place id is more reliable.
bool read_data_segment(std::string_view path, std::string& key) {
    const std::string decoded = percent_decode(path);
    const std::string_view data = decoded;
    for (std::string_view mark : {"!19s", "!16s", "!1s"})
        for (std::size_t at = data.find(mark); at != std::string_view::npos; at = data.find(mark, at + 1)) {
            const std::string_view id = until_mark(data.substr(at + mark.size()));
            if ((starts_with(id, "ChIJ") || starts_with(id, "0x")) && place_key(id, key))
                return true;
        }
    return false;
}

bool read_parameters(std::string_view query, std::string& key) {
    constexpr std::array<std::string_view, 9> names = {
        "cid", "ludocid", "place_id", "placeid", "query_place_id", "destination_place_id", "ftid", "lrd", "q"};
    for (std::string_view name : names) {
        const auto value = query_value(query, name);
        if (!value)
            continue;
        std::string_view id = *value;
        if (name == "q") {
            if (!starts_with(id, "place_id:") && !starts_with(id, "cid:"))
                continue;
            id.remove_prefix(id.find(':') + 1);
        }
        if (place_key(until_mark(id), key))
            return true;
    }
    return false;
}

bool is_map(std::string_view host, const ProfilePath& address) noexcept {
    std::string_view path = address.path;
    const std::string_view first = next_segment(path);
    const bool map_path = equals_ignoring_case(first, "maps") || equals_ignoring_case(first, "local");
    const bool something = !first.empty() || !address.query.empty();
    return map_path || (something && starts_with(host, "maps."));
}

}  // namespace

bool place_key(std::string_view id, std::string& key) {
    std::uint64_t cid = 0;
    if ((all_digits(id) && read_number(id, 10, cid)) || read_feature_id(id, cid) || read_place_id(id, cid)) {
        make_cid_key(cid, key);
        return true;
    }
    if (all_digits(id) || !is_place_id(id))
        return false;
    key = "google_place:";
    key += id;
    return true;
}

std::optional<bool> place_key_of_link(std::string_view host, const ProfilePath& address, std::string_view fragment,
                                      std::string& key) {
    if (read_parameters(address.query, key) || read_parameters(fragment, key) || read_data_segment(address.path, key))
        return true;
    if (const auto embedded = query_value(address.query, "pb"); embedded && read_data_segment(*embedded, key))
        return true;
    if (is_map(host, address))
        return false;
    return std::nullopt;
}

}  // namespace bizrec::identity
