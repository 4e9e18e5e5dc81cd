#include "lmdb_builder/runs/run_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t entry_head_bytes = sizeof(std::uint32_t) + RecordCursor::key_bytes;
constexpr std::size_t lmdb_magic_offset = 16;
constexpr std::uint32_t lmdb_magic = 0xBEEFC0DE;

bool is_sound_size(const run::BlockHead& head) noexcept {
    return head.raw_bytes <= run::max_block_bytes && head.stored_bytes <= head.raw_bytes &&
           head.raw_bytes <= run::max_packing * head.stored_bytes;
}

store::OpenFile open_file(const std::string& path) {
    return must(store::open_index_file(path));
}

const char* kind_of(const char* bytes, std::size_t size) noexcept {
    std::uint32_t number = 0;
    if (size >= lmdb_magic_offset + sizeof number) {
        std::memcpy(&number, bytes + lmdb_magic_offset, sizeof number);
    }
    if (number == lmdb_magic) {
        return "is an index, no run";
    }
    return size != 0 && (bytes[0] == '{' || bytes[0] == '[') ? "is JSON, no run" : "is no run";
}

}  // namespace

void BlockUnpacker::FreeContext::operator()(ZSTD_DCtx_s* context) const noexcept {
    ZSTD_freeDCtx(context);
}

BlockUnpacker::BlockUnpacker() : context_(ZSTD_createDCtx()) {
    if (!context_) {
        throw std::bad_alloc();
    }
}

bool BlockUnpacker::unpack(const run::BlockHead& head, const char* stored, std::string& raw) {
    if (head.stored_bytes == head.raw_bytes) {
        raw.assign(stored, head.stored_bytes);
        return true;
    }
    raw.resize(head.raw_bytes);
    return ZSTD_decompressDCtx(context_.get(), raw.data(), raw.size(), stored, head.stored_bytes) == head.raw_bytes;
}

RunFile::RunFile(const std::string& path) : name_(path) {
    const store::OpenFile file = open_file(path);
    identity_ = file.identity;
    read_head(file.fd.get());
    read_ends(file.fd.get());
}

RunFile::RunFile(store::FileDescriptor file, std::string name) : name_(std::move(name)), unnamed_(std::move(file)) {
    identity_ = must(store::identify_descriptor(name_, unnamed_.get()));
    read_head(unnamed_.get());
    read_ends(unnamed_.get());
}

void RunFile::fail(const std::string& what) const {
    throw BuildFailure("\"" + name_ + "\" " + what);
}

