#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/term_key.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/support/term_sections.hpp"

namespace bizrec::search::testing {

struct SmallDocument {
    place::Position position;
    std::uint8_t quality = 0;
    std::uint32_t num_stores = format::missing_count;
    std::uint32_t reviews = format::missing_count;
    float rating = format::missing_rating;
    std::uint8_t price_tier = format::missing_tier;
    format::Ownership ownership = format::Ownership::unknown;
    std::uint8_t flags = 0;  ///< bits of format::flag
    std::int64_t opened = format::missing_time;
    std::int64_t refreshed = format::missing_time;
    std::uint16_t founded_year = 0;  ///< 0: missing; if no document has one, the index has no such column
    std::string place_id{};
    std::string json = "{}";
};

/// The id of a document of a SmallIndex, with its number in the last four bytes.
format::Uuid numbered_uuid(std::size_t docid);

/// An index file with lists and ranges that the test writes itself, valid or not. Documents are in the given order.
class SmallIndex {
public:
    std::vector<SmallDocument> documents;

    /// Adds `count` documents of the same quality, without positions.
    void add_documents(std::uint32_t count, std::uint8_t quality);

    /// Adds the posting lists of a word or key, with a key as in format/term_key.hpp: docids ascend, impacts are
    /// 1..255. Lists of the same key are replaced. The quality level of a posting comes from `documents` when the file
    /// is written.
    void add_term(format::TermKind kind, std::string_view text, std::vector<format::TermPosting> postings);
    void add_flat_term(format::TermKind kind, std::string_view text, const std::vector<std::uint32_t>& docids,
                       std::uint8_t impact = 1);
    /// Adds the list `everything` of all documents so far.
    void add_everything();
    void set_vocabulary(std::vector<std::string> words);  ///< sorts them; spellings and rivals are derived from them
    /// Adds a name without spaces (text::GluedText, either form) and computes its key. `is_written`: with
    /// written_name_key().
    void add_glued_name(std::string_view form, std::uint32_t docid, std::uint32_t count, bool is_name = true,
                        bool is_written = false);

    /// Adds a list as the builder writes it: ascending docids, then the best documents.
    void add_list(std::string_view key, const std::vector<std::uint32_t>& docids, std::uint64_t flags = 0);
    /// Adds the slot of a key with one document whose website_url is the page `host` `path`; host "" = no website.
    void add_single(std::string_view key, std::uint32_t docid, std::string_view host = {}, std::string_view path = {});
    void add_raw(std::string_view key, std::vector<std::uint32_t> numbers, std::uint64_t aux0, std::uint64_t aux1);

    void add_country(std::string_view alpha2, place::Range range);
    void add_country_name(std::string_view folded, std::string_view alpha2);
    void add_state(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_city(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_postal_code(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_place_raw(const std::string& key, std::vector<std::uint32_t> numbers);

    bool ranks_all = true;  ///< false: a long list has only its best documents, as in format 3

    /// Writes the file and opens it. If either fails, adds a failure to the running test and returns null.
    std::shared_ptr<const store::Generation> open() const;

private:
    struct Entry {
        std::vector<std::uint32_t> numbers;
        std::uint64_t aux[2] = {0, 0};
    };
    using Table = std::map<std::string, Entry>;

    void add_ranges(const std::string& key, const place::Ranges& ranges);
    Status write(const std::string& path) const;

    Table identities_, places_;
    store::test::TermMap terms_;
    std::vector<std::string> vocabulary_;
    std::vector<store::test::TestGluedName> glued_names_;
};

}  // namespace bizrec::search::testing
