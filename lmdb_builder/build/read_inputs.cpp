#include "lmdb_builder/build/read_inputs.hpp"

#include <sys/stat.h>

#include "lmdb_builder/build/byte_codec.hpp"
#include "lmdb_builder/build/document_maker.hpp"
#include "lmdb_builder/build/rejects_file.hpp"
#include "lmdb_builder/build/stage_progress.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/record_parser.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t sign_bit = 1ULL << 63;

/// Bytes of all inputs; 0 where one is a pipe.
std::uint64_t total_bytes(const std::vector<std::string>& inputs) {
    std::uint64_t total = 0;
    for (const std::string& input : inputs) {
        struct stat status {};
        if (input == "-" || ::stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return 0;
        }
        total += static_cast<std::uint64_t>(status.st_size);
    }
    return total;
}

bool is_blank(std::string_view line) noexcept {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class InputStage {
public:
    InputStage(const BuildOptions& options, const identity::Normaliser& normaliser, const PlaceCatalog& catalog,
               ExternalSorter& records, BuildSummary& summary)
        : rejects_(options.rejects_path),
          parser_(catalog),
          maker_(normaliser, catalog),
          records_(&records),
          summary_(&summary) {}

    void read_file(const std::string& path, StageProgress& progress) {
        const std::unique_ptr<LineReader> reader = must(LineReader::open(path));
        std::string_view line;
        while (true) {
            const LineReader::Next next = reader->next(line);
            if (next == LineReader::Next::end) {
                break;
            }
            if (next == LineReader::Next::failed) {
                throw BuildFailure(reader->error().message);
            }
            if (next == LineReader::Next::too_long) {
                ++summary_->read;
                reject(path, reader->line_number(),
                       {"", "line_too_long",
                        "expected at most " + std::to_string(LineReader::default_line_limit) + " bytes"});
            } else if (!is_blank(line)) {
                ++summary_->read;
                read_line(path, reader->line_number(), line);
            }
            progress.step(done_bytes_ + reader->compressed_bytes());
        }
        done_bytes_ += reader->compressed_bytes();
    }

    void finish() { rejects_.close(); }
    std::uint64_t done_bytes() const noexcept { return done_bytes_; }

private:
    void read_line(const std::string& path, std::uint64_t number, std::string_view line) {
        if (!parser_.parse(line, record_, reason_)) {
            reject(path, number, reason_);
            return;
        }
        maker_.make(record_, document_);
        key_.assign(reinterpret_cast<const char*>(record_.id.data()), record_.id.size());
        append_big_endian(key_, static_cast<std::uint64_t>(record_.refreshed) ^ sign_bit);
        encode_document(document_, bytes_);
        records_->add(key_, bytes_);
    }

    void reject(const std::string& path, std::uint64_t number, const RejectReason& reason) {
        ++summary_->rejected[reason.code];
        rejects_.add(path, number, reason);
    }

    RejectsFile rejects_;
    RecordParser parser_;
    DocumentMaker maker_;
    ExternalSorter* records_;
    BuildSummary* summary_;
    Record record_;
    RejectReason reason_;
    Document document_;
    std::string key_, bytes_;
    std::uint64_t done_bytes_ = 0;
};

}  // namespace

void read_inputs(const BuildOptions& options, const identity::Normaliser& normaliser, const PlaceCatalog& catalog,
                 const BuildProgress& progress, ExternalSorter& records, BuildSummary& summary) {
    InputStage stage(options, normaliser, catalog, records, summary);
    StageProgress stage_progress(progress, "reading", total_bytes(options.inputs));
    for (const std::string& input : options.inputs) {
        stage.read_file(input, stage_progress);
    }
    stage.finish();
    records.finish();
    stage_progress.end(stage.done_bytes());
}

WinnerCursor::WinnerCursor(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)), more_(cursor_.next()) {}

bool WinnerCursor::next() {
    if (!more_) {
        return false;
    }
    constexpr std::size_t id_bytes = sizeof(format::Uuid);
    id_.assign(cursor_.key().substr(0, id_bytes));
    std::uint64_t versions = 0;
    for (; more_ && cursor_.key().substr(0, id_bytes) == id_; more_ = cursor_.next()) {
        winner_.assign(cursor_.payload());
        ++versions;
    }
    replaced_ += versions - 1;
    return true;
}

}  // namespace bizrec::builder
