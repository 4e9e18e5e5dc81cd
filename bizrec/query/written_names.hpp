#pragma once

#include <string_view>

#include "bizrec/query/query_context.hpp"
#include "bizrec/text/glued_text.hpp"

namespace bizrec::search {

/// Names that are one word, as they are written.
class WrittenNames {
public:
    explicit WrittenNames(const QueryContext& context) : context_(context) {}

    /// Records whose name is `word`, folded, and nothing else; about, 0: none.
    double count(std::string_view word);

private:
    bool has_name(std::uint32_t docid, std::string_view word);

    const QueryContext& context_;
    text::GluedText glued_;
};

}  // namespace bizrec::search
