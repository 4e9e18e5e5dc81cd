#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// Records from which a dictionary's phrases are chosen. A record is in the sample if the hash of its id is below a
/// threshold, which is halved whenever the sample has more than `max_bytes`. The sample therefore depends only on the
/// set of records, not on their order.
class ContentSample {
public:
    struct Record {
        std::uint64_t hash = 0;  ///< of the id
        format::Uuid id{};
        std::string padded;  ///< the record, followed by the bytes that format::ContentParser may read past it
        std::string_view json() const noexcept;
    };

    explicit ContentSample(std::size_t max_bytes = default_bytes) : max_bytes_(max_bytes) {}

    /// Each id may be added once. Records longer than `max_record` are ignored.
    void add(const format::Uuid& id, std::string_view json);

    /// Takes the records out, sorted by hash, then by id.
    std::vector<Record> take();
    /// How often the threshold was halved: about one record in 2^halvings() is in the sample.
    unsigned halvings() const noexcept { return halvings_; }

    static constexpr std::size_t default_bytes = std::size_t{2} << 20;
    static constexpr std::size_t max_record = std::size_t{16} << 10;

private:
    bool is_sampled(std::uint64_t hash) const noexcept { return halvings_ == 0 || hash >> (64 - halvings_) == 0; }

    std::size_t max_bytes_;
    std::size_t bytes_ = 0;
    unsigned halvings_ = 0;
    std::vector<Record> records_;
};

}  // namespace bizrec::builder
