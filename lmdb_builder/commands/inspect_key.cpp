#include "lmdb_builder/commands/inspect_key.hpp"

#include <algorithm>

#include "bizrec/enrich/missing_dot.hpp"
#include "bizrec/enrich/told_page.hpp"
#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/postings/host_entry.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

bool add_documents(const store::Generation& generation, const format::KeyEntry& entry, KeyFinding& finding,
                   std::uint32_t wanted) {
    const std::uint64_t count = entry.length == 1 ? 1 : std::min<std::uint64_t>(entry.aux[0], entry.length);
    const store::Suppression* const suppression = generation.suppression();
    bool has_wanted = false;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t docid = entry.values[i];
        if (docid >= generation.documents() || (suppression != nullptr && suppression->hides_from_enrichment(docid))) {
            continue;
        }
        has_wanted = has_wanted || docid == wanted;
        if (finding.total++ < shown_documents) {
            finding.documents.push_back(docid);
            finding.ids.push_back(format::uuid_text(generation.uuid[docid]));
        }
    }
    return has_wanted;
}

}  // namespace

bool find_documents(const store::Generation& generation, KeyFinding& finding, std::uint32_t docid) {
    format::KeyEntry entry;
    if (!generation.identities().find(finding.identity.key, entry)) {
        return false;
    }
    const bool is_shared = entry.length == 0 && (entry.aux[1] & format::entry_flag::shared) != 0;
    if (is_shared || finding.identity.is_page_of_stranger) {
        finding.is_shared = is_shared;
        std::string page, scratch;
        search::told_page_key(generation, finding.identity, page);
        if (entry.length == 1) {  // the entry of one document: aux[1] has the fingerprint of its page's key
            return entry.aux[1] == format::hash_key(page).tag && add_documents(generation, entry, finding, docid);
        }
        bool same_host = false;
        const identity::Identity& asked = finding.identity;
        const bool by_host = !asked.is_page_of_stranger && (entry.aux[1] & format::entry_flag::by_host) != 0 &&
                             search::find_by_host(generation, asked.key, asked.host, scratch, entry, same_host);
        finding.is_by_host = by_host;
        if (!by_host && !generation.identities().find(page, entry)) {
            return false;
        }
    }
    return add_documents(generation, entry, finding, docid);
}

KeyFinding find_key(const store::Generation& generation, const std::string& text) {
    KeyFinding finding;
    generation.normaliser().website(text, finding.identity);
    search::restore_portal(generation, finding.identity);
    search::restore_missing_dot(generation, finding.identity);
    if (finding.identity.names_business()) {
        find_documents(generation, finding);
    }
    return finding;
}

std::string finding_text(const KeyFinding& finding) {
    const identity::Identity& identity = finding.identity;
    std::string text = "kind       " + std::string(identity::kind_name(identity.kind)) + '\n';
    if (!identity.names_business()) {
        return text + "reason     " + std::string(identity.reason) + '\n';
    }
    text += "key        " + identity.key + '\n';
    if (!identity.host.empty()) {
        text += "host       " + identity.host + "\npath       " + identity.path + '\n';
    }
    const bool is_shared = finding.is_shared || identity.is_page_of_stranger;
    text += std::string("shared     ") +
            (finding.is_by_host ? "yes: its host finds its record"
             : is_shared        ? "yes: only the very page finds its record"
                                : "no") +
            '\n';
    text += "documents  " + with_separators(finding.total) + '\n';
    for (std::size_t i = 0; i < finding.documents.size(); ++i) {
        text += "  " + finding.ids[i] + "  docid " + std::to_string(finding.documents[i]) + '\n';
    }
    return text + (finding.total > finding.documents.size() ? "  …\n" : "");
}

std::string finding_json(const KeyFinding& finding) {
    const identity::Identity& identity = finding.identity;
    std::string text = "{\"kind\":" + json_string(std::string(identity::kind_name(identity.kind)));
    if (!identity.names_business()) {
        return text + ",\"reason\":" + json_string(std::string(identity.reason)) + "}\n";
    }
    text += ",\"key\":" + json_string(identity.key) + ",\"host\":" + json_string(identity.host) +
            ",\"path\":" + json_string(identity.path) +
            ",\"shared\":" + (finding.is_shared || identity.is_page_of_stranger ? "true" : "false") +
            ",\"documents\":" + std::to_string(finding.total) + ",\"first\":[";
    for (std::size_t i = 0; i < finding.ids.size(); ++i) {
        text += (i > 0 ? "," : "") + json_string(finding.ids[i]);
    }
    return text + "]}\n";
}

}  // namespace bizrec::builder
