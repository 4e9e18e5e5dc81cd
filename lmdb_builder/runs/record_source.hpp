#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"

namespace bizrec::builder {

/// Walks encoded documents (document.hpp) in the order of their keys, then of their bytes. A key is the id, then
/// info_refreshed_at as a big-endian number with its sign bit flipped. So the last entry of an id is the newest one.
class RecordCursor {
public:
    static constexpr std::size_t key_bytes = sizeof(format::Uuid) + sizeof(std::uint64_t);

    RecordCursor() = default;
    RecordCursor(const RecordCursor&) = delete;
    RecordCursor& operator=(const RecordCursor&) = delete;
    virtual ~RecordCursor() = default;

    /// Moves to the next record. Returns false at the end. Otherwise key() and payload() are valid until the next call.
    /// Throws BuildFailure.
    virtual bool next() = 0;
    std::string_view key() const noexcept { return key_; }
    std::string_view payload() const noexcept { return payload_; }

protected:
    std::string_view key_, payload_;
};

/// Gives the records to the stages after reading. They may be read any number of times.
class RecordSource {
public:
    RecordSource() = default;
    RecordSource(const RecordSource&) = delete;
    RecordSource& operator=(const RecordSource&) = delete;
    virtual ~RecordSource() = default;

    /// The source must outlive the cursor.
    virtual std::unique_ptr<RecordCursor> read() const = 0;
    /// Number of entries that a cursor returns, including replaced ones.
    virtual std::uint64_t count() const noexcept = 0;
    /// Memory of the source and one cursor, in bytes.
    virtual std::uint64_t held_bytes() const noexcept = 0;
};

/// The records of one build, sorted.
class SortedRecords : public RecordSource {
public:
    SortedRecords(std::string temp_folder, ExternalSorter::Limits limits) : sorter_(std::move(temp_folder), limits) {}

    ExternalSorter& sorter() noexcept { return sorter_; }
    std::unique_ptr<RecordCursor> read() const override;
    std::uint64_t count() const noexcept override { return sorter_.count(); }
    std::uint64_t held_bytes() const noexcept override { return sorter_.held_bytes() + sorter_.cursor_bytes(); }

private:
    ExternalSorter sorter_;
};

/// Walks the winners. A winner is the last entry of an id: the newest version of the record, which the index keeps.
class WinnerCursor {
public:
    explicit WinnerCursor(std::unique_ptr<RecordCursor> cursor);
    /// Appends the next winner's encoded document to `to`. Returns false at the end.
    bool append_next(std::string& to);
    std::string_view key() const noexcept { return key_; }  ///< of the winner appended last
    /// Number of replaced entries that were skipped so far.
    std::uint64_t replaced() const noexcept { return replaced_; }

private:
    std::unique_ptr<RecordCursor> cursor_;
    bool more_;
    std::string key_;
    std::uint64_t replaced_ = 0;
};

}  // namespace bizrec::builder
