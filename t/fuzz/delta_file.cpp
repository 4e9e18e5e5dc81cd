// A delta of any bytes, and a delta with a hostile body and a correct digest: it is refused with a reason, or its
// changes are in order and their number is the one in the header.
#include <sys/mman.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/text_pieces.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::builder;

using bizrec::fuzz::cut;
using bizrec::fuzz::require;

template <class T>
void append(std::string& to, const T& value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Input: four bytes, a replacement for the header up to a NUL ("" = a valid header), then the body. The first three
/// bytes are the numbers of removed, added and changed records. If the fourth byte is even, the body is compressed. If
/// it is odd, the body stands unchanged where compressed bytes are expected, and the header states 64 times the fourth
/// byte as its unpacked size.
std::string hostile_delta(std::string_view bytes) {
    unsigned char numbers[4] = {};
    for (std::size_t i = 0; i < sizeof numbers && !bytes.empty(); ++i) {
        numbers[i] = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
    }
    const std::string_view json = cut(bytes);
    std::string body(ZSTD_compressBound(bytes.size()), '\0');
    const bool is_packed = (numbers[3] & 1U) != 0;
    body.resize(is_packed ? 0 : ZSTD_compress(body.data(), body.size(), bytes.data(), bytes.size(), 1));
    body += is_packed ? bytes : std::string_view();
    DeltaHeader header;
    header.base = {std::string(16, 'a'), std::string(64, 'a'), 7};
    header.target = {std::string(16, 'b'), std::string(64, 'b'), 9};
    header.removed = numbers[0];
    header.added = numbers[1];
    header.changed = numbers[2];
    header.body_bytes = is_packed ? numbers[3] * 64U : bytes.size();
    const std::string text = json.empty() ? write_delta_header(header) : std::string(json);
    delta::Head head;
    head.header_bytes = static_cast<std::uint32_t>(text.size());
    std::string file;
    append(file, head);
    file += text + body;
    delta::Tail tail;
    tail.file_bytes = file.size() + sizeof tail;
    require(store::sha256(file.data(), file.size(), tail.sha256));
    append(file, tail);
    return file;
}

void read_delta(const std::string& bytes) {
    store::FileDescriptor file(memfd_create("delta", MFD_CLOEXEC));
    require(store::write_at(file.get(), bytes.data(), bytes.size(), 0));
    try {
        const DeltaFile delta(std::move(file), "delta");
        const DeltaHeader& header = delta.header();
        require(write_delta_header(read_delta_header(write_delta_header(header))) == write_delta_header(header));
        DeltaCursor cursor(delta);
        std::uint64_t counts[3] = {0, 0, 0};
        format::Uuid last{};
        bool is_first = true;
        for (DeltaChange change; cursor.next(change); is_first = false) {
            require(is_first || change.id > last);
            last = change.id;
            ++counts[static_cast<std::size_t>(change.kind)];
            require(change.kind != ChangeKind::removed || change.json.empty());
            require(change.kind == ChangeKind::changed || change.pointers.empty());
        }
        require(counts[0] == header.removed && counts[1] == header.added && counts[2] == header.changed);
    } catch (const BuildFailure& failure) {
        require(std::string_view(failure.what()).substr(0, 7) == "\"delta\"");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (size != 0) {
        read_delta(bytes);
    }
    read_delta(hostile_delta(bytes));
    return 0;
}
