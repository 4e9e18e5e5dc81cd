#include "lmdb_builder/deltas/delta_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "bizrec/format/record_json.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/deltas/delta_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t input_piece = 256U << 10;
constexpr const char* fetch_again = ": fetch it again, or the whole packed index";

/// Throws BuildFailure if the file is not a regular file. Without O_NONBLOCK, open() of a named pipe would wait for a
/// writer.
store::FileDescriptor open_regular(const std::string& path) {
    store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
        fail_with_errno("open the delta \"" + path + "\"");
    }
    if (!S_ISREG(status.st_mode)) {
        throw BuildFailure("the delta \"" + path + "\" is no regular file");
    }
    return file;
}

}  // namespace

DeltaFile::DeltaFile(const std::string& path) : DeltaFile(open_regular(path), path) {}

DeltaFile::DeltaFile(store::FileDescriptor file, std::string name) : name_(std::move(name)), file_(std::move(file)) {
    read_ends();
    store::Sha256Stream hash = head_hash_.copy();
    hash_body(hash);
    check_digest(hash);
}

void DeltaFile::fail(const std::string& what) const {
    throw BuildFailure("\"" + name_ + "\" " + what);
}

void DeltaFile::read(void* bytes, std::size_t size, std::uint64_t offset) const {
    if (!store::read_at(file_.get(), bytes, size, offset)) {
        fail(errno == 0 ? std::string("is a delta that is cut off") + fetch_again
                        : std::string("cannot be read: ") + std::strerror(errno));
    }
}

void DeltaFile::read_ends() {
    const std::uint64_t size = must(store::identify_descriptor(name_, file_.get())).size;
    const delta::Head expected;
    delta::Head head;
    if (size < sizeof head) {
        fail("is no delta: `lmdb_builder delta` writes one");
    }
    read(&head, sizeof head, 0);
    if (head.magic != expected.magic) {
        fail("is no delta: `lmdb_builder delta` writes one");
    }
    if (head.version != expected.version) {
        fail("is a delta of format " + std::to_string(head.version) + ", this lmdb_builder reads format " +
             std::to_string(expected.version) + ": fetch the whole packed index, or upgrade this host");
    }
    if (size < sizeof head + sizeof tail_) {
        fail(std::string("is a delta that is cut off") + fetch_again);
    }
    const delta::Tail expected_tail;
    read(&tail_, sizeof tail_, size - sizeof tail_);
    if (tail_.magic != expected_tail.magic || tail_.file_bytes != size) {
        fail(std::string("is a delta that is cut off or damaged") + fetch_again);
    }
    body_end_ = size - sizeof tail_;
    body_offset_ = sizeof head + std::uint64_t{head.header_bytes};
    if (head.header_bytes > delta::max_header_bytes || body_offset_ > body_end_) {
        fail(std::string("is a damaged delta") + fetch_again);
    }
    std::string json(head.header_bytes, '\0');
    read(json.data(), json.size(), sizeof head);
    head_hash_.update(&head, sizeof head);
    head_hash_.update(json.data(), json.size());
    try {
        header_ = read_delta_header(json);
    } catch (const BuildFailure& failure) {
        fail(std::string("is a damaged delta (") + failure.what() + ")" + fetch_again);
    }
}

/// Reads the body and hashes it. A failure of OpenSSL is reported by check_digest().
void DeltaFile::hash_body(store::Sha256Stream& hash) const {
    std::vector<char> piece(input_piece);
    for (std::uint64_t at = body_offset_; at < body_end_; at += piece.size()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), body_end_ - at));
        read(piece.data(), size, at);
        hash.update(piece.data(), size);
    }
}

void DeltaFile::check_digest(const store::Sha256Stream& hash) const {
    store::Sha256 digest{};
    if (!hash.peek(digest)) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
    if (digest != tail_.sha256) {
        fail(std::string("is a damaged delta") + fetch_again);
    }
}

void DeltaFile::check_signature(const store::TrustedKeys& keys) const {
    if (!is_signed()) {
        fail(
            "is not signed, and --trust demands it: make it with `lmdb_builder delta --key`, or `publish --key "
            "--deltas`");
    }
    const std::string_view text(tail_.signature.data(), store::signature_text_bytes);
    if (!keys.check(signed_text(tail_.sha256), text)) {
        fail("is not signed by " + std::string(keys.size() == 1 ? "the key" : "a key") + " in " + keys.path() +
             ": it was altered, or another key has signed it");
    }
}

void DeltaCursor::FreeContext::operator()(ZSTD_DCtx_s* context) const noexcept {
    ZSTD_freeDCtx(context);
}

