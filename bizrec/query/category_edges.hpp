#pragma once

#include <cstddef>
#include <string>

#include "bizrec/query/interpretation.hpp"
#include "bizrec/query/lattice.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/text/category_names.hpp"

namespace bizrec::search {

/// The words of some tokens as the name of a category, and the other names that it has (text/category_names.hpp).
class CategoryName {
public:
    /// Begins anew. Returns whether a name of a category may begin with the word.
    bool begin(const QueryContext& context, std::string_view word);
    /// Adds a word. Returns the other names of the category that is now named; empty if none is. Use only those that
    /// are labels of records.
    const std::vector<text::CategoryNames::Other>& add(std::string_view word);
    /// Whether records have the name as a label. The table has only hashes, so the answer is wrong once in a while.
    bool is_label() const { return is_label(glued_); }
    bool is_label(const text::CategoryNames::Other& other);
    /// The cost of reading the words as another name. `is_label`: from is_label(); it makes the cost higher.
    Nats cost(const text::CategoryNames::Other& other, bool is_label) const noexcept;

private:
    bool is_label(std::string_view glued) const;

    const QueryContext* context_ = nullptr;
    std::string name_, glued_, glued_other_;
};

/// Adds edges for the other names of a category that is named by the tokens from `at`. `of_labels`: for names that
/// records have as a label; otherwise for all other names. Returns whether it added any.
bool add_category_edges(Lattice& lattice, std::size_t at, bool of_labels);

}  // namespace bizrec::search
