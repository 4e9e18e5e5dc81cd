#include "lmdb_builder/deltas/delta_writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>

#include "bizrec/format/uuid.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/deltas/delta_layout.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/size_limits.hpp"

namespace bizrec::builder {
namespace {

constexpr int compression_level = 15;
constexpr std::size_t output_piece = 256U << 10;

/// Writes to a file sequentially. The digest covers the bytes passed to write(), not those passed to append().
class HashedOutput {
public:
    HashedOutput(int file, const std::string& name) : file_(file), name_(&name) {}

    void write(const void* bytes, std::size_t size) {
        if (!hash_.update(bytes, size)) {
            throw BuildFailure("OpenSSL refuses to compute SHA-256");
        }
        append(bytes, size);
    }
    void append(const void* bytes, std::size_t size) {
        if (!store::write_at(file_, bytes, size, offset_)) {
            fail_with_errno("write the delta \"" + *name_ + "\"");
        }
        offset_ += size;
    }
    store::Sha256 digest() {
        store::Sha256 digest{};
        if (!hash_.finish(digest)) {
            throw BuildFailure("OpenSSL refuses to compute SHA-256");
        }
        return digest;
    }
    std::uint64_t bytes() const noexcept { return offset_; }

private:
    int file_;
    const std::string* name_;
    std::uint64_t offset_ = 0;
    store::Sha256Stream hash_;
};

}  // namespace

std::string signed_text(const store::Sha256& sha256) {
    return "bizrec delta 1\n" + store::hex(sha256) + '\n';
}

DeltaWriter::DeltaWriter(const std::string& temp_folder, std::string_view rules, std::string_view city_names)
    : context_(ZSTD_createCCtx()), packed_(temp_folder), out_(ZSTD_CStreamOutSize()) {
    if (!context_) {
        throw std::bad_alloc();
    }
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, compression_level);
    write_text(rules);
    write_text(city_names);
}

void DeltaWriter::add(const ChangedPair& pair) {
    write_number(static_cast<std::uint8_t>(pair.kind));
    write({reinterpret_cast<const char*>(pair.id.data()), pair.id.size()});
    switch (pair.kind) {
        case ChangeKind::removed:
            ++removed_;
            return;
        case ChangeKind::added:
            ++added_;
            break;
        case ChangeKind::changed:
            ++changed_;
            const std::vector<std::string> pointers = changed_pointers(pair.before, pair.after);
            write_number(static_cast<std::uint32_t>(pointers.size()));
            for (const std::string& pointer : pointers) {
                write_text(pointer);
            }
            break;
    }
    write_record(pair.id, pair.after);
}

/// Writes the record without the text of its id, because random digits do not compress. add() has written the id in
/// binary.
void DeltaWriter::write_record(const format::Uuid& id, std::string_view json) {
    const std::string text = format::uuid_text(id);
    const std::size_t at = json.find(text);
    const bool holds_id = at != std::string_view::npos;
    write_number(holds_id ? static_cast<std::uint32_t>(at) : delta::no_id);
    write_number(length_of_32_bits(json) - static_cast<std::uint32_t>(holds_id ? text.size() : 0));
    write(json.substr(0, at));
    if (holds_id) {
        write(json.substr(at + text.size()));
    }
}

void DeltaWriter::write_text(std::string_view text) {
    write_number(length_of_32_bits(text));
    write(text);
}

void DeltaWriter::write(std::string_view bytes) {
    body_bytes_ += bytes.size();
    waiting_.append(bytes);
    if (waiting_.size() >= output_piece) {
        pack(ZSTD_e_continue, waiting_);
        waiting_.clear();
    }
}

void DeltaWriter::pack(ZSTD_EndDirective directive, std::string_view bytes) {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    for (bool done = false; !done;) {
        ZSTD_outBuffer output{out_.data(), out_.size(), 0};
        const std::size_t left = ZSTD_compressStream2(context_.get(), &output, &input, directive);
        if (ZSTD_isError(left) != 0) {
            throw BuildFailure(std::string("zstd refuses to pack: ") + ZSTD_getErrorName(left));
        }
        packed_.append(out_.data(), output.pos);
        done = directive == ZSTD_e_end ? left == 0 : input.pos == input.size;
    }
}

std::uint64_t DeltaWriter::finish(int file, const std::string& name, DeltaHeader& header, const SigningKey* key) {
    pack(ZSTD_e_end, waiting_);
    packed_.flush();
    header.removed = removed_;
    header.added = added_;
    header.changed = changed_;
    header.body_bytes = body_bytes_;
    const std::string json = write_delta_header(header);
    delta::Head head;
    head.header_bytes = length_of_32_bits(json);
    HashedOutput output(file, name);
    output.write(&head, sizeof head);
    output.write(json.data(), json.size());
    std::vector<char> piece(output_piece);
    for (std::uint64_t at = 0; at < packed_.size(); at += piece.size()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), packed_.size() - at));
        packed_.read(at, piece.data(), size);
        output.write(piece.data(), size);
    }
    const store::Sha256 digest = output.digest();
    delta::Tail tail;
    tail.file_bytes = output.bytes() + sizeof tail;
    tail.sha256 = digest;
    const std::string signature = key == nullptr ? std::string() : must(key->sign(signed_text(digest)));
    std::copy(signature.begin(), signature.end(), tail.signature.begin());
    output.append(&tail, sizeof tail);
    if (::fsync(file) != 0) {
        fail_with_errno("sync the delta \"" + name + "\"");
    }
    return output.bytes();
}

}  // namespace bizrec::builder
