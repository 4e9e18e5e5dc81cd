#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/decoder/interpretation.hpp"
#include "bizrec/decoder/lattice.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/text/category_names.hpp"

namespace bizrec::search {

/// The names of categories (text/category_names.hpp) that begin with one word of a text.
class CategoryWalk {
public:
    /// Begins anew. Returns whether a name may begin with the word. `are_labels`: only names that records have as a
    /// label; otherwise only names that they have not.
    bool begin(const QueryContext& context, std::string_view word, bool are_labels) {
        categories_ = &context->rules().categories;
        if (!categories_->may_begin(word, are_labels)) {
            return false;
        }
        are_labels_ = are_labels;
        name_.clear();
        return true;
    }
    /// Adds a word. Returns the category that the words now name; without other names if they name none.
    const text::CategoryNames::Category& add(std::string_view word);
    /// The cost of reading the words as another name.
    Nats cost(const text::CategoryNames::Other& other) const noexcept;

private:
    const text::CategoryNames* categories_ = nullptr;
    bool are_labels_ = false;
    std::string name_;
};

/// Notes which tokens are the name of a category, or a part of one that has several words: "shoe store".
void note_categories(Lattice& lattice);

/// Adds edges for the other names of the categories that the tokens from `at` name. Does nothing in a text that is
/// looked up among names alone. `are_labels`: as above. Adds to `steps`. Returns whether it added any.
bool add_category_edges(Lattice& lattice, std::size_t at, bool are_labels, std::uint64_t& steps);

/// Like add_category_edges(), for names that are misspelt or have their spaces elsewhere, and that no record has as a
/// label: "gas sation", "hairsalon".
bool add_misspelt_category_edges(Lattice& lattice, std::size_t at, std::uint64_t& steps);

}  // namespace bizrec::search
