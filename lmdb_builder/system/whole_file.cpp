#include "lmdb_builder/system/whole_file.hpp"

#include <array>
#include <cstdio>
#include <memory>

namespace bizrec::builder {

bool read_whole_file(const std::string& path, std::string& out) {
    out.clear();
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (file == nullptr) {
        return false;
    }
    std::array<char, 65536> piece{};
    while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get())) {
        out.append(piece.data(), size);
    }
    if (std::ferror(file.get()) != 0) {
        out.clear();
        return false;
    }
    return true;
}

}  // namespace bizrec::builder
