#include "bizrec/format/spelling_table_builder.hpp"

#include <algorithm>
#include <numeric>

#include "bizrec/base/utf8.hpp"
#include "bizrec/format/bucket_table.hpp"
#include "bizrec/format/spelling_table.hpp"
#include "bizrec/text/spelling_keys.hpp"

namespace bizrec::format {
namespace {

/// gather() distributes the entries of a partition to 2^heap_bits heaps (ranges of keys). A heap has at most four
/// entries on average.
constexpr unsigned heap_bits = 13;

/// Estimates the number of keys from the lengths of the words, without hashing: one for each word and for each form of
/// it without one code point. Repeated letters give fewer keys; the keys of sounds are not counted.
std::uint64_t estimated_keys(const SpelledWords& words) {
    std::uint64_t keys = 0;
    for (std::uint32_t i = 0; i < words.words->size(); ++i) {
        keys += count_code_points(words.words->word(i)) + 1;
    }
    return keys;
}

}  // namespace

SpellingTableBuilder::SpellingTableBuilder(const SpelledWords& words, unsigned lanes, std::uint64_t memory_bytes)
    : words_(words), lanes_(lanes) {
    const std::uint64_t keys = estimated_keys(words);
    partitions_ = bucket_partition_count(keys);
    constexpr std::uint64_t bytes_a_partition =
        std::uint64_t{3} * entries_a_partition * sizeof(BucketEntry);  // 3: vectors have spare capacity
    round_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory_bytes / bytes_a_partition, 1, partitions_));
    expected_ = static_cast<std::size_t>(keys / partitions_ / lanes_.size());
    for (Lane& lane : lanes_) {
        lane.rivals = Rivals(*words.words, words.documents);
    }
}

bool SpellingTableBuilder::next_round() {
    begin_ = end_;
    end_ = std::min(begin_ + round_, partitions_);
    for (Lane& lane : lanes_) {
        lane.parts.resize(round_);
        for (auto& part : lane.parts) {
            part.clear();
            part.reserve(expected_);  // close to the actual number
        }
    }
    return begin_ < end_;
}

void SpellingTableBuilder::collect(unsigned lane, std::uint32_t from, std::uint32_t to) {
    Lane& own = lanes_[lane];
    for (std::uint32_t i = from; i < to; ++i) {
        const std::string_view word = words_.words->word(i);
        words_.with_sounds ? text::spelling_keys(word, own.keys) : text::deletion_keys(word, own.keys);
        for (const std::uint64_t key : own.keys) {
            const std::uint32_t partition = bucket_partition_of(key, partitions_);
            if (partition >= begin_ && partition < end_) {
                own.parts[partition - begin_].push_back({key, i});
            }
        }
    }
}

/// Collects the entries of the round's partition `i` from all lanes, sorted by key. A counting sort puts them into
/// heaps. A heap is the range of keys that have the same heap_bits bits after the bits that choose the partition. Then
/// each heap is sorted.
void SpellingTableBuilder::gather(Lane& lane, std::uint32_t i) {
    const auto heap_of = [this](const BucketEntry& entry) { return (entry.key * partitions_) >> (64 - heap_bits); };
    lane.ends.assign((std::size_t{1} << heap_bits) + 1, 0);
    for (const Lane& other : lanes_) {
        for (const BucketEntry& entry : other.parts[i]) {
            ++lane.ends[heap_of(entry) + 1];
        }
    }
    std::partial_sum(lane.ends.begin(), lane.ends.end(), lane.ends.begin());
    lane.entries.resize(lane.ends.back());
    for (Lane& other : lanes_) {
        for (const BucketEntry& entry : other.parts[i]) {
            lane.entries[lane.ends[heap_of(entry)]++] = entry;
        }
        other.parts[i] = {};
    }
    std::uint32_t begin = 0;
    for (const std::uint32_t end : lane.ends) {
        std::sort(lane.entries.begin() + begin, lane.entries.begin() + end);
        begin = end;
    }
}

/// Entries [begin, end) of the lane are words with one key. Computes their rival bytes if the words have sounds. Moves
/// the max_under_a_key words with the most documents to entries [kept, …), with the words' numbers as values, and
/// advances `kept`.
void SpellingTableBuilder::add_group(Lane& lane, std::size_t begin, std::size_t end, std::size_t& kept) {
    std::vector<BucketEntry>& entries = lane.entries;
    const auto at = [&](std::size_t i) { return entries.begin() + static_cast<std::ptrdiff_t>(i); };
    std::sort(at(begin), at(end), [this](const BucketEntry& a, const BucketEntry& b) {
        const std::uint32_t more = words_.documents[a.value], less = words_.documents[b.value];
        return more != less ? more > less : a.value < b.value;
    });
    if (words_.with_sounds) {
        lane.rivals.add(&entries[begin], end - begin);
    }
    const std::size_t first = kept;
    for (std::size_t i = begin; i < std::min<std::size_t>(end, begin + max_under_a_key); ++i) {
        entries[kept++] = {entries[i].key, number_of(entries[i].value)};
    }
    std::sort(at(first), at(kept));
    const auto same = [](const BucketEntry& a, const BucketEntry& b) { return a.value == b.value; };
    kept = static_cast<std::size_t>(std::unique(at(first), at(kept), same) - entries.begin());
}

std::string SpellingTableBuilder::encode(unsigned lane, std::uint32_t i) {
    Lane& own = lanes_[lane];
    gather(own, i);
    std::size_t kept = 0;
    for (std::size_t begin = 0, end = 0; begin < own.entries.size(); begin = end) {
        while (end < own.entries.size() && own.entries[end].key == own.entries[begin].key) {
            ++end;
        }
        if (end - begin == 1) {
            own.entries[kept++] = {own.entries[begin].key, number_of(own.entries[begin].value)};
        } else {
            add_group(own, begin, end, kept);
        }
    }
    return encode_bucket_partition(own.entries.data(), own.entries.data() + kept, partitions_,
                                   bits_below(words_.numbers_below));
}

std::vector<std::uint8_t> SpellingTableBuilder::rivals() const {
    std::vector<std::uint8_t> most(words_.words->size(), 0);
    for (const Lane& lane : lanes_) {
        lane.rivals.add_to(most);
    }
    return most;
}

}  // namespace bizrec::format
