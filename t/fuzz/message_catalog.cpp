#include <cstdint>
#include <string>

#include "lmdb_builder/catalog/message_catalog.hpp"

/// Any bytes as a gettext catalogue: it is read or refused. Look-ups in one that is read stay inside it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto catalog = bizrec::builder::MessageCatalog::parse(bytes);
    return catalog && catalog.value().translate("Bayern").size() > size ? -1 : 0;
}
