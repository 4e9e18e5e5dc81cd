#pragma once

#include <string_view>

#include "bizrec/query/query_context.hpp"
#include "bizrec/text/glued_text.hpp"

namespace bizrec::search {

/// Counts the records whose complete name is one given word. Compares names as written, without the analyser's other
/// forms.
class WrittenNames {
public:
    explicit WrittenNames(const QueryContext& context) : context_(context) {}

    /// The approximate number of records whose name is exactly `word`. `word`: folded. 0: none.
    double count(std::string_view word);

private:
    bool has_name(std::uint32_t docid, std::string_view word);

    const QueryContext& context_;
    text::GluedText glued_;
};

}  // namespace bizrec::search
