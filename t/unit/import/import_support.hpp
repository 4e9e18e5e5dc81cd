#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// A text in pieces. `next_size` returns the size of each piece (at least 1).
class PieceSource : public ByteSource {
public:
    PieceSource(std::string_view text, std::function<std::size_t()> next_size)
        : text_(text), next_size_(std::move(next_size)) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        const std::size_t size = std::min({text_.size(), capacity, std::max<std::size_t>(next_size_(), 1)});
        std::memcpy(out, text_.data(), size);
        text_.remove_prefix(size);
        return size;
    }

private:
    std::string_view text_;
    std::function<std::size_t()> next_size_;
};

}  // namespace bizrec::builder
