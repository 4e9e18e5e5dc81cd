#include "lmdb_builder/terms/encoded_terms.hpp"

#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

void EncodedTerms::clear() {
    terms_.clear();
    numbers_.clear();
    lists_.clear();
}

void EncodedTerms::add(std::string_view key, const format::EncodedTerm& term, bool is_vocable) {
    const std::size_t begin = lists_.size();
    lists_.insert(lists_.end(), term.lists.begin(), term.lists.end());
    lists_.resize((lists_.size() + format::value_alignment - 1) / format::value_alignment * format::value_alignment);
    numbers_.insert(numbers_.end(), term.numbers.begin(), term.numbers.end());
    terms_.push_back({format::hash_key(key),
                      {term.aux[0], term.aux[1]},
                      static_cast<std::uint32_t>(term.numbers.size()),
                      lists_.size() - begin,
                      is_vocable});
}

}  // namespace bizrec::builder
