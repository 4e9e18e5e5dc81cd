#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/content/content_sample.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/document/encoded_documents.hpp"
#include "lmdb_builder/order/place_statistics.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/runs/record_source.hpp"

namespace bizrec::builder {

/// A batch of winners (WinnerCursor), encoded, so that a thread other than the merging one can decode them.
class WinnerBatch : public EncodedDocuments {
public:
    /// Takes winners until the batch has at least `batch_bytes`. Returns false if no winners are left.
    bool fill(WinnerCursor& winners, std::size_t batch_bytes) {
        clear();
        while (bytes() < batch_bytes && add([&winners](std::string& to) { return winners.append_next(to); })) {
        }
        return size() > 0;
    }
};

/// A batch of winners (WinnerCursor: the newest record of each id). It also collects the results of one worker about
/// these records, until add_to() adds them to the results of the build. The memory of a batch is reused.
class GatherBatch {
public:
    WinnerBatch winners;

    /// Clears the results of the previous batch of winners.
    void begin();
    /// Adds the results for one winner. `terms`: its term vector. `place`: the place under which `places` of add_to()
    /// counts the record.
    void add(std::string_view terms, const Document& document, const DocumentPlace& place);
    /// Adds all results except facts() to the arguments. These are sums, and a sample of the records that is chosen by
    /// their ids. So the order of batches does not matter.
    void add_to(format::TextStatistics& text, PlaceStatistics& places,
                std::map<std::string, std::uint64_t>& unusable_websites, ContentSample& sample) const;
    const FactCounts& facts() const noexcept { return facts_; }

private:
    struct Spot {
        format::Uuid id{};
        PlaceKey place;
        place::Position position;
    };

    format::TextStatistics text_;
    FactCounts facts_;
    std::vector<Spot> spots_;  // only the first spot_count_ are valid
    std::size_t spot_count_ = 0;
    std::map<std::string, std::uint64_t> unusable_websites_;
};

}  // namespace bizrec::builder
