#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// The decoded record of a match. Its memory is reused.
class MatchedRecord {
public:
    /// `generation` must outlive this object.
    explicit MatchedRecord(const store::Generation& generation) noexcept : generation_(&generation) {}

    /// id() and content() are valid until the next call. Throws BuildFailure if the index is damaged.
    void read(std::uint32_t docid);
    std::string_view id() const noexcept;
    /// JSON, followed by simdjson's readable padding.
    std::string_view content() const noexcept;

private:
    const store::Generation* generation_;
    std::string row_;
};

}  // namespace bizrec::builder
