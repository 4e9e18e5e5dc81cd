#include "lmdb_builder/import/importer.hpp"

#include <simdjson.h>

#include "lmdb_builder/import/source_object.hpp"

// Converts answers of this service to records, and passes plain records on.

namespace bizrec::builder {
namespace {

/// Members of an answer's row that describe the match, not the business.
constexpr std::string_view row_members[] = {"id", "match_score", "match_highlights", "cursor", "place_id"};

bool is_search_row(const SourceObject& object) {
    for (const SourceMember& member : object.members()) {
        bool of_row = false;
        for (const std::string_view name : row_members) {
            of_row = of_row || member.name == name;
        }
        if (!of_row) {
            return false;
        }
    }
    return object.find("match_score") != nullptr;
}

class ServiceRecords : public JsonImporter {
public:
    std::string_view name() const noexcept override { return "records"; }
    JsonEnvelope envelope() const override { return {"data", {"total_count"}}; }

    Imported convert(SourceObject& element, std::string_view raw, RecordLine& line, RejectReason& reason) override {
        line.begin(name());
        if (is_search_row(element)) {
            reason = {"content", "no_content",
                      "a row of a search for ids holds no record; expected rows of enrichment"};
            return Imported::rejected;
        }
        const SourceMember* content = element.find("content");
        simdjson::dom::object below;
        if (content == nullptr || content->value.get_object().get(below) != simdjson::SUCCESS) {
            line.set_whole(raw);
            return Imported::record;
        }
        const SourceObject record(below, content->raw);
        if (!record.text("store_id").empty() || !record.text("id").empty()) {
            line.set_whole(content->raw);
        } else {
            add_with_id(record, element.text("id"), line);
        }
        return Imported::record;
    }

private:
    static void add_with_id(const SourceObject& record, std::string_view row_id, RecordLine& line) {
        line.add_text(Field::store_id, row_id);
        for (const SourceMember& member : record.members()) {
            line.add_raw(member.name, member.raw);
        }
    }
};

}  // namespace

std::unique_ptr<JsonImporter> make_record_importer() {
    return std::make_unique<ServiceRecords>();
}

}  // namespace bizrec::builder
