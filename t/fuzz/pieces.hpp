#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::fuzz {

/// A text that arrives in pieces of at most `size` bytes. The text must outlive this object.
class Pieces : public builder::ByteSource {
public:
    Pieces(std::string_view text, std::size_t size) : text_(text), size_(size) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        const std::size_t count = std::min({text_.size(), capacity, size_});
        std::memcpy(out, text_.data(), count);
        text_.remove_prefix(count);
        return count;
    }

private:
    std::string_view text_;
    std::size_t size_;
};

}  // namespace bizrec::fuzz
