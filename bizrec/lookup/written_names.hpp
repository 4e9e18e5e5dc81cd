#pragma once

#include <string_view>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/text/glued_text.hpp"

namespace bizrec::search {

/// Counts the records whose complete name is one given word. Compares names as written, without the analyser's other
/// forms.
class WrittenNames {
public:
    explicit WrittenNames(const QueryContext& context) : context_(context) {}

    /// The approximate number of records whose name is exactly `word`. `word`: folded. 0: none.
    double count(std::string_view word);
    /// The approximate number of records whose name is `text`, whatever its spaces and the forms of its words. 0: none.
    /// Adds to `steps`.
    double count_in_any_form(std::string_view text, std::uint64_t& steps);
    /// Whether `glued` is a name or label of the record without its spaces, as written or in the index's forms of words
    /// (text/glued_text.hpp). Adds to `steps`.
    bool has_glued(std::uint32_t docid, std::string_view glued, std::uint64_t& steps);

private:
    bool has_name(std::uint32_t docid, std::string_view word);
    template <class Is>
    bool has_text(std::uint32_t docid, Is&& is);

    const QueryContext& context_;
    text::GluedText glued_, typed_;
};

}  // namespace bizrec::search
