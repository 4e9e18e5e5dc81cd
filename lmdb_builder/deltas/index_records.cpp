#include "lmdb_builder/deltas/index_records.hpp"

#include <algorithm>
#include <numeric>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::builder {

std::vector<std::uint32_t> docids_by_id(const store::Generation& generation) {
    std::vector<std::uint32_t> docids(generation.documents());
    std::iota(docids.begin(), docids.end(), 0U);
    if (const store::Suppression* const suppression = generation.suppression()) {
        docids.erase(std::remove_if(docids.begin(), docids.end(),
                                    [suppression](std::uint32_t docid) { return suppression->is_gone(docid); }),
                     docids.end());
    }
    std::sort(docids.begin(), docids.end(),
              [&ids = generation.uuid](std::uint32_t a, std::uint32_t b) { return ids[a] < ids[b]; });
    return docids;
}

bool read_record_json(const store::Generation& generation, std::uint32_t docid, std::string& json) {
    json.clear();
    if (!generation.append_row_head(docid, json)) {
        return false;
    }
    json.erase(0, format::row_content_offset);
    return true;
}

Error damaged_record(const store::Generation& generation, std::uint32_t docid) {
    return Error{generation.path() + ": the record " + format::uuid_text(generation.uuid[docid]) + " is damaged"};
}

}  // namespace bizrec::builder
