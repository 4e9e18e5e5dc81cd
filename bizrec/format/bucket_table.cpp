#include "bizrec/format/bucket_table.hpp"

#include <cstring>
#include <string>

namespace bizrec::format {
namespace {

constexpr std::size_t max_partitions = std::size_t{1} << 20;

Error chunk_problem(std::string_view name, std::size_t chunk, const std::string& what) {
    return Error{"section " + std::string(name) + ", chunk " + std::to_string(chunk) + ": " + what};
}

}  // namespace

Result<BucketTable> BucketTable::open(const std::vector<Chunk>& chunks, unsigned value_bits, std::string_view name) {
    const std::size_t count = chunks.size();
    if (count == 0 || (count & (count - 1)) != 0 || count > max_partitions || value_bits > max_value_bits) {
        return Error{"section " + std::string(name) + ": has " + std::to_string(count) +
                     " chunks, expected a power of two"};
    }
    BucketTable table;
    table.value_bits_ = value_bits;
    for (std::size_t i = 0; i < count; ++i) {
        View view;
        if (chunks[i].size < bucket_head_bytes) {
            return chunk_problem(name, i, "has no room for its head");
        }
        std::memcpy(&view.count, chunks[i].bytes, sizeof view.count);
        if (view.count > max_in_partition || bucket_bytes(view.count, value_bits) > chunks[i].size) {
            return chunk_problem(name, i,
                                 "its head states " + std::to_string(view.count) + " entries, which do not fit its " +
                                     std::to_string(chunks[i].size) + " bytes");
        }
        view.buckets = bucket_count_of(view.count);
        view.offsets = reinterpret_cast<const std::uint16_t*>(chunks[i].bytes + bucket_head_bytes);
        view.entries = chunks[i].bytes + bucket_entries_at(view.count);
        view.first = table.size_;
        table.size_ += view.count;
        table.views_.push_back(view);
    }
    return table;
}

std::uint64_t BucketTable::value(std::uint32_t number) const noexcept {
    const auto behind = std::upper_bound(views_.begin(), views_.end(), number,
                                         [](std::uint32_t n, const View& view) { return n < view.first; });
    const View& view = *(behind - 1);
    return bytes_at(view, number - view.first) & value_mask();
}

}  // namespace bizrec::format
