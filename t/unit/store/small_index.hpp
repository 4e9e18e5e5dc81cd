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

/// A complete index of made-up documents, with every section filled in the simplest way, and hooks that damage it.
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
    std::uint16_t founded_year = 0;
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

    /// Writes the index. Fails the test if that fails.
    Seal write(const std::string& path) const;
};

/// A small index of that many documents. The same number always gives the same documents. Some have no position; one
/// key belongs to a chain, one is shared by unrelated businesses.
SmallIndex make_small_index(std::uint32_t documents);

/// The list of an identity key in its stored form: a long list has its best documents, too.
List identity_list(const SmallIndex& index, std::vector<std::uint32_t> docids);

/// Rewrites the sealing page of a changed file, as if the file had been built with that content.
void reseal(const std::string& path);

}  // namespace bizrec::store::test
