#include "lmdb_builder/system/whole_file.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace bizrec::builder {

bool read_whole_file(const std::string& path, std::string& out) {
    out.clear();
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (file == nullptr) {
        return false;
    }
    constexpr std::size_t piece_bytes = 65536;
    std::error_code unknown;  // the size of a pipe
    const std::uintmax_t expected = std::filesystem::file_size(path, unknown);
    out.resize(unknown ? piece_bytes : expected + 1);
    std::size_t size = 0;
    while (const std::size_t got = std::fread(&out[size], 1, out.size() - size, file.get())) {
        size += got;
        if (size == out.size()) {
            out.resize(size + piece_bytes);
        }
    }
    out.resize(size);
    if (std::ferror(file.get()) != 0) {
        out.clear();
        return false;
    }
    return true;
}

}  // namespace bizrec::builder
