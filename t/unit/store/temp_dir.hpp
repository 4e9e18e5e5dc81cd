#pragma once

#include <unistd.h>

#include "t/unit/support/temp_dir.hpp"

namespace bizrec::store::test {

using bizrec::read_file;
using bizrec::write_file;

/// A temporary folder, in memory if possible, because these tests call fsync thousands of times.
class TempDir : public bizrec::TempDir {
public:
    TempDir() : bizrec::TempDir(::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir()) {}
};

inline bool file_exists(const std::string& path) {
    return std::filesystem::exists(path);
}

}  // namespace bizrec::store::test
