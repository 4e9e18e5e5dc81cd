#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/seal.hpp"
#include "t/unit/support/term_sections.hpp"

/// A whole index of made-up documents, every section filled in the plainest way, and hooks to spoil it.
namespace bizrec::store::test {

struct Document {
    format::Uuid id{};
    std::string json;
    place::Position position;
    std::uint8_t quality = 0;
    std::uint32_t num_stores = 0;
    std::uint32_t reviews = 0;
    float rating = 0;
    std::uint8_t price_tier = 0;
    std::uint8_t ownership = 0;
    std::uint8_t flags = 0;
    std::int64_t opened = 0;
    std::int64_t refreshed = 0;
    std::string place_id;
};

struct List {
    std::vector<std::uint32_t> numbers;
    std::uint64_t aux[2] = {0, 0};
};

using Bytes = std::vector<std::byte>;

struct SmallIndex {
    std::vector<Document> documents;
    std::map<std::string, List> identities;
    std::map<std::string, List> places;
    TermMap terms;
    std::vector<std::string> vocabulary;  ///< ascending
    std::vector<TestGluedName> glued_names;

    /// Called with each chunk before it is written.
    std::function<void(format::Section, std::uint32_t chunk, Bytes&)> spoil_chunk;
    std::function<void(format::Meta&)> spoil_meta;

    /// Writes the index; fails the test where that does not work.
    Seal write(const std::string& path) const;
};

/// Always the same documents for a number. Some have no position; one key is a chain's, one is shared by strangers.
SmallIndex make_small_index(std::uint32_t documents);

/// The list of an identity key as the format wants it: with its best documents where it is long.
List identity_list(const SmallIndex& index, std::vector<std::uint32_t> docids);

/// Writes the sealing page of a changed file anew, as if it had been built that way.
void reseal(const std::string& path);

}  // namespace bizrec::store::test
