#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Numbers as bytes, at any alignment, in the machine's byte order (little-endian, because an index is made for x86-64
/// and arm64).
namespace bizrec {

template <class T>
T load_unaligned(const void* at) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
void store_unaligned(void* at, const T& value) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(at, &value, sizeof value);
}

/// The bytes of an object, for a hash or a text.
template <class T>
std::string_view bytes_of(const T& value) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace bizrec
