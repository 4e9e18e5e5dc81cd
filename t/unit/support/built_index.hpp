#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::search::testing {

/// An index that the real builder made of input files; everything is removed with the object (the map lives on as long
/// as the generation is held).
class BuiltIndex {
public:
    /// JSON lines.
    explicit BuiltIndex(const std::vector<std::string>& lines);
    /// Files of JSON lines, compressed or not.
    static BuiltIndex of_files(const std::vector<std::string>& paths);

    /// Null, with a test failure, where the build went wrong.
    const std::shared_ptr<const store::Generation>& generation() const noexcept { return generation_; }

private:
    BuiltIndex();
    void build(const std::vector<std::string>& inputs);

    std::unique_ptr<TempDir> folder_;
    std::shared_ptr<const store::Generation> generation_;
};

}  // namespace bizrec::search::testing
