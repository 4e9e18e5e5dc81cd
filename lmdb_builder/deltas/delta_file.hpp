#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/uuid.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/deltas/delta_header.hpp"
#include "lmdb_builder/deltas/delta_layout.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"

struct ZSTD_DCtx_s;

namespace bizrec::builder {

/// An open delta. The constructor checks all bytes by their digest, and the values of the header. The constructor and
/// all readers throw a BuildFailure that names the file.
class DeltaFile {
public:
    explicit DeltaFile(const std::string& path);
    /// Like the constructor above, for an open file; `name` is for messages.
    DeltaFile(store::FileDescriptor file, std::string name);

    const std::string& name() const noexcept { return name_; }
    const DeltaHeader& header() const noexcept { return header_; }
    std::uint64_t bytes() const noexcept { return tail_.file_bytes; }
    bool is_signed() const noexcept { return tail_.signature.front() != 0; }
    /// Throws BuildFailure if none of the keys has signed the delta.
    void check_signature(const store::TrustedKeys& keys) const;

    [[noreturn]] void fail(const std::string& what) const;

private:
    friend class DeltaCursor;
    void read(void* bytes, std::size_t size, std::uint64_t offset) const;
    void read_ends();
    void hash_body(store::Sha256Stream& hash) const;
    void check_digest(const store::Sha256Stream& hash) const;

    std::string name_;
    store::FileDescriptor file_;
    delta::Tail tail_;
    DeltaHeader header_;
    std::uint64_t body_offset_ = 0, body_end_ = 0;  ///< where the packed body begins and ends in the file
    store::Sha256Stream head_hash_;                 ///< of the bytes before the body
};

/// The change of one record.
struct DeltaChange {
    ChangeKind kind = ChangeKind::removed;
    format::Uuid id{};
    std::vector<std::string> pointers;  ///< of a changed record: JSON Pointers of its changed members
    std::string json;                   ///< of an added or changed record, minified; not parsed yet
};

/// Walks a delta's body. Memory: a record, rules(), city_names(), and zstd's window. Reads the body again and checks
/// the digest again at the end, in case the file was overwritten after DeltaFile had checked it. Until next() has
/// returned false, the changes may be those of an overwritten file.
class DeltaCursor {
public:
    /// `delta` must outlive the cursor.
    explicit DeltaCursor(const DeltaFile& delta);
    ~DeltaCursor();

    /// The rules of the target; "" if the base has the same.
    const std::string& rules() const noexcept { return rules_; }
    /// The city_names.txt of the target; "" if it has the compiled-in names.
    const std::string& city_names() const noexcept { return city_names_; }

    /// Returns false at the end. Ids ascend. Throws BuildFailure if the number of changes differs from the header's
    /// counts, or if the file was overwritten after it had been opened.
    bool next(DeltaChange& change);

private:
    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const noexcept;
    };

    template <class T>
    T number() {
        T value{};
        take(&value, sizeof value);
        return value;
    }
    void take(void* to, std::size_t size);
    std::size_t unpack(char* out, std::size_t size);
    void fill();
    void text(std::string& to, std::uint32_t limit);
    void pointers(DeltaChange& change);
    void record(DeltaChange& change);
    void check_end();
    [[noreturn]] void fail_damaged() const;

    const DeltaFile* delta_;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
    std::vector<char> packed_, raw_;
    std::size_t packed_begin_ = 0, packed_end_ = 0, raw_begin_ = 0, raw_end_ = 0;
    std::uint64_t offset_;        // in the file, of the next byte to read into packed_
    std::uint64_t unpacked_ = 0;  // bytes
    bool frame_ended_ = false;
    store::Sha256Stream hash_;  // of all bytes before offset_
    std::string rules_, city_names_;
    std::uint64_t counts_[3] = {0, 0, 0};  // by ChangeKind
    format::Uuid last_{};
};

}  // namespace bizrec::builder
