#include "lmdb_builder/deletion/deletion_store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/deletion/record_matcher.hpp"
#include "t/fuzz/require.hpp"

/// Hostile bytes as a store of deletion hashes, without and with a correct checksum: a store that is read is written as
/// the same bytes. The bytes are then used as a record, in which nothing is found, because none of its hashes is
/// listed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec;
    using namespace bizrec::builder;
    using fuzz::require;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto unsealed = parse_store(bytes);
    require(!unsealed || serialise_store(unsealed.value()) == bytes);
    store::Sha256 digest{};
    require(store::sha256(bytes.data(), bytes.size(), digest));
    bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    const auto store = parse_store(bytes);
    require(!store || serialise_store(store.value()) == bytes);
    static const DeletionStore listed = [] {
        DeletionStore all;
        for (auto& entries : all.entries) {
            entries.push_back({{}, "1", DeletionStatus::untried});
        }
        return all;
    }();
    static const DeletionTables tables(listed);
    static RecordMatcher matcher(tables, NormalisingRules::built_in());
    std::string record(reinterpret_cast<const char*>(data), size);
    require(matcher.match(record).empty());
    return 0;
}
