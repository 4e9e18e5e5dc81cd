#include "t/unit/store/temp_dir.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace bizrec::store::test {

TempDir::TempDir() {
    const std::string base = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir();
    std::string pattern = base + "bizrec-store-XXXXXX";
    const char* made = ::mkdtemp(pattern.data());
    EXPECT_NE(made, nullptr) << pattern;
    path_ = pattern;
}

TempDir::~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in) << path;
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    EXPECT_TRUE(out.flush()) << path;
}

bool file_exists(const std::string& path) {
    return std::filesystem::exists(path);
}

}  // namespace bizrec::store::test
