#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "lmdb_builder/system/size_limits.hpp"

namespace bizrec::builder {

/// The beginning of an entry. An entry has the same bytes in an arena and in a run: this head, key, payload.
struct RunEntryHead {
    std::uint32_t key_length = 0;
    std::uint32_t payload_length = 0;

    /// Throws BuildFailure if a length exceeds 32 bits.
    static RunEntryHead make(std::string_view key, std::string_view payload) {
        return {length_of_32_bits(key), length_of_32_bits(payload)};
    }

    std::uint64_t entry_bytes() const noexcept {
        return sizeof(RunEntryHead) + std::uint64_t{key_length} + payload_length;
    }
};

/// A view of the bytes of an entry, at any alignment.
class RunEntry {
public:
    explicit RunEntry(const char* bytes) noexcept : bytes_(bytes) { std::memcpy(&head_, bytes, sizeof head_); }

    std::string_view key() const noexcept { return {bytes_ + sizeof head_, head_.key_length}; }
    std::string_view payload() const noexcept {
        return {bytes_ + sizeof head_ + head_.key_length, head_.payload_length};
    }
    std::string_view whole() const noexcept { return {bytes_, static_cast<std::size_t>(head_.entry_bytes())}; }

private:
    const char* bytes_;
    RunEntryHead head_;
};

}  // namespace bizrec::builder
