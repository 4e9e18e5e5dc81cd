#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/changes_layout.hpp"
#include "bizrec/store/fd.hpp"

/// Changes of the records between two generations of a published folder: OLD-NEW.changes, docs/changes-format.md.
namespace bizrec::store {

inline constexpr std::string_view changes_suffix = ".changes";

/// The path of a folder's file of changes from one generation to another.
std::string changes_path(const std::string& folder, std::string_view since, std::string_view until);

/// The oldest generation of the folder's history with a file of changes to `until`; "" if there is none.
std::string oldest_with_changes(const std::string& folder, std::string_view until);

/// Whether the folder has the index of a generation.
bool keeps_generation(const std::string& folder, std::string_view generation);

/// Whether a publisher may still be writing the file of changes from generation `since` to the current one: the folder
/// keeps `since` and some file of changes, and its link `current` was switched less than an hour ago. A publisher
/// writes the changes after the switch, and servers serve the new generation meanwhile.
bool may_get_changes(const std::string& folder, std::string_view since);

struct ChangeEntry {
    format::Uuid id{};
    format::ChangeKind kind = format::ChangeKind::removed;
    std::uint64_t text = format::changes::no_text;  ///< offset for ChangesFile::read_pointers(); no_text: no pointers
};

/// An open file of changes and a position in it. Pages are read on demand, and each is checked against its hash, so
/// that the cost of an answer hardly depends on the size of the file. The file is not mapped, so that truncation is an
/// error instead of a SIGBUS. Errors begin with the path. One thread at a time.
class ChangesFile {
public:
    /// Opens the changes between two generations. Null if there is no file at `path`. An error if the file is for other
    /// generations, is damaged, or cannot be read.
    static Result<std::unique_ptr<ChangesFile>> open(const std::string& path, std::string_view since,
                                                     std::string_view until);

    std::uint64_t entries() const noexcept { return entries_; }

    /// Goes to the first entry whose id is not less than `id` or, if the second argument is true, to the first whose id
    /// is greater.
    Status seek(const format::Uuid& id, bool behind);
    /// Reads the next entry: the one that seek() went to, or the first one of the file if seek() was not called.
    /// Returns false if there are no more.
    Result<bool> next(ChangeEntry& entry);
    /// Overwrites `pointers` with those of an entry: JSON Pointers to the changed parts of its record.
    Status read_pointers(const ChangeEntry& entry, std::vector<std::string>& pointers);

    /// Number of reads of pages and texts so far, for the caller's budget.
    std::uint64_t pages_read() const noexcept { return pages_read_; }

private:
    ChangesFile(std::string path, FileDescriptor file) : path_(std::move(path)), file_(std::move(file)) {}
    Status read_head(std::string_view since, std::string_view until);
    Status read_page(std::uint64_t number);
    Status read_texts(std::uint64_t offset, std::uint64_t size, std::string& bytes);
    Result<std::string> read_text(std::uint64_t offset);
    Status keep_text(std::uint64_t offset);
    Error damaged() const;

    std::string path_;
    FileDescriptor file_;
    std::uint64_t entries_ = 0, file_bytes_ = 0, texts_offset_ = 0;
    std::uint64_t at_ = 0;  // number of the entry that next() reads
    std::uint64_t pages_read_ = 0;
    std::uint64_t page_number_ = 0;  // number of the page in page_; 0: none
    format::changes::Page page_;
    std::unordered_map<std::uint64_t, std::string> texts_;  // texts that were read and checked, by their offsets
    std::size_t bytes_of_texts_ = 0;
};

}  // namespace bizrec::store
