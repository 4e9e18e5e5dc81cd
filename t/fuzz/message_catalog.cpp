#include <cstdint>
#include <string>

#include "lmdb_builder/catalog/message_catalog.hpp"

/// A gettext catalogue of any bytes is read or refused; what it holds can be asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto catalog = bizrec::builder::MessageCatalog::parse(bytes);
    return catalog && catalog.value().translate("Bayern").size() > size ? -1 : 0;
}
