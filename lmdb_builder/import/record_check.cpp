#include "lmdb_builder/import/record_check.hpp"

namespace bizrec::builder {

bool RecordCheck::check(RecordLine& line, const Aside& aside, std::string& json, RejectReason& reason) {
    while (true) {
        json.clear();
        line.append_to(json);
        if (parser_.parse(json, record_, reason)) {
            return true;
        }
        // "social_media_links[0].url" belongs to the field before the bracket.
        const std::string field = reason.field.substr(0, reason.field.find_first_of("[."));
        if (!aside || field == "store_id" || !find_field(field) || !line.set_aside(field)) {
            return false;
        }
        aside(reason);
    }
}

}  // namespace bizrec::builder
