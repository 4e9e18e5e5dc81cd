#pragma once

#include <memory>
#include <string>
#include <vector>

#include "t/unit/query/search_oracle.hpp"
#include "t/unit/support/built_index.hpp"
#include "t/unit/support/search_corpus.hpp"

namespace bizrec::search::testing {

/// An index of random records made by the builder, its oracle, and requests for both.
class SearchWorld {
public:
    SearchWorld(std::uint32_t seed, std::size_t records);

    /// False if the index or the oracle could not be made. The test has then failed.
    bool is_good() const noexcept { return requests_ != nullptr; }
    const store::Generation& generation() const noexcept { return *index_.generation(); }
    const SearchOracle& oracle() const noexcept { return *oracle_; }
    SearchRequests& requests() noexcept { return *requests_; }

private:
    void fill(std::uint32_t seed);
    std::vector<RandomRequests::Place> places(std::uint32_t seed) const;
    void add_keys(std::uint32_t seed);

    std::vector<std::string> lines_;
    BuiltIndex index_;
    std::unique_ptr<SearchOracle> oracle_;
    std::unique_ptr<SearchRequests> requests_;
};

/// Fails the test if `found` is not `count` rows from `expected` on. `what` is for the message.
void expect_rows(const std::vector<SearchRow>& found, const SearchRow* expected, std::size_t count,
                 const std::string& what);

}  // namespace bizrec::search::testing
