#pragma once

#include <string>
#include <unordered_map>

#include "bizrec/format/rules.hpp"
#include "bizrec/identity/identity.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/document/known_links.hpp"
#include "lmdb_builder/document/term_vector_maker.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Turns a checked record into a document. Uses the server's own normaliser for the keys, the server's own analyser for
/// the words, and the catalogue for the place. Use one object per thread. Both arguments must outlive this object.
class DocumentMaker {
public:
    DocumentMaker(const format::Rules& rules, const PlaceCatalog& catalog)
        : normaliser_(rules.suffixes, rules.links),
          links_(normaliser_),
          catalog_(&catalog),
          terms_(catalog, rules.words, rules.numbers) {}
    DocumentMaker(const DocumentMaker&) = delete;
    DocumentMaker& operator=(const DocumentMaker&) = delete;

    void make(const Record& record, Document& out);

private:
    void make_keys(const Record& record, DocumentKeys& keys);
    /// Whether root_domain may replace a missing website, or one that gave no key. make_keys() has already read that
    /// website into `identity_`.
    bool is_own_domain(const Record& record) const;
    void make_root_domain(const Record& record, DocumentKeys& keys);
    void copy_website(DocumentKeys& keys) const;
    void make_further(const Record& record, DocumentKeys& keys);
    void add_further(std::string_view link, DocumentKeys& keys);
    void make_others(const Record& record, DocumentKeys& keys);
    void make_place(const Record& record, DocumentPlace& place);
    const std::string& canonical_state(const Record& record);

    identity::Normaliser normaliser_;
    KnownLinks links_;
    const PlaceCatalog* catalog_;
    TermVectorMaker terms_;
    std::unordered_map<std::string, std::string> states_;  // cache, by country and state as typed
    std::string state_key_;
    identity::Identity identity_;
};

}  // namespace bizrec::builder
