#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// The record of a match, decoded. Keeps its memory.
class MatchedRecord {
public:
    /// `generation` outlives this.
    explicit MatchedRecord(const store::Generation& generation) noexcept : generation_(&generation) {}

    /// Both texts hold until the next call. Throws BuildFailure where the index is damaged.
    void read(std::uint32_t docid);
    std::string_view id() const noexcept;
    /// JSON, with simdjson's padding readable behind it.
    std::string_view content() const noexcept;

private:
    const store::Generation* generation_;
    std::string row_;
};

}  // namespace bizrec::builder
