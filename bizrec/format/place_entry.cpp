#include "bizrec/format/place_entry.hpp"

namespace bizrec::format {
namespace {

constexpr char separator = 0x1F;  // ASCII unit separator: folded text never holds it

void start_key(char kind, std::string_view first, std::string& out) {
    out.clear();
    out += kind;
    out += separator;
    out += first;
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
    start_key('q', folded, out);
}

void query_state_key(std::string_view folded, std::string& out) {
    start_key('r', folded, out);
}

}  // namespace bizrec::format