store::FileDescriptor RunFile::open() const {
    if (unnamed_.get() >= 0) {
        return store::FileDescriptor(::fcntl(unnamed_.get(), F_DUPFD_CLOEXEC, 0));
    }
    store::OpenFile file = open_file(name_);
    if (!(file.identity == identity_)) {
        fail("has changed since the merge began");
    }
    ::posix_fadvise(file.fd.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    return std::move(file.fd);
}

void RunFile::read_head(int file) {
    char bytes[sizeof(run::Head) + lmdb_magic_offset] = {};
    const std::size_t size = std::min<std::uint64_t>(identity_.size, sizeof bytes);
    if (!store::read_at(file, bytes, size, 0)) {
        fail_with_errno("read \"" + name_ + "\"");
    }
    run::Head head;
    const run::Head expected;
    std::memcpy(&head, bytes, sizeof head);
    if (size < sizeof head || head.magic != expected.magic) {
        fail(std::string(kind_of(bytes, size)) + ": merge takes what `lmdb_builder build --shard` or `--part` wrote");
    }
    if (head.version != expected.version) {
        fail("is a run of format " + std::to_string(head.version) + ", this lmdb_builder reads format " +
             std::to_string(expected.version) + ": use one version of it on all machines");
    }
    header_checksum_ = run::head_checksum(head);
}

void RunFile::read_ends(int file) {
    constexpr const char* cut_off = "is a run that is cut off: copy it again, or build it again";
    constexpr const char* damaged = "is a damaged run: copy it again, or build it again";
    const auto read = [&](void* bytes, std::size_t size, std::uint64_t offset) {
        if (!store::read_at(file, bytes, size, offset)) {
            fail(errno == 0 ? cut_off : std::string("cannot be read: ") + std::strerror(errno));
        }
    };
    const auto read_block = [&](std::uint64_t offset, std::uint64_t limit, run::BlockKind kind, std::uint64_t before,
                                run::BlockHead& head) {
        std::string stored;
        if (offset > limit || limit - offset < sizeof head) {
            fail(damaged);
        }
        read(&head, sizeof head, offset);
        if (head.kind != kind || head.stored_bytes != head.raw_bytes ||
            head.stored_bytes > limit - offset - sizeof head) {
            fail(damaged);
        }
        stored.resize(head.stored_bytes);
        read(stored.data(), stored.size(), offset + sizeof head);
        if (run::block_checksum(head, stored.data(), before) != head.checksum) {
            fail(damaged);
        }
        return stored;
    };
    const auto parse = [&](auto&& reader, const std::string& json) {
        try {
            return reader(json);
        } catch (const BuildFailure& failure) {
            fail(std::string(damaged) + " (" + failure.what() + ")");
        }
    };
    if (identity_.size < sizeof(run::Head) + sizeof(run::Tail)) {
        fail(cut_off);
    }
    const std::uint64_t tail_offset = identity_.size - sizeof(run::Tail);
    read(&tail_, sizeof tail_, tail_offset);
    if (tail_.magic != run::end_magic) {
        fail(cut_off);
    }
    run::BlockHead head;
    const std::string header =
        read_block(sizeof(run::Head), tail_offset, run::BlockKind::header, header_checksum_, head);
    header_ = parse(read_run_header, header);
    header_checksum_ = head.checksum;
    blocks_offset_ = sizeof(run::Head) + sizeof head + head.stored_bytes;
    const std::string end = read_block(tail_.end_offset, tail_offset, run::BlockKind::end, tail_.before, head);
    if (tail_.end_offset < blocks_offset_ || tail_.end_offset + sizeof head + head.stored_bytes != tail_offset) {
        fail(damaged);
    }
    counts_ = parse(read_run_counts, end);
}

std::string RunFile::rules(BlockUnpacker& unpacker) const {
    BlockReader blocks(*this);
    run::BlockHead head;
    std::string raw;
    if (!blocks.next(unpacker, head, raw) || head.kind != run::BlockKind::rules) {
        blocks.fail_damaged();
    }
    return raw;
}

BlockReader::BlockReader(const RunFile& run)
    : run_(&run), file_(run.open()), offset_(run.blocks_offset_), checksum_(run.header_checksum_) {}

void BlockReader::fail_damaged() const {
    run_->fail("is a damaged run, at byte " + std::to_string(offset_) + ": copy it again, or build it again");
}

bool BlockReader::next(BlockUnpacker& unpacker, run::BlockHead& head, std::string& raw) {
    if (offset_ == run_->tail_.end_offset) {
        if (checksum_ != run_->tail_.before) {
            fail_damaged();
        }
        return false;
    }
    const auto read = [&](void* bytes, std::size_t size, std::uint64_t offset) {
        if (offset > run_->tail_.end_offset || size > run_->tail_.end_offset - offset) {
            fail_damaged();
        }
        if (!store::read_at(file_.get(), bytes, size, offset)) {
            fail_with_errno("read the run \"" + run_->name() + "\"");
        }
    };
    read(&head, sizeof head, offset_);
    if (!is_sound_size(head)) {
        fail_damaged();
    }
    std::string& stored = unpacker.buffer();
    stored.resize(head.stored_bytes);
    read(stored.data(), stored.size(), offset_ + sizeof head);
    if (run::block_checksum(head, stored.data(), checksum_) != head.checksum ||
        !unpacker.unpack(head, stored.data(), raw)) {
        fail_damaged();
    }
    checksum_ = head.checksum;
    offset_ += sizeof head + head.stored_bytes;
    return true;
}

RunCursor::RunCursor(const RunFile& run, BlockUnpacker& unpacker)
    : run_(&run), unpacker_(&unpacker), shard_(run.header().shard), blocks_(run) {
    run::BlockHead head;
    if (!blocks_.next(unpacker, head, raw_) || head.kind != run::BlockKind::rules) {
        blocks_.fail_damaged();
    }
    used_ = raw_.size();
}

bool RunCursor::next_block() {
    run::BlockHead head;
    if (used_ != raw_.size()) {
        blocks_.fail_damaged();
    }
    if (!blocks_.next(*unpacker_, head, raw_)) {
        if (seen_ != run_->counts().kept) {
            blocks_.fail_damaged();
        }
        return false;
    }
    if (head.kind != run::BlockKind::entries || head.entries == 0) {
        blocks_.fail_damaged();
    }
    used_ = 0;
    left_ = head.entries;
    return true;
}

bool RunCursor::next() {
    if (left_ == 0 && !next_block()) {
        return false;
    }
    std::uint32_t payload_bytes = 0;
    if (raw_.size() - used_ < entry_head_bytes) {
        blocks_.fail_damaged();
    }
    std::memcpy(&payload_bytes, raw_.data() + used_, sizeof payload_bytes);
    if (raw_.size() - used_ - entry_head_bytes < payload_bytes) {
        blocks_.fail_damaged();
    }
    key_ = std::string_view(raw_).substr(used_ + sizeof payload_bytes, key_bytes);
    payload_ = std::string_view(raw_).substr(used_ + entry_head_bytes, payload_bytes);
    used_ += entry_head_bytes + payload_bytes;
    --left_;
    ++seen_;
    check_key();
    return true;
}

void RunCursor::check_key() {
    format::Uuid id;
    std::memcpy(id.data(), key_.data(), id.size());
    const std::string_view text = key_.substr(0, id.size());
    if ((seen_ > 1 && text <= last_id_) || !shard_.holds_id(id)) {
        blocks_.fail_damaged();
    }
    last_id_.assign(text);
}

}  // namespace bizrec::builder