DeltaCursor::DeltaCursor(const DeltaFile& delta)
    : delta_(&delta),
      context_(ZSTD_createDCtx()),
      packed_(input_piece),
      raw_(input_piece),
      offset_(delta.body_offset_),
      hash_(delta.head_hash_.copy()) {
    if (!context_) {
        throw std::bad_alloc();
    }
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, delta::max_window_log);
    text(rules_, delta::max_table_bytes);
    text(city_names_, delta::max_table_bytes);
}

DeltaCursor::~DeltaCursor() = default;

void DeltaCursor::fail_damaged() const {
    delta_->fail(std::string("is a damaged delta, at byte ") + std::to_string(unpacked_) + " of its body" +
                 fetch_again);
}

/// Writes up to `size` unpacked bytes to `out` and returns their number; 0 at the end of the zstd frame.
std::size_t DeltaCursor::unpack(char* out, std::size_t size) {
    ZSTD_outBuffer output{out, size, 0};
    while (output.pos == 0 && !frame_ended_) {
        if (packed_begin_ == packed_end_) {
            packed_begin_ = 0;
            packed_end_ =
                static_cast<std::size_t>(std::min<std::uint64_t>(packed_.size(), delta_->body_end_ - offset_));
            delta_->read(packed_.data(), packed_end_, offset_);
            hash_.update(packed_.data(), packed_end_);
            offset_ += packed_end_;
        }
        ZSTD_inBuffer input{packed_.data(), packed_end_, packed_begin_};
        const bool is_all_read = packed_begin_ == packed_end_;
        const std::size_t code = ZSTD_decompressStream(context_.get(), &output, &input);
        if (ZSTD_isError(code) != 0 || (is_all_read && output.pos == 0 && code != 0)) {
            fail_damaged();
        }
        packed_begin_ = input.pos;
        frame_ended_ = code == 0;
    }
    return output.pos;
}

void DeltaCursor::fill() {
    raw_begin_ = 0;
    raw_end_ = unpack(raw_.data(), raw_.size());
    unpacked_ += raw_end_;
    if (raw_end_ == 0 || unpacked_ > delta_->header().body_bytes) {
        fail_damaged();
    }
}

void DeltaCursor::take(void* to, std::size_t size) {
    char* out = static_cast<char*>(to);
    while (size != 0) {
        if (raw_begin_ == raw_end_) {
            fill();
        }
        const std::size_t piece = std::min(size, raw_end_ - raw_begin_);
        std::memcpy(out, raw_.data() + raw_begin_, piece);
        raw_begin_ += piece;
        out += piece;
        size -= piece;
    }
}

void DeltaCursor::text(std::string& to, std::uint32_t limit) {
    const auto size = number<std::uint32_t>();
    if (size > limit || size > delta_->header().body_bytes) {
        fail_damaged();
    }
    to.resize(size);
    take(to.data(), size);
}

void DeltaCursor::pointers(DeltaChange& change) {
    const auto count = number<std::uint32_t>();
    if (count > delta::max_pointers) {
        fail_damaged();
    }
    std::uint32_t left = delta::max_pointer_bytes;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::string& pointer = change.pointers.emplace_back();
        text(pointer, left);
        left -= static_cast<std::uint32_t>(pointer.size());
    }
}

void DeltaCursor::record(DeltaChange& change) {
    const auto id_at = number<std::uint32_t>();
    text(change.json, format::max_record_bytes);
    if (id_at == delta::no_id) {
        return;
    }
    if (id_at > change.json.size()) {
        fail_damaged();
    }
    change.json.insert(id_at, format::uuid_text(change.id));
}

bool DeltaCursor::next(DeltaChange& change) {
    const DeltaHeader& header = delta_->header();
    const std::uint64_t counts[] = {header.removed, header.added, header.changed};
    if (std::equal(std::begin(counts), std::end(counts), std::begin(counts_))) {
        check_end();
        return false;
    }
    const auto kind = number<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(ChangeKind::changed) || counts_[kind] == counts[kind]) {
        fail_damaged();
    }
    const bool is_first = counts_[0] + counts_[1] + counts_[2] == 0;
    ++counts_[kind];
    change.kind = static_cast<ChangeKind>(kind);
    take(change.id.data(), change.id.size());
    if (!is_first && change.id <= last_) {
        fail_damaged();
    }
    last_ = change.id;
    change.pointers.clear();
    change.json.clear();
    if (change.kind == ChangeKind::changed) {
        pointers(change);
    }
    if (change.kind != ChangeKind::removed) {
        record(change);
    }
    return true;
}

void DeltaCursor::check_end() {
    char none = 0;
    if (raw_begin_ != raw_end_ || unpacked_ != delta_->header().body_bytes || unpack(&none, 1) != 0 ||
        packed_begin_ != packed_end_ || offset_ != delta_->body_end_) {
        fail_damaged();
    }
    delta_->check_digest(hash_);
}

}  // namespace bizrec::builder
