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
    /// The number of words, as written, of the record's name or label that is `glued` without its spaces, as written or
    /// in the index's forms of words (text/glued_text.hpp). 0: the record has none. Adds to `steps`.
    std::uint32_t words_of_glued(std::uint32_t docid, std::string_view glued, std::uint64_t& steps);

private:
    bool has_name(std::uint32_t docid, std::string_view word);
    template <class Is>
    bool has_text(std::uint32_t docid, Is&& is);

    const QueryContext& context_;
    text::GluedText glued_, typed_;
};

}  // namespace bizrec::search
