#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// Records to choose a dictionary's phrases from: those whose ids have a hash below a threshold, which halves whenever
/// they get too many. So which ones they are depends on the set of records alone, not on their order.
class ContentSample {
public:
    struct Record {
        std::uint64_t hash = 0;  ///< of the id
        format::Uuid id{};
        std::string padded;  ///< the record, and behind it what format::ContentParser may read
        std::string_view json() const noexcept;
    };

    explicit ContentSample(std::size_t max_bytes = default_bytes) : max_bytes_(max_bytes) {}

    /// Each id once. Records longer than `longest_record` count as not there.
    void add(const format::Uuid& id, std::string_view json);

    /// By hash, then by id.
    std::vector<Record> take();
    /// One record in 2^halvings() is in the sample.
    unsigned halvings() const noexcept { return halvings_; }

    static constexpr std::size_t default_bytes = std::size_t{2} << 20;
    static constexpr std::size_t longest_record = std::size_t{16} << 10;

private:
    bool is_sampled(std::uint64_t hash) const noexcept { return halvings_ == 0 || hash >> (64 - halvings_) == 0; }

    std::size_t max_bytes_;
    std::size_t bytes_ = 0;
    unsigned halvings_ = 0;
    std::vector<Record> records_;
};

}  // namespace bizrec::builder
