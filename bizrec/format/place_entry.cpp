#include "bizrec/format/place_entry.hpp"

#include <algorithm>

namespace bizrec::format {
namespace {

constexpr char city_kind = 'q';
constexpr char state_kind = 'r';
constexpr char separator = 0x1F;  // ASCII unit separator, which folded text never holds

void start_key(char kind, std::string_view first, std::string& out) {
    out.resize(2 + first.size());  // resize once, because several keys are made of each name
    out[0] = kind;
    out[1] = separator;
    first.copy(&out[2], first.size());
}

void two_part_key(char kind, std::string_view alpha2, std::string_view folded, std::string& out) {
    start_key(kind, alpha2, out);
    out += separator;
    out += folded;
}

}  // namespace

void country_name_key(std::string_view folded, std::string& out) {
    start_key('n', folded, out);
}

void country_key(std::string_view alpha2, std::string& out) {
    start_key('c', alpha2, out);
}

void state_key(std::string_view alpha2, std::string_view folded, std::string& out) {
    two_part_key('s', alpha2, folded, out);
}

void city_key(std::string_view alpha2, std::string_view folded, std::string& out) {
    two_part_key('t', alpha2, folded, out);
}

void postal_code_key(std::string_view alpha2, std::string_view folded, std::string& out) {
    two_part_key('z', alpha2, folded, out);
}

void query_city_key(std::string_view folded, std::string& out) {
    start_key(city_kind, folded, out);
}

void query_state_key(std::string_view folded, std::string& out) {
    start_key(state_kind, folded, out);
}

void turn_into_query_city_key(std::string& key) noexcept {
    key.front() = city_kind;
}

void turn_into_query_state_key(std::string& key) noexcept {
    key.front() = state_kind;
}

void append_ranges(const KeyEntry& entry, std::uint32_t documents, place::Ranges& out) {
    for (std::uint32_t i = 0; i + 1 < entry.length; i += 2) {
        const place::Range range{entry.values[i], std::min(entry.values[i + 1], documents)};
        if (range.begin < range.end) {
            out.push_back(range);
        }
    }
}

}  // namespace bizrec::format
