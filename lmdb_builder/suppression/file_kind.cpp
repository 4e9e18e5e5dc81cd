#include "lmdb_builder/suppression/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include "bizrec/format/run_magic.hpp"

namespace bizrec::builder {

FileKind kind_of_file(const std::string& path) {
    constexpr std::size_t lmdb_magic_offset = 16;  // in the first page
    constexpr const char* lmdb_magic = "\xDE\xC0\xEF\xBE";
    std::array<char, 20> head{};
    std::ifstream(path, std::ios::binary).read(head.data(), head.size());
    if (std::memcmp(head.data() + lmdb_magic_offset, lmdb_magic, std::strlen(lmdb_magic)) == 0) {
        return FileKind::lmdb;
    }
    const bool is_run = std::equal(format::run_magic.begin(), format::run_magic.end(), head.begin());
    return is_run ? FileKind::run : FileKind::other;
}

}  // namespace bizrec::builder
