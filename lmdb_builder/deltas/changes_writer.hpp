#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bizrec/format/changes_layout.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// Writes a file of changes, docs/changes-format.md. Memory: a page, and each list of pointers once, up to 64 MiB of
/// them; records whose list comes later have changed as a whole. All throw BuildFailure that names the file.
class ChangesWriter {
public:
    /// `path`: made, and must not be there. `since`, `until`: generations.
    ChangesWriter(const std::string& path, const std::string& since, const std::string& until);

    /// Ids ascend. `pointers`: of a changed one; none: its fields have another order.
    void add(format::ChangeKind kind, const format::Uuid& id, const std::vector<std::string>& pointers);

    /// Writes the rest, and syncs the file, which nobody may write from here on. The size: bytes.
    std::uint64_t finish();

private:
    std::uint64_t place_of(const std::vector<std::string>& pointers);
    void write_page();
    void write(const void* bytes, std::size_t size, std::uint64_t offset);

    std::string path_;
    store::FileDescriptor file_;
    format::changes::Head head_;
    format::changes::Page page_;
    std::uint64_t pages_ = 0;
    std::string texts_;
    std::unordered_map<std::string, std::uint64_t> places_;  // in texts_, by the bytes behind a text's head
};

}  // namespace bizrec::builder
