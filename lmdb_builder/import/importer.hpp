#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"
#include "lmdb_builder/import/json_elements.hpp"
#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

class SourceObject;

/// The result for one element of a source.
enum class Imported { record, closed, rejected };

/// Converts the objects of one JSON source into records.
class JsonImporter {
public:
    virtual ~JsonImporter() = default;

    /// The format's name. It is the prefix in the names of values that the builder would refuse or misread
    /// ("alltheplaces:state"). Importers of other providers' data also write it as the records' `source`.
    virtual std::string_view name() const noexcept = 0;
    virtual JsonEnvelope envelope() const = 0;
    /// Returns record: `line` holds the record. Returns closed: the business has closed permanently (never with
    /// keep_closed). Returns rejected: `reason` says why. `raw`: the JSON of `object`, minified.
    virtual Imported convert(SourceObject& object, std::string_view raw, RecordLine& line, RejectReason& reason) = 0;

    /// The paths of a mapping that have no value in any element.
    virtual std::vector<std::string> never_found() const { return {}; }

    bool keep_closed = false;

protected:
    JsonImporter() = default;
    JsonImporter(const JsonImporter&) = default;
    JsonImporter& operator=(const JsonImporter&) = default;
};

/// Converts the GeoJSON files that the crawlers ("spiders") of the project All the Places write. Defined in
/// alltheplaces.cpp.
std::unique_ptr<JsonImporter> make_alltheplaces_importer();
/// Converts the places of Foursquare's open data set, exported as JSON Lines. Defined in foursquare.cpp.
std::unique_ptr<JsonImporter> make_foursquare_importer();
/// Converts the places of the Overture Maps Foundation, exported as GeoJSON or JSON Lines. Defined in overture.cpp.
std::unique_ptr<JsonImporter> make_overture_importer();
/// Passes on the records in files of this service, or in its answers. If a record has no id, it gets the id of its row
/// in the answer. Defined in service_records.cpp.
std::unique_ptr<JsonImporter> make_record_importer();

/// An importer for JSON of any shape, defined in json_records.cpp. A mapping turns its members into fields of the
/// record (docs/importing.md). `name_space`: ids that are not UUIDs are derived in the namespace uuid5(NAMESPACE_DNS,
/// name_space). `list`: the member that contains the elements; "": the features of a GeoJSON FeatureCollection. Fails
/// if a path of the mapping is invalid.
Result<std::unique_ptr<JsonImporter>> make_json_importer(const CsvMapping& mapping, const std::string& name_space,
                                                         const std::string& list);

}  // namespace bizrec::builder
