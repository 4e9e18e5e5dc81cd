#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "bizrec/enrich/enrich_score.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The documents that an input names, and how strong the evidence for each of them is.
struct InputMatch {
    struct Source {
        Postings list;
        Evidence evidence = Evidence::key;
    };
    /// sources[0]: every matching document, with the evidence that all of them have. The others: documents with
    /// stronger evidence, each a subset of the one before.
    static constexpr std::size_t max_sources = 3;
    std::array<Source, max_sources> sources;
    std::size_t source_count = 0;

    void clear() noexcept { source_count = 0; }
    bool empty() const noexcept { return source_count == 0; }
    const Postings& all() const noexcept { return sources[0].list; }
    /// `list`: a subset of the last source. As long as that one, it is the same documents and takes its place.
    void add(const Postings& list, Evidence evidence) noexcept {
        if (source_count == 0 || list.count != sources[source_count - 1].list.count) {
            ++source_count;
        }
        sources[source_count - 1] = {list, evidence};
    }
};

/// Finds an input's documents in two steps, so that the memory of several inputs is asked for before the first is used.
class IdentityLookup {
public:
    /// Asks for the slot of the identity's key. `identity` must live until find().
    void prepare(const store::Generation& generation, const identity::Identity& identity) noexcept;
    /// Overwrites `match`. `scratch` is for the keys of host and page.
    void find(const store::Generation& generation, std::string& scratch, InputMatch& match) const;

private:
    const identity::Identity* identity_ = nullptr;  // null: names no business
    format::KeyHash hash_;
};

}  // namespace bizrec::search
