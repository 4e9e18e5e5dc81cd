// A run of any bytes, and a run whose blocks are hostile but have correct checksums: it is refused with a reason, or
// its entries come in order and their number is the one in the file. Each record is decoded or refused.
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/runs/run_file.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/text_pieces.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::builder;

using bizrec::fuzz::cut;
using bizrec::fuzz::require;

/// Frames hostile pieces in blocks as a run does.
class Framer {
public:
    Framer() {
        const run::Head head;
        append(head);
        checksum_ = run::head_checksum(head);
    }

    void block(run::BlockKind kind, std::string_view stored, std::uint32_t raw_bytes, std::uint32_t entries) {
        run::BlockHead head;
        head.kind = kind;
        head.stored_bytes = static_cast<std::uint32_t>(stored.size());
        head.raw_bytes = raw_bytes;
        head.entries = entries;
        head.checksum = run::block_checksum(head, stored.data(), checksum_);
        before_ = checksum_;
        checksum_ = head.checksum;
        last_offset_ = bytes_.size();
        append(head);
        bytes_.append(stored);
    }
    void plain(run::BlockKind kind, std::string_view text, std::uint32_t entries = 0) {
        block(kind, text, static_cast<std::uint32_t>(text.size()), entries);
    }

    std::string finish() {
        run::Tail tail;
        tail.end_offset = last_offset_;
        tail.before = before_;
        append(tail);
        return bytes_;
    }

private:
    template <class T>
    void append(const T& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    std::string bytes_;
    std::uint64_t checksum_ = 0, before_ = 0;
    std::size_t last_offset_ = 0;
};

/// Input: the header and the counts, each up to a NUL ("" = a valid one); one byte, odd if the entries pass as
/// compressed; one byte, the number of entries; then the bytes of the entries.
std::string hostile_run(std::string_view bytes) {
    const std::string_view header = cut(bytes);
    const std::string_view counts = cut(bytes);
    const unsigned packed = bytes.empty() ? 0U : static_cast<unsigned char>(bytes[0]) & 1U;
    const std::uint32_t entries = bytes.size() < 2 ? 0U : static_cast<unsigned char>(bytes[1]);
    bytes.remove_prefix(bytes.size() < 2 ? bytes.size() : 2);
    Framer framer;
    framer.plain(run::BlockKind::header, header.empty() ? write_run_header({}) : header);
    framer.plain(run::BlockKind::rules, "com\n");
    if (packed != 0) {
        framer.block(run::BlockKind::entries, bytes, static_cast<std::uint32_t>(bytes.size()) * 4U, entries);
    } else {
        framer.plain(run::BlockKind::entries, bytes, entries);
    }
    framer.plain(run::BlockKind::end, counts.empty() ? write_run_counts({entries, entries, 0, {}}) : counts);
    return framer.finish();
}

void decode(std::string_view payload) {
    static Document document;
    try {
        TermVectorReader terms(decode_facts(payload, document));
        require(json_of(payload).size() < payload.size());
        TermWord word;
        while (terms.next_word(word)) {
        }
    } catch (const BuildFailure& failure) {
        require(*failure.what() != '\0');
    }
}

void read_run(const std::string& bytes) {
    store::FileDescriptor file(memfd_create("run", MFD_CLOEXEC));
    require(store::write_at(file.get(), bytes.data(), bytes.size(), 0));
    try {
        const RunFile run(std::move(file), "run");
        static BlockUnpacker unpacker;
        RunCursor cursor(run, unpacker);
        std::string last;
        std::uint64_t entries = 0;
        for (; cursor.next(); ++entries) {
            require(cursor.key().size() == RecordCursor::key_bytes && (entries == 0 || cursor.key() > last));
            last.assign(cursor.key());
            decode(cursor.payload());
        }
        require(entries == run.counts().kept);
        require(read_run_counts(write_run_counts(run.counts())).kept == entries);
        require(rules_conflict(read_run_header(write_run_header(run.header())), run.header()).empty());
    } catch (const BuildFailure& failure) {
        require(std::string_view(failure.what()).substr(0, 5) == "\"run\"");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (size != 0) {
        read_run(bytes);
    }
    read_run(hostile_run(bytes));
    return 0;
}
