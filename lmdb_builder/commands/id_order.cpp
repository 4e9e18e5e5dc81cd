#include "lmdb_builder/commands/id_order.hpp"

#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {

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
