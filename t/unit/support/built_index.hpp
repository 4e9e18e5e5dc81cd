#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::search::testing {

/// An index that the real builder made from input files. The destructor removes all files; the mapping stays valid
/// while the generation is held.
class BuiltIndex {
public:
    /// Builds an index of JSON lines.
    explicit BuiltIndex(const std::vector<std::string>& lines);
    /// Builds an index of files with JSON lines, compressed or not.
    static BuiltIndex of_files(const std::vector<std::string>& paths);

    /// Null, after a test failure, if the build failed.
    const std::shared_ptr<const store::Generation>& generation() const noexcept { return generation_; }

private:
    BuiltIndex();
    void build(const std::vector<std::string>& inputs);

    std::unique_ptr<TempDir> folder_;
    std::shared_ptr<const store::Generation> generation_;
};

}  // namespace bizrec::search::testing
