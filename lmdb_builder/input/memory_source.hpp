#pragma once

#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// A source whose bytes are in memory. They must outlive it.
class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::string_view bytes) : rest_(bytes) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        const std::size_t size = rest_.copy(out, capacity);
        rest_.remove_prefix(size);
        return size;
    }

private:
    std::string_view rest_;
};

}  // namespace bizrec::builder
