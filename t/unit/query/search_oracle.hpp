#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/query/search.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/record/record.hpp"
#include "t/unit/enrich/record_oracle.hpp"

namespace bizrec::search::testing {

/// A key that all documents of a SearchOracle have.
inline constexpr const char* everybody = "test:everybody";

using OracleWords = std::vector<std::string>;

/// The words that a request is read as, and how they are searched.
struct OracleReading {
    OracleWords query, store_name;
    bool any_word = false;                        ///< any word is enough; false: all words are needed
    bool other_spaces = false;                    ///< also finds names of the same letters with other spaces
    bool function_words = false;                  ///< the stop words of the query as typed count, too
    OracleWords preferred_query, preferred_name;  ///< records with all of them come first; empty: no preference
};

/// Full-text search as docs/search.md defines it, from the records alone: it uses maps of words, and scores and sorts
/// every hit. It uses the engine's analyser and arithmetic of impacts, and the places of the enrichment oracle. It uses
/// no posting lists, ranges or pruning.
class SearchOracle {
public:
    SearchOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog);

    /// False if the index does not have the record's id.
    bool add(const builder::Record& record);
    /// Call it once, after the last add().
    void finish();

    /// All rows in order, without limit and cursor: for the words as typed, or for the words of a reading.
    std::vector<SearchRow> as_typed(const SearchQuery& query) const;
    std::vector<SearchRow> rows_of(const SearchQuery& query, const OracleReading& reading) const;

private:
    struct Posting {
        std::uint32_t docid = 0;
        format::Occurrences occurrences;
        format::Whole whole = format::Whole::neither;
        bool is_region = false;  ///< the only occurrence is in the name of the country or the state
        bool names_city = false;
        std::uint8_t impact = 0;
    };
    struct List {
        std::vector<Posting> postings;
        std::uint16_t idf = 0;  ///< in sixteenths
    };
    using Lists = std::map<std::string, List>;
    struct Document {
        builder::Record record;
        std::uint32_t docid = 0;
        const OracleDocument* identity = nullptr;
        format::FieldLengths lengths{};
        bool is_in_largest_city = false;  ///< in the largest of several cities with one name
    };
    using Words = OracleWords;
    /// Conditions that do not depend on the words.
    struct Conditions {
        std::vector<std::uint32_t> docids;
        /// Each is some evidence, and the documents that get it.
        std::vector<std::pair<std::uint32_t, std::set<std::uint32_t>>> boosts;
        std::map<std::uint32_t, std::uint32_t> tag_evidence;  ///< by docid
    };

    /// The words of a text that a request searches for.
    static Words looked_for(const std::string& typed);
    void add_words(const builder::Record& record, Document& document);
    static void finish_lists(Lists& lists, const std::vector<Document>& documents,
                             const format::TextStatistics& statistics, bool has_impacts);

    std::vector<std::uint32_t> allowed(const SearchQuery& query) const;
    bool passes(const SearchQuery& query, const Document& document) const;
    bool belongs_to(const std::vector<RootDomain>& domains, const Document& document) const;
    std::set<std::uint32_t> holders_of_all(const std::string& keyword) const;

    /// A hit must be in at least one of these lists. Beside each list is the number of times that its impacts count.
    using Clause = std::vector<std::pair<const List*, unsigned>>;
    std::vector<Clause> clauses_of(const Words& words, bool is_query, bool any_word) const;
    bool hold_both(const List& joined, const List& one, const List& other) const;
    void add_other_spaces(const Words& words, bool is_query, std::vector<Clause>& clauses,
                          std::vector<std::uint32_t>& greatest) const;
    std::set<std::uint32_t> holders_of(const Lists& lists, const Words& words) const;
    void add_preference(const OracleReading& reading, Conditions& conditions) const;
    void add_exact_matches(const Words& words, bool is_query, std::vector<std::uint32_t>& greatest) const;
    Conditions conditions_of(const SearchQuery& query) const;
    void add_function_words(const SearchQuery& query, Conditions& conditions) const;
    const List* find(const Lists& lists, const std::string& key) const;

    RecordOracle records_;
    const builder::PlaceCatalog& catalog_;
    Oracle places_;  // all documents have the same key, so only the place decides which ones it finds
    std::vector<Document> documents_;
    Lists words_, name_words_, whole_names_, labels_;
    format::TextStatistics statistics_;
};

}  // namespace bizrec::search::testing
