#include "bizrec/store/library_versions.hpp"

#include <lmdb.h>
#include <openssl/crypto.h>
#include <simdjson.h>
#include <xxhash.h>

namespace bizrec::store {
namespace {

std::string dotted(unsigned major, unsigned minor, unsigned patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

std::vector<std::pair<std::string_view, std::string>> library_versions() {
    int major = 0;
    int minor = 0;
    int patch = 0;
    mdb_version(&major, &minor, &patch);
    const unsigned xxhash = XXH_versionNumber();
    return {{"lmdb", dotted(static_cast<unsigned>(major), static_cast<unsigned>(minor), static_cast<unsigned>(patch))},
            {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING)},
            {"simdjson", dotted(simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                                simdjson::SIMDJSON_VERSION_REVISION)},
            {"xxhash", dotted(xxhash / 10000, xxhash / 100 % 100, xxhash % 100)}};
}

}  // namespace bizrec::store
