#include "bizrec/identity/extra_suffixes.hpp"

namespace bizrec::identity {

namespace {

// The first and last line of the text file make it a raw string literal, so that it is data and source at once.
constexpr std::string_view list =
#include "bizrec/identity/data/extra_suffixes.txt"
    ;

}  // namespace

std::string_view extra_suffixes() noexcept {
    return list;
}

}  // namespace bizrec::identity
