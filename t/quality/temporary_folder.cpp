#include "t/quality/temporary_folder.hpp"

#include <unistd.h>
#include <cstdlib>

#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace bizrec::quality {

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "bizrec-quality-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace bizrec::quality
