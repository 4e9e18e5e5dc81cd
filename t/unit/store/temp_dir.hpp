#pragma once

#include <string>
#include <vector>

namespace bizrec::store::test {

/// A folder of the test's own, gone with this object. In memory where the system offers that: these tests fsync by the
/// thousand.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    std::string path(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& bytes);
bool file_exists(const std::string& path);

}  // namespace bizrec::store::test
