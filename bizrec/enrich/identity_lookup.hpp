#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "bizrec/enrich/enrich_row.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The documents that an input names, and how strong the evidence for each is.
struct InputMatch {
    struct Source {
        Postings list;
        Evidence evidence = Evidence::key;
    };
    /// sources[0]: all matching documents, with the evidence that all of them have. Each further source is a subset of
    /// the one before, with stronger evidence.
    static constexpr std::size_t max_sources = 3;
    std::array<Source, max_sources> sources;
    std::size_t source_count = 0;

    void clear() noexcept { source_count = 0; }
    bool empty() const noexcept { return source_count == 0; }
    const Postings& all() const noexcept { return sources[0].list; }
    /// `list`: a subset of the last source. If it is as long as the last source, it has the same documents and replaces
    /// it.
    void add(const Postings& list, Evidence evidence) noexcept {
        if (source_count == 0 || list.count != sources[source_count - 1].list.count) {
            ++source_count;
        }
        sources[source_count - 1] = {list, evidence};
    }
};

/// Finds an input's documents in two steps, so that the memory of several inputs is prefetched before the first is
/// read.
class IdentityLookup {
public:
    /// Prefetches the slot of the identity's key. `identity` must live until find().
    void prepare(const store::Generation& generation, const identity::Identity& identity) noexcept;
    /// Overwrites `match` with the documents of the identity that prepare() got. `scratch`: memory for the keys of host
    /// and page.
    void find(const store::Generation& generation, std::string& scratch, InputMatch& match) const;

private:
    const identity::Identity* identity_ = nullptr;  // null: prepare() was not called, or the identity names no business
    format::KeyHash hash_;
};

}  // namespace bizrec::search
