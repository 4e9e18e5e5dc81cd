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

struct SearchAnswer {
    std::vector<SearchRow> rows;  ///< all of them, whatever limit and cursor, in the order of rows
    Reading reading = Reading::all_words;
};

/// Full-text search by the letter of decisions.md section 5 and docs of the ranking, from the records alone: maps of
/// words, every hit scored and sorted. Shares with the engine the analyser, the arithmetic of impacts and, with
/// enrichment's oracle, the reading of places; knows of no posting list, range or pruning.
class SearchOracle {
public:
    SearchOracle(const store::Generation& generation, const builder::PlaceCatalog& catalog);

    /// False where the index does not hold the record's id.
    bool add(const builder::Record& record);
    /// After the last add().
    void finish();

    /// Of the first reading that has a hit.
    SearchAnswer answer(const SearchQuery& query) const;
    /// Of every reading that has a hit, in the order in which they are tried: the first `most` of them.
    std::vector<SearchAnswer> answers(const SearchQuery& query, std::size_t most = SIZE_MAX) const;

private:
    struct Posting {
        std::uint32_t docid = 0;
        format::Occurrences occurrences;
        format::Whole whole = format::Whole::neither;
        bool is_region = false;  ///< a word for the country or the state, and nothing else
        bool names_city = false;
        std::uint8_t impact = 0;
    };
    struct List {
        std::vector<Posting> postings;
        std::uint16_t idf = 0;  ///< sixteenths
    };
    using Lists = std::map<std::string, List>;
    struct Document {
        builder::Record record;
        std::uint32_t docid = 0;
        const OracleDocument* identity = nullptr;
        format::FieldLengths lengths{};
        bool is_in_largest_city = false;  ///< of several of one name
    };
    using Words = std::vector<std::string>;
    struct Texts {
        Words query, store_name;
    };
    struct OtherReading {
        Reading reading;
        Texts texts;
    };
    /// What holds whatever the words are.
    struct Conditions {
        std::vector<std::uint32_t> docids;
        std::vector<std::pair<std::uint32_t, std::set<std::uint32_t>>> boosts;  ///< evidence, documents
        std::map<std::uint32_t, std::uint32_t> tag_evidence;                    ///< by document
    };

    /// The words of a text that a request looks for.
    static Words looked_for(const std::string& typed);
    void add_words(const builder::Record& record, Document& document);
    static void finish_lists(Lists& lists, const std::vector<Document>& documents,
                             const format::TextStatistics& statistics, bool has_impacts);

    std::vector<std::uint32_t> allowed(const SearchQuery& query) const;
    bool passes(const SearchQuery& query, const Document& document) const;
    bool belongs_to(const std::vector<RootDomain>& domains, const Document& document) const;
    std::set<std::uint32_t> holders_of_all(const std::string& keyword) const;

    bool rank(const SearchQuery& query, const Conditions& conditions, const Texts& texts, bool any_word,
              SearchAnswer& answer) const;
    void add_exact_matches(const Words& words, bool is_query, std::vector<std::uint32_t>& greatest) const;
    Conditions conditions_of(const SearchQuery& query) const;
    void add_function_words(const SearchQuery& query, Conditions& conditions) const;
    /// The words of the query with two of them joined that stand in records by their street alone; empty: none.
    Words joined_name(const SearchQuery& query, const Conditions& conditions, const Texts& typed) const;
    std::vector<OtherReading> readings(const SearchQuery& query, const Conditions& conditions, const Texts& typed,
                                       Texts& likeliest) const;
    struct Meaning {
        std::string word;
        std::uint32_t weight = 0;
    };
    std::vector<Meaning> meanings(const Lists& lists, const std::string& typed) const;
    /// Those of the query that name a place at its end. What names places PlaceReading tells here, too.
    std::set<std::string> words_of_place(const SearchQuery& query, const Words& typed) const;
    std::vector<Words> cuts(const Lists& lists, const std::string& word) const;

    /// A different word of a text, with what it may mean.
    struct TypedWord {
        Words Texts::*words;
        const Lists* lists = nullptr;
        std::uint32_t factor = 1;
        std::string typed;
        bool exists = false;
        bool is_kept = false;  ///< it names a place, and is meant as typed
        std::vector<Meaning> meanings;
    };
    struct Combination {
        bool is_found = false;
        std::size_t varied = 0;
        std::uint64_t worth = 0;
        Texts texts;
    };
    struct Combinations {
        Combination all, most;
        std::set<std::size_t> lacking;  ///< words that a document lacks which holds all others
    };
    Combinations combinations(const SearchQuery& query, const Conditions& conditions, const Texts& typed,
                              const std::vector<TypedWord>& words, std::size_t varied, bool left_out) const;
    void add_neighbours(const SearchQuery& query, const Conditions& conditions, const Texts& typed,
                        std::vector<TypedWord> words, std::vector<OtherReading>& out) const;
    const List* find(const Lists& lists, const std::string& key) const;
    static std::uint32_t impact_in(const List* list, std::uint32_t docid);

    const store::Generation& generation_;  // for the names of places
    RecordOracle records_;
    const builder::PlaceCatalog& catalog_;
    Oracle places_;  // with a key that all documents have
    std::vector<Document> documents_;
    Lists words_, name_words_, whole_names_, labels_;
    format::TextStatistics statistics_;
};

}  // namespace bizrec::search::testing
