#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class CanonicalContent;
struct FieldCounts;
class PlaceCatalog;

/// Reads one line of input into a Record. Keeps its parser's memory: one object a thread.
class RecordParser {
public:
    /// What a record may take, minified, unless told otherwise.
    static constexpr std::size_t default_max_bytes = std::size_t{1} << 20;

    /// `catalog` must outlive the parser, and so must `canonical`, which rewrites Record::json; null: it stays as it
    /// came. `max_bytes`: of a minified record, at most format::max_record_bytes.
    explicit RecordParser(const PlaceCatalog& catalog, std::size_t max_bytes = default_max_bytes,
                          CanonicalContent* canonical = nullptr);
    ~RecordParser();

    /// `line`: bytes of one JSON object without the newline. False: `reason` says why.
    bool parse(std::string_view line, Record& record, RejectReason& reason);
    /// The same without a copy of the line: line_padding bytes behind it are readable.
    static constexpr std::size_t line_padding = 64;
    bool parse_padded(std::string_view line, Record& record, RejectReason& reason);

    /// parse_padded() in two steps. First JSON, and `id` and `brand` of a fresh record: most lines of a shard's build
    /// end here.
    bool parse_id_padded(std::string_view line, Record& record, RejectReason& reason);
    /// Then, of the same line and record, all the rest.
    bool parse_rest(std::string_view line, Record& record, RejectReason& reason);

    /// Adds the fields of the line parsed last, refused or not, where it is a JSON object.
    void count_fields(FieldCounts& counts) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder
