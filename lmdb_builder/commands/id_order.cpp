#include "lmdb_builder/commands/id_order.hpp"

#include <algorithm>
#include <numeric>

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

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

std::string id_text(const format::Uuid& id) {
    std::string text(format::uuid_characters, '\0');
    format::write_uuid(id, text.data());
    return text;
}

std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id) {
    format::Uuid uuid;
    if (!format::read_uuid(id, uuid)) {
        fail("\"" + id + "\" is no id: a UUID has 32 hexadecimal digits in five groups");
        return std::nullopt;
    }
    const std::uint32_t docid = generation.find_id(uuid);
    if (docid == format::no_docid) {
        fail("the index holds no record with the id " + id);
        return std::nullopt;
    }
    return docid;
}

}  // namespace bizrec::builder
