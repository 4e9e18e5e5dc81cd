#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/json_elements.hpp"
#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class SourceObject;

/// What became of one element of a source.
enum class Imported { record, closed, rejected };

/// Turns the objects of one JSON source into records.
class JsonImporter {
public:
    virtual ~JsonImporter() = default;

    /// Stands in the records' `source`, and before the names of what is set aside.
    virtual std::string_view name() const noexcept = 0;
    virtual JsonEnvelope envelope() const = 0;
    /// record: `line` holds it. closed: the business is closed for good, which `keep_closed` overlooks. rejected:
    /// `reason` says why.
    virtual Imported convert(SourceObject& object, std::string_view raw, RecordLine& line, RejectReason& reason) = 0;

    /// The paths of a mapping that no element has had.
    virtual std::vector<std::string> never_found() const { return {}; }

    bool keep_closed = false;

protected:
    JsonImporter() = default;
    JsonImporter(const JsonImporter&) = default;
    JsonImporter& operator=(const JsonImporter&) = default;
};

}  // namespace bizrec::builder
