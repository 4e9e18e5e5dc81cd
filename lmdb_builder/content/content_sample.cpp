#include "lmdb_builder/content/content_sample.hpp"

#include <algorithm>
#include <tuple>

#include "bizrec/base/xxh.hpp"
#include "bizrec/format/content_parser.hpp"

namespace bizrec::builder {

std::string_view ContentSample::Record::json() const noexcept {
    return {padded.data(), padded.size() - format::ContentParser::read_slack};
}

void ContentSample::add(const format::Uuid& id, std::string_view json) {
    const std::uint64_t hash = XXH3_64bits(id.data(), id.size());
    if (json.size() > max_record || !is_sampled(hash)) {
        return;
    }
    Record& record = records_.emplace_back();
    record.hash = hash;
    record.id = id;
    record.padded.reserve(json.size() + format::ContentParser::read_slack);
    record.padded.append(json).append(format::ContentParser::read_slack, '\0');
    bytes_ += json.size();
    while (bytes_ > max_bytes_) {
        ++halvings_;
        const auto dropped =
            std::remove_if(records_.begin(), records_.end(), [this](const Record& r) { return !is_sampled(r.hash); });
        records_.erase(dropped, records_.end());
        bytes_ = 0;
        for (const Record& r : records_) {
            bytes_ += r.json().size();
        }
    }
}

std::vector<ContentSample::Record> ContentSample::take() {
    std::sort(records_.begin(), records_.end(),
              [](const Record& a, const Record& b) { return std::tie(a.hash, a.id) < std::tie(b.hash, b.id); });
    return std::move(records_);
}

}  // namespace bizrec::builder
