#include "lmdb_builder/commands/inspect_id.hpp"

#include <algorithm>
#include <cstdio>

#include "bizrec/format/record_json.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/document/document_maker.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

void add_key(const store::Generation& generation, const char* from, const std::string& key, const DocumentKeys& keys,
             RecordFinding& finding) {
    if (key.empty()) {
        return;
    }
    RecordKey found;
    found.from = from;
    found.finding.identity.key = key;
    if (key == keys.website) {
        found.finding.identity.host = keys.host;
        found.finding.identity.path = keys.path;
    }
    found.finds_record = find_documents(generation, found.finding, finding.docid);
    finding.keys.push_back(std::move(found));
}

void add_keys(const store::Generation& generation, const DocumentKeys& keys, RecordFinding& finding) {
    add_key(generation, "website", keys.website, keys, finding);
    add_key(generation, "root_domain", keys.root_domain, keys, finding);
    for (const std::string& key : keys.domains) {
        add_key(generation, "websites", key, keys, finding);
    }
    for (const std::string& key : keys.others) {
        add_key(generation, is_map_place(key) ? "map_place" : "profile", key, keys, finding);
    }
    finding.unusable_website = keys.unusable_website;
}

std::string degrees(std::int32_t units) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6f", units / 1e7);  // a Position has units of 1e-7 degrees
    return text;
}

std::string place_text(const DocumentPlace& place) {
    std::string text;
    for (const std::string* part : {&place.country, &place.state, &place.city, &place.postal_code}) {
        if (!part->empty()) {
            text += (text.empty() ? "" : ", ") + *part;
        }
    }
    return text.empty() ? "none" : text;
}

std::string key_line(const RecordKey& key) {
    std::string text = key.from;
    text.resize(std::max<std::size_t>(12, text.size() + 1), ' ');
    text += key.finding.identity.key;
    if (key.finding.is_by_host) {
        text += ", a tenant's: its host finds it, " + key.finding.identity.host;
    } else if (key.finding.is_shared) {
        text +=
            ", shared: only the very page finds its record, " + key.finding.identity.host + key.finding.identity.path;
    }
    text += ", finds " + counted(key.finding.total, "record", "records");
    return text + (key.finds_record ? "\n" : ", not this one\n");
}

}  // namespace

Result<RecordFinding> find_record(const store::Generation& generation, std::uint32_t docid) {
    RecordFinding finding;
    finding.id = format::uuid_text(generation.uuid[docid]);
    finding.docid = docid;
    if (!read_record_json(generation, docid, finding.json)) {
        return Error{generation.path() + ": the record " + finding.id + " is damaged"};
    }
    const Result<PlaceCatalog> catalog = PlaceCatalog::load();
    if (!catalog) {
        return catalog.error();
    }
    RecordParser parser(catalog.value(), format::max_record_bytes);
    Record record;
    RejectReason reason;
    if (!parser.parse(finding.json, record, reason)) {
        return Error{generation.path() + ": the record " + finding.id + ": " + reason.detail};
    }
    Document document;
    DocumentMaker(generation.rules(), catalog.value()).make(record, document);
    add_keys(generation, document.keys, finding);
    finding.terms = find_terms(generation, document.terms, docid);
    finding.place = document.place;
    finding.position = document.columns.position;
    return finding;
}

std::string record_text(const RecordFinding& finding) {
    std::string text = "id          " + finding.id + "\ndocid       " + std::to_string(finding.docid) + '\n';
    for (const RecordKey& key : finding.keys) {
        text += key_line(key);
    }
    if (!finding.unusable_website.empty()) {
        text += "website     unusable: " + finding.unusable_website + '\n';
    }
    text += terms_text(finding.terms);
    text += "place       " + place_text(finding.place) + '\n';
    if (finding.position.exists()) {
        text += "position    " + degrees(finding.position.latitude) + ", " + degrees(finding.position.longitude) + '\n';
    }
    return text + "record      " + finding.json + '\n';
}

std::string record_json(const RecordFinding& finding) {
    std::string keys;
    for (const RecordKey& key : finding.keys) {
        keys += (keys.empty() ? "{\"from\":\"" : ",{\"from\":\"") + std::string(key.from) +
                "\",\"key\":" + json_string(key.finding.identity.key) +
                ",\"shared\":" + (key.finding.is_shared ? "true" : "false") +
                ",\"documents\":" + std::to_string(key.finding.total) +
                ",\"finds_record\":" + (key.finds_record ? "true" : "false") + '}';
    }
    const auto text_or_null = [](const std::string& text) { return text.empty() ? "null" : json_string(text); };
    const bool has_position = finding.position.exists();
    return "{\"id\":\"" + finding.id + "\",\"docid\":" + std::to_string(finding.docid) + ",\"keys\":[" + keys +
           "],\"unusable_website\":" + text_or_null(finding.unusable_website) + ',' + terms_json(finding.terms) +
           ",\"country\":" + text_or_null(finding.place.country) + ",\"state\":" + text_or_null(finding.place.state) +
           ",\"city\":" + text_or_null(finding.place.city) +
           ",\"postal_code\":" + text_or_null(finding.place.postal_code) +
           ",\"latitude\":" + (has_position ? degrees(finding.position.latitude) : "null") +
           ",\"longitude\":" + (has_position ? degrees(finding.position.longitude) : "null") +
           ",\"record\":" + finding.json + "}\n";
}

}  // namespace bizrec::builder
