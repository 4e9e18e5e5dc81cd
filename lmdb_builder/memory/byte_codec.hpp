#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/varint.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/size_limits.hpp"

namespace bizrec::builder {

/// Appends a number in big-endian byte order, for sort keys: the order of the bytes is the order of the numbers.
template <class T>
void append_big_endian(std::string& out, T number) {
    static_assert(std::is_unsigned_v<T>);
    char bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[i] = static_cast<char>(static_cast<unsigned char>(number >> (8 * (sizeof(T) - 1 - i))));
    }
    out.append(bytes, sizeof bytes);
}

template <class T>
T read_big_endian(std::string_view bytes) noexcept {
    T number = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        number = static_cast<T>(number << 8 | static_cast<unsigned char>(bytes[i]));
    }
    return number;
}

using bizrec::append_varint;  // the overload for std::string

inline void append_varint(TextBuffer& out, std::uint64_t number) {
    out.wrote(write_varint(out.room(varint_size), number));
}

/// Appends a value in native byte order, which is little-endian on every machine that this program runs on. `out`: a
/// TextBuffer, or a std::string if appending is rare.
template <class Out, class T>
void append_raw(Out& out, const T& value) {
    out.append(bytes_of(value));
}

template <class Out>
void append_text(Out& out, std::string_view text) {
    append_raw(out, length_of_32_bits(text));
    out.append(text);
}

inline void append_short_text(TextBuffer& out, std::string_view text) {
    append_varint(out, text.size());
    out.append(text);
}

/// Reads the values that append_raw(), append_text(), append_short_text() and append_varint() wrote. Throws
/// BuildFailure if the bytes end too early.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) noexcept : bytes_(bytes) {}

    template <class T>
    T raw() {
        return load_unaligned<T>(take(sizeof(T)).data());
    }

    void copy(void* out, std::size_t size) {
        const std::string_view bytes = take(size);
        if (size != 0) {
            std::memcpy(out, bytes.data(), size);
        }
    }

    std::string_view text() { return take(raw<std::uint32_t>()); }
    std::string_view short_text() { return take(static_cast<std::size_t>(varint())); }

    std::uint64_t varint() {
        if (!bytes_.empty() && static_cast<unsigned char>(bytes_.front()) < 0x80U) {
            const auto number = static_cast<unsigned char>(bytes_.front());
            bytes_.remove_prefix(1);
            return number;
        }
        std::uint64_t number = 0;
        const char* const end = bytes_.data() + bytes_.size();
        const char* const rest = read_varint(bytes_.data(), end, 64, number);
        if (rest == nullptr) {
            throw BuildFailure("temporary data is damaged: a number does not end");
        }
        bytes_.remove_prefix(static_cast<std::size_t>(rest - bytes_.data()));
        return number;
    }

    std::string_view rest() const noexcept { return bytes_; }
    bool at_end() const noexcept { return bytes_.empty(); }
    std::size_t left() const noexcept { return bytes_.size(); }

    std::string_view take(std::size_t size) {
        if (size > bytes_.size()) {
            throw BuildFailure("temporary data is damaged: a record ends too early");
        }
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return taken;
    }

private:
    std::string_view bytes_;
};

}  // namespace bizrec::builder
