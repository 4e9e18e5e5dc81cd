#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "bizrec/format/changes_layout.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// Writes a file of changes, docs/changes-format.md. Memory: a page, and each distinct list of pointers, up to 64 MiB
/// in total. A record whose list does not fit into these 64 MiB counts as changed as a whole. All functions throw a
/// BuildFailure that names the file.
class ChangesWriter {
public:
    /// `path`: created; must not exist. `since`, `until`: generations.
    ChangesWriter(const std::string& path, const std::string& since, const std::string& until);

    /// Call it in ascending order of ids. `pointers`: the changed parts of a changed record. Empty: only the order of
    /// its fields has changed.
    void add(format::ChangeKind kind, const format::Uuid& id, const std::vector<std::string>& pointers);

    /// Writes the rest, syncs the file and makes it read-only. Returns its size in bytes.
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
    std::unordered_map<std::string, std::uint64_t> places_;  // where in texts_ each list of pointers is, by its bytes
};

}  // namespace bizrec::builder
