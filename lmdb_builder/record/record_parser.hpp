#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class CanonicalContent;
struct FieldCounts;
class PlaceCatalog;

/// Reads one line of input into a Record. Keeps its parser's memory: use one object per thread.
class RecordParser {
public:
    /// Default limit for a minified record, bytes.
    static constexpr std::size_t default_max_bytes = std::size_t{1} << 20;

    enum class Lines {
        any,
        minified,  ///< by a parser before: copied to Record::json as they are
    };

    /// `catalog` and `canonical` must outlive the parser. `canonical` rewrites Record::json; null: Record::json is the
    /// minified line. `max_bytes`: limit for a minified record, at most format::max_record_bytes.
    explicit RecordParser(const PlaceCatalog& catalog, std::size_t max_bytes = default_max_bytes,
                          CanonicalContent* canonical = nullptr, Lines lines = Lines::any);
    ~RecordParser();

    /// `line`: bytes of one JSON object without the newline. False: `reason` has the reason.
    bool parse(std::string_view line, Record& record, RejectReason& reason);
    /// Like parse(), but does not copy the line: line_padding readable bytes must follow it.
    static constexpr std::size_t line_padding = 64;
    bool parse_padded(std::string_view line, Record& record, RejectReason& reason);

    /// parse_padded() in two steps. The first parses the JSON and reads `id` and `brand` of a fresh record. Most lines
    /// in the build of a shard need only this.
    bool parse_id_padded(std::string_view line, Record& record, RejectReason& reason);
    /// The second step, for the same line and record, reads everything else.
    bool parse_rest(std::string_view line, Record& record, RejectReason& reason);

    /// Counts the fields of the line that was parsed last, refused or not, if it is a JSON object.
    void count_fields(FieldCounts& counts) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder
