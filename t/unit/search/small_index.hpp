#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search::testing {

struct SmallDocument {
    place::Position position;
    std::uint8_t quality = 0;
};

/// An index file whose lists and ranges the test writes itself, sound or not. Documents stand in the order given.
class SmallIndex {
public:
    std::vector<SmallDocument> documents;

    /// `count` documents of one quality without position.
    void add_documents(std::uint32_t count, std::uint8_t quality);

    /// A list as the builder writes it: docids ascending, then the best ones.
    void add_list(std::string_view key, const std::vector<std::uint32_t>& docids, std::uint64_t flags = 0);
    /// The slot of a key with one document whose website_url is the page `host` `path`; host "" = it has none.
    void add_single(std::string_view key, std::uint32_t docid, std::string_view host = {}, std::string_view path = {});
    void add_raw(std::string_view key, std::vector<std::uint32_t> numbers, std::uint64_t aux0, std::uint64_t aux1);

    void add_country(std::string_view alpha2, place::Range range);
    void add_country_name(std::string_view folded, std::string_view alpha2);
    void add_state(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_city(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_postal_code(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges);
    void add_place_raw(const std::string& key, std::vector<std::uint32_t> numbers);

    /// Writes the file and opens it; null and a test failure where that does not work.
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
};

}  // namespace bizrec::search::testing
