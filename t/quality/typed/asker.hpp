#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/search_request.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"
#include "t/quality/typed/asked.hpp"

namespace bizrec::quality {

struct Answered {
    Rows rows;
    double milliseconds = 0;  ///< CPU time from the body to the rows
    std::uint64_t steps = 0;
    std::string reading;  ///< the value of X-Query-Reading
};

/// Runs questions on an index that already exists. The index has records of the directory, and may have others, which
/// are not in the rows. Throws std::runtime_error.
class Asker {
public:
    Asker(const std::string& index, const Directory& directory);

    /// `body`: the body of a request. At most ten rows of its answer are used. `reads`: also fills `reading`, which
    /// takes time.
    Answered ask(std::string_view body, bool reads);
    Answered ask(const Asked& asked, bool reads);

private:
    std::shared_ptr<const store::Generation> generation_;
    Rows numbers_;  // the directory's number of each record, by docid
    api::SearchRequestParser parser_;
    search::SearchQuery query_;
    search::Search search_;
    search::SearchResult result_;
};

/// Builds an index of JSON lines and replaces the old one.
void build_index_of(const std::vector<std::string>& inputs, const std::string& index);

}  // namespace bizrec::quality
